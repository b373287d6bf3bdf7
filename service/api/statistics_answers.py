"""Statistics as they are answered: each figure with a link that lists the matches behind it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.titles import title_of
from domain.registry import GAMES, figures_of
from service.api.match_query import MatchQuery, match_link
from service.api.result_counts import counted_results, results_by_place
from service.api.schemas import statistics as schemas
from service.api.schemas.match_count import MatchCount
from service.api.schemas.players import PlayerRef
from service.api.schemas.result_counts import SeatResults, SizeResults, TurnResults
from service.api.schemas.subjects import SubjectRef
from service.api.schemas.thinking import ThinkingTotal
from service.api.spread_answers import Spread
from service.api.words import WORDS
from service.queries.statistics import results as read

_DUEL: Final = ("matches", "wins", "other_wins", "better", "equal", "worse")


def _extreme(extreme: read.ExtremeValue | None) -> schemas.Extreme | None:
    return None if extreme is None else schemas.Extreme(extreme.value, match_link(extreme.match_id))


def _measure(asked: MatchQuery, measure: read.MeasureValues, **more: object) -> schemas.Measure:
    matches = asked.count(measure.matches, **more)
    return schemas.Measure(matches, measure.mean, _extreme(measure.highest), _extreme(measure.lowest))


def _figures(
    game: str, sums: Sequence[read.FigureSum], matches: MatchCount, language: Language
) -> tuple[schemas.FigureTotal, ...]:
    """What a game counts, added up over `matches`; nothing where it isn't installed, since nobody knows what it was."""
    if game not in GAMES:
        return ()
    figures = figures_of(game)
    totals = {figure.key: counted.total for figure, counted in zip(figures, sums, strict=True)}
    return tuple(
        schemas.FigureTotal(
            key=figure.key,
            title=title_of(GAMES[game], "figure", figure.key, language),
            clause=figure.clause,
            matches=matches,
            total=counted.total,
            mean=counted.total / counted.values if counted.values else None,
            per=figure.per,
            ratio=counted.total / totals[figure.per] if figure.per is not None and totals.get(figure.per) else None,
        )
        for figure, counted in zip(figures, sums, strict=True)
    )


def _thinking(thinking: read.ThinkingSum) -> ThinkingTotal:
    seconds = thinking.milliseconds / 1000
    return ThinkingTotal(thinking.actions, seconds, seconds / thinking.actions if thinking.actions else None)


def game_statistics(
    subject: SubjectRef,
    asked: MatchQuery,
    figures: read.GameFigures,
    spread: Spread,
    language: Language,
    position: int,
) -> schemas.GameStatistics:
    """The matches of a subject that were asked for, in numbers."""
    matches = asked.count(sum(group.matches for group in figures.groups))
    shared = sum(group.matches for group in figures.groups if group.winners > 1)
    draws = sum(group.matches for group in figures.groups if group.drawn)
    return schemas.GameStatistics(
        game=subject.game,
        subject=subject,
        matches=matches,
        shared=asked.count(shared, result="shared"),
        draws=asked.count(draws, result="drawn"),
        score=_measure(asked, figures.score, scores="known"),
        winning_score=_measure(asked, figures.winning_score, scores="known", result="won"),
        margin=_measure(asked, figures.margin, scores="known", result="won"),
        steps=_measure(asked, figures.steps),
        duration=_measure(asked, figures.duration, timed="true"),
        thinking=_thinking(figures.thinking),
        by_seat=tuple(
            SeatResults(**numbers, seat=seat) for seat, numbers in results_by_place(asked, figures.groups, "seat")
        ),
        by_turn=tuple(
            TurnResults(**numbers, turn=turn) for turn, numbers in results_by_place(asked, figures.groups, "turn")
        ),
        by_size=tuple(
            schemas.MatchSize(size, asked.count(sum(g.matches for g in figures.groups if g.seats == size), seats=size))
            for size in sorted({group.seats for group in figures.groups})
        ),
        figures=_figures(subject.game, figures.figures, matches, language),
        position=position,
        timeline=spread.timeline,
        distribution=spread.distribution,
        by_trait=spread.by_trait,
    )


def player_statistics(
    person: PlayerRef,
    asked: MatchQuery,
    figures: read.PlayerFigures,
    spread: Spread,
    people: dict[UUID, PlayerRef],
    subjects: Mapping[UUID, SubjectRef],
    language: Language,
    position: int,
) -> schemas.PlayerStatistics:
    """The matches of a player that were asked for, in numbers.

    `people` are those whom it has often played with, `subjects` what it has played.
    """
    (whole,) = (part for part in figures.slices if part.by == "all")

    def parts(by: str) -> list[tuple[int, read.Slice]]:
        found = ((int(part.value), part) for part in figures.slices if part.by == by and part.value is not None)
        return sorted(found, key=lambda numbered: numbered[0])

    def results(part: read.Slice, **more: object) -> dict[str, Any]:
        return counted_results(asked, part.matches, part.wins, part.shared_wins, part.draws, **more)

    by_subject = {part.value: part for part in figures.slices if part.by == "subject"}
    return schemas.PlayerStatistics(
        **results(whole),
        player=person,
        ranks=tuple(schemas.RankCount(rank, asked.count(part.matches, rank=rank)) for rank, part in parts("rank")),
        streaks=schemas.Streaks(_streak(asked, figures.current), _streak(asked, figures.longest)),
        h_index=schemas.CompanionIndex(
            len(figures.regulars),
            tuple(
                schemas.Companion(people[met.player], asked.count(met.matches, among=met.player))
                for met in figures.regulars
            ),
        ),
        steps=_measure(asked, figures.steps),
        duration=_measure(asked, figures.duration, timed="true"),
        thinking=_thinking(figures.thinking),
        by_seat=tuple(SeatResults(**results(part, seat=seat), seat=seat) for seat, part in parts("seat")),
        by_turn=tuple(TurnResults(**results(part, turn=turn), turn=turn) for turn, part in parts("turn")),
        by_size=tuple(SizeResults(**results(part, seats=seats), seats=seats) for seats, part in parts("seats")),
        games=tuple(
            _player_game(asked, each, subjects[each.subject], by_subject[str(each.subject)], language)
            for each in figures.games
        ),
        position=position,
        timeline=spread.timeline,
        distribution=spread.distribution,
    )


def game_records(
    game: AnyGame,
    asked: MatchQuery,
    matches: int,
    holders: Iterable[read.RecordHolder],
    people: Mapping[UUID, PlayerRef],
    language: Language,
    position: int,
) -> schemas.GameRecords:
    """The records of a game among so many `matches`, with the `people` who hold them."""
    words = WORDS[language]
    titles = {
        f"most_{figure.key}": words("record_most_of_figure", figure=title_of(game, "figure", figure.key, language))
        for figure in figures_of(game.meta.key)
    }
    records = tuple(
        schemas.GameRecord(
            key=holder.key,
            title=titles.get(holder.key) or words[f"record_{holder.key}"],
            value=holder.extreme.value,
            match=match_link(holder.extreme.match_id),
            seat=holder.seat,
            player=None if holder.player is None else people[holder.player],
        )
        for holder in holders
    )
    return schemas.GameRecords(game.meta.key, asked.count(matches), records, position)


def versus(
    asked: MatchQuery,
    person: PlayerRef,
    opponent: PlayerRef,
    duels: Sequence[read.DuelResults],
    subjects: Mapping[UUID, SubjectRef],
    position: int,
) -> schemas.Versus:
    """Two people beside each other, in all games together and in each."""
    numbers = {name: sum(getattr(duel, name) for duel in duels) for name in _DUEL}
    return schemas.Versus(
        **_duel(asked, numbers),
        player=person,
        other=opponent,
        games=tuple(
            schemas.GameDuel(
                **_duel(asked, {name: getattr(duel, name) for name in _DUEL}, **_of_subject(subjects[duel.subject])),
                game=duel.game,
                subject=subjects[duel.subject],
                difference=_measure(asked, duel.difference, **_of_subject(subjects[duel.subject]), scores="known"),
            )
            for duel in duels
        ),
        position=position,
    )


def _of_subject(subject: SubjectRef) -> dict[str, object]:
    """The filters that choose its matches."""
    titled = subject.game in GAMES and GAMES[subject.game].meta.titled
    return {"game": subject.game} | ({"subject": subject.id} if titled else {})


def _player_game(
    asked: MatchQuery, figures: read.PlayerOfGame, subject: SubjectRef, part: read.Slice, language: Language
) -> schemas.PlayerGame:
    own = _of_subject(subject)
    numbers = counted_results(asked, part.matches, part.wins, part.shared_wins, part.draws, **own)
    known = own | {"scores": "known"}
    return schemas.PlayerGame(
        **numbers,
        game=figures.game,
        subject=subject,
        score=_measure(asked, figures.score, **known),
        won_by=_measure(asked, figures.won_by, **known, result="won"),
        lost_by=_measure(asked, figures.lost_by, **known, result="lost"),
        figures=_figures(figures.game, figures.figures, numbers["matches"], language),
    )


def _streak(asked: MatchQuery, streak: read.StreakMatches | None) -> schemas.Streak:
    if streak is None:
        return schemas.Streak(0, None)
    return schemas.Streak(streak.length, asked.link(result="won", first=streak.first, last=streak.last))


def _duel(asked: MatchQuery, numbers: dict[str, int], **more: object) -> dict[str, Any]:
    """The fields of :class:`schemas.Duel`."""
    turned = {"player": asked.companion, "with": asked.player}
    return {
        "matches": asked.count(numbers["matches"], **more),
        "wins": asked.count(numbers["wins"], **more, result="won"),
        "other_wins": asked.count(numbers["other_wins"], **more, **turned, result="won"),
        **{name: asked.count(numbers[name], **more, compared=name) for name in ("better", "equal", "worse")},
    }
