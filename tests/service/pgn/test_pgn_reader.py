"""Games in PGN as they are read: headers, moves, comments, glyphs, variations, and what is broken."""

import io
from datetime import date

import pytest

from domain.annotations.content import Arrow, Colour, Comment, Glyphs, Highlight, Marks, Tags
from domain.games.chess.actions import ChessMove, ChessOptions, ChessResign, ChessRule
from domain.games.chess.meta import ChessEnding, ChessResult, ChessRuling
from domain.match.parts import Status
from service.commands.imports.reasons import InvalidPlay
from service.readers.play import Kind, Loss, Play
from service.readers.reading import kind_of, read
from tests.service.pgn.games import content_of, moves_of, plays, taken, texts_of

HEAD = """[Event "Club evening"]
[Site "Bologna"]
[Date "2021.03.04"]
[Round "3"]
[White "Ada"]
[Black "Bruno"]
[Result "1-0"]
[ECO "C20"]
[WhiteElo "1700"]
[TimeControl "5400+30"]

"""


def content(moves, head=""):
    [play] = plays(f"{head}\n{moves}\n")
    return content_of(play)


def notes(moves):
    return [(one.variation, one.step, one.content) for one in content(moves).notes]


def test_headers_go_where_a_match_has_a_place_for_them():
    [play] = plays(f"{HEAD}1. e4 e5 1-0\n")
    assert (play.title, play.played_on, play.place) == ("Ada – Bruno", date(2021, 3, 4), "Bologna")
    assert [one.name for one in play.players] == ["Ada", "Bruno"]
    assert play.tags == ("Event: Club evening", "Round: 3", "ECO: C20")
    assert play.note == '[WhiteElo "1700"]'
    match = taken(play).match
    assert isinstance(match.options, ChessOptions)
    assert (match.options.time_control, match.tags, match.note) == ("5400+30", play.tags, play.note)


@pytest.mark.parametrize(
    ("written", "day", "tag"),
    [
        ("1992.11.04", date(1992, 11, 4), None),
        ("1992.11.??", date(1992, 11, 1), "Date: 1992.11.??"),
        ("1992.??.??", date(1992, 1, 1), "Date: 1992.??.??"),
        ("????.??.??", date(1800, 1, 1), "Date: ????.??.??"),
        ("1620.01.01", date(1800, 1, 1), "Date: 1620.01.01"),
        ("2001.02.31", date(1800, 1, 1), "Date: 2001.02.31"),
        ("yesterday", date(1800, 1, 1), "Date: yesterday"),
    ],
)
def test_a_date_that_is_not_whole_is_a_tag(written, day, tag):
    [play] = plays(f'[Date "{written}"]\n\n*\n')
    assert play.played_on == day
    assert [one for one in play.tags if one.startswith("Date")] == ([tag] if tag else [])
    assert f'[Date "{written}"]' in taken(play).text


def test_nobody_is_known_where_a_name_is_missing():
    [play] = plays('[White "?"]\n[Black ""]\n\n1. e4 *\n')
    assert [one.anonymous for one in play.players] == [True, True]


def test_each_half_move_is_an_event_checked_by_the_rules():
    found = taken(plays("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n")[0])
    assert [one.played.outcome[0].san for one in found.match.line[:-1]] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert found.match.status is Status.FINISHED


@pytest.mark.parametrize(
    "moves", ["1. e2-e4 e7e5 2. Ng1-f3 Nb8c6", "1.e4 e5 2.Ng1f3+ Nbc6#", "e4 e5 Nf3 Nc6", "1 e4 e5 2 Nf3!? Nc6 *"]
)
def test_moves_may_be_written_as_other_programs_do(moves):
    assert [facts[0].san for _, facts in content(moves).plays] == ["e4", "e5", "Nf3", "Nc6"]


def test_castling_may_be_written_with_zeros_and_promotions_without_a_sign():
    head = '[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n'
    assert [facts[0].san for _, facts in content("1. 0-0 Kd7 2. a8Q", head).plays] == ["O-O", "Kd7", "a8=Q"]


def test_comments_glyphs_and_marks_stand_at_their_moves():
    assert notes("{Before} 1. e4! $14 {[%csl Ge4,Rd5][%cal Ge2e4] Best by test} {and more} e5 $220 ; till here\n*") == [
        (None, 0, Comment(text="Before")),
        (None, 1, Glyphs(glyphs=(1,))),
        (None, 1, Tags(tags=("$14",))),
        (
            None,
            1,
            Marks(
                marks=(
                    Highlight(place="e4"),
                    Highlight(place="d5", colour=Colour.RED),
                    Arrow(from_="e2", to="e4"),
                )
            ),
        ),
        (None, 1, Comment(text="Best by test")),
        (None, 1, Comment(text="and more")),
        (None, 2, Tags(tags=("$220",))),
        (None, 2, Comment(text="till here")),
    ]


def test_a_clock_is_a_field_of_the_move_and_an_evaluation_is_kept_as_described():
    found = content("1. e4 {[%clk 1:30:00.5] [%eval 0.25]} e5 {[%clk nonsense]} *")
    assert [action.clock_ms for action, _ in found.plays] == [5_400_500, None]
    assert [one.content.text for one in found.notes] == ["[%eval 0.25]", "[%clk nonsense]"]


def test_marks_that_cannot_be_kept_as_such_stay_in_the_comment():
    assert notes("1. e4 {[%cal Oe2e4,Ge2e4] x} *") == [(None, 1, Comment(text="[%cal Oe2e4,Ge2e4] x"))]


def test_variations_leave_what_they_replace_at_any_depth():
    found = content("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) 2. Nf3 (2. f4) *")
    told = [(one.parent, one.step, [action["san"] for action in one.actions]) for one in found.variations]
    assert told == [
        (None, 1, ["c5", "Nf3", "d6"]),
        (0, 1, ["c3", "d5"]),
        (1, 1, ["Nf6"]),
        (None, 2, ["f4"]),
    ]


def test_what_leaves_a_variation_where_that_begins_leaves_what_that_leaves():
    found = content("1. e4 (1. d4 (1. c4) d5) *")
    assert [(one.parent, one.step) for one in found.variations] == [(None, 0), (None, 0)]


def test_variations_deeper_than_they_may_be_stay_text():
    nested = ""
    for move, reply in reversed([("Nc6", "a3"), ("Nf3", "a6"), ("Nb8", "a3"), ("Ng1", "a6")] * 5):
        nested = f"({move} {reply} {nested})"
    found = content(f"1. e4 e5 {nested} *")
    assert len(found.variations) == 16
    assert found.broken is None
    assert any(isinstance(one.content, Comment) and "(Nc6 a3 (Nf3" in one.content.text for one in found.notes)


# --- how it ended ---


@pytest.mark.parametrize(
    ("result", "termination", "ending"),
    [
        ("1-0", "normal", ChessEnding.RESIGNATION),
        ("0-1", "Ada resigned", ChessEnding.RESIGNATION),
        ("1-0", "time forfeit", ChessEnding.FLAG),
        ("0-1", "Bruno won on time", ChessEnding.FLAG),
        ("1/2-1/2", "Game drawn by agreement", ChessEnding.AGREEMENT),
        ("1/2-1/2", "Game drawn by repetition", ChessEnding.RULING),
        ("1/2-1/2", "", ChessEnding.RULING),
        ("1-0", "", ChessEnding.RULING),
        ("1-0", "adjudication", ChessEnding.RULING),
    ],
)
def test_the_result_is_that_of_the_file(result, termination, ending):
    head = f'[Result "{result}"]\n[Termination "{termination}"]\n'
    state = taken(plays(f"{head}\n1. e4 e5 {result}\n")[0]).match.state
    assert (state.ended.result, state.ended.ending) == (ChessResult(result), ending)


def test_who_loses_says_so_and_words_count_as_described():
    assert content("1. e4 e5 {Black resigns.} 1-0").plays[-1][0] == ChessResign(seat=1)
    assert content("1. e4 e5 {He may resign one day, or not} 1-0").plays[-1][0] == ChessRule(
        seat=1, result=ChessResult.WHITE_WINS, reason=ChessRuling.UNKNOWN
    )


def test_a_repetition_is_claimed_where_there_is_one():
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"
    state = taken(plays(f'[Termination "draw by repetition"]\n[Result "1/2-1/2"]\n\n{moves}\n')[0]).match.state
    assert state.ended.ending is ChessEnding.THREEFOLD


def test_a_mate_needs_no_word_and_a_result_that_contradicts_it_is_noted():
    mate = "1. f3 e5 2. g4 Qh4#"
    assert taken(plays(f"{mate} 0-1\n")[0]).match.state.ended.ending is ChessEnding.CHECKMATE
    assert content(f"{mate} 1-0").note == ('[ToldResult "1-0"]',)


def test_a_game_without_a_result_is_broken_off():
    assert taken(plays("1. e4 e5 *\n")[0]).match.status is Status.ABANDONED


# --- variants and positions ---


def test_chess960_is_told_by_its_number_or_by_a_position():
    head = '[Variant "Fischerandom"]\n[SetUp "1"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n'
    found = content("1. e4 e5 *", head)
    assert found.options.chess960 == 0
    assert [facts[0].san for _, facts in found.plays] == ["e4", "e5"]
    assert any("Fischerandom" in line for line in found.note)


@pytest.mark.parametrize("variant", ["Crazyhouse", "Atomic", "Antichess", "Horde"])
def test_other_variants_are_refused(variant):
    with pytest.raises(InvalidPlay, match=variant):
        content("1. e4 *", f'[Variant "{variant}"]\n')


@pytest.mark.parametrize("fen", ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "x" * 300])
def test_a_position_from_which_nothing_can_go_on_is_refused(fen):
    with pytest.raises(InvalidPlay):
        content("1. e4 *", f'[FEN "{fen}"]\n')


# --- what is broken ---


@pytest.mark.parametrize(
    ("moves", "good", "at", "word"),
    [
        ("1. e4 e5 2. Ke3 Nc6 *", 2, "line 2, column 13", "possible"),
        ("1. e4\ne5 {never\nclosed", 2, "line 3, column 4", "comment"),
        ("1. e4 -- 2. d4 *", 1, "line 2, column 7", "null move"),
        ("1. e4 e5 ) 2. d4", 2, "line 2, column 10", "closes nothing"),
        ("(1. e4) e5", 0, "line 2, column 1", "first move"),
        ("1. e4 e5 (1... c5", 2, "line 3, column 1", "closed"),
        ("1. e4 <x> e5", 1, "line 2, column 7", "<x> e5"),
    ],
)
def test_a_broken_game_gives_its_beginning_and_the_place_and_loses_nothing(moves, good, at, word):
    found = content(moves, '[Result "*"]')
    assert len(found.plays) == good
    assert found.broken.at == at
    assert word in str(found.broken.reason)
    kept = " ".join(one.content.text for one in found.notes if isinstance(one.content, Comment))
    rest = moves.split()[-1].strip("{}()")
    assert rest in kept or rest in str([one.actions for one in found.variations])


def test_moves_behind_the_end_by_the_rules_are_kept_as_text():
    found = content("1. f3 e5 2. g4 Qh4# 3. a3 a6 0-1")
    assert len(found.plays) == 4
    assert "a3 a6" in found.notes[-1].content.text
    assert found.broken is not None


def test_a_variation_goes_as_far_as_the_rules_let_it():
    found = content("1. e4 e5 (1... c5 2. Ke4 d6 {why} (2... a6)) (1... Qxe4) 2. Nf3 *")
    assert [[one["san"] for one in line.actions] for line in found.variations] == [["c5"]]
    texts = [(one.variation, one.content.text) for one in found.notes]
    assert texts == [(0, "Ke4 d6 {why} (2... a6)"), (None, "(1... Qxe4)")]


def test_a_null_move_in_a_variation_stays_text():
    found = content("1. e4 e5 (1... c5 2. -- d6 (2... a6)) 2. Nf3 *")
    assert found.broken is None
    assert [[one["san"] for one in line.actions] for line in found.variations] == [["c5"]]
    assert found.notes[0].content == Comment(text="-- d6 (2... a6)")


# --- files ---


def test_games_are_told_apart_by_headers_and_by_results():
    text = f"{HEAD}1. e4 1-0\n\n1. d4 *\n1. c4 {{a\n[Event of note]}} *\n{HEAD}1. e4 e5 1-0\n"
    found = plays(text)
    assert [moves_of(one) for one in found] == [
        ["e4"],
        ["d4"],
        ["c4"],
        ["e4", "e5"],
    ]
    assert [one.at for one in found] == ["line 1", "line 14", "line 15", "line 17"]


def test_a_comment_that_is_never_closed_ends_with_its_game():
    found = plays(f"{HEAD}1. e4 {{oh\n\n{HEAD}1. d4 *\n")
    assert [one.players[0].name for one in found] == ["Ada", "Ada"]
    broken = content_of(found[0]).broken
    assert broken is not None
    assert broken.at == "line 12, column 7"


def test_escaped_lines_are_left_out_and_counted():
    found = list(read(io.BytesIO(b"% a line\n1. e4 e5\n%(2. x\n2. Nf3 *\n"), Kind.PGN))
    assert found[-1] == Loss("escaped_lines", 2)
    assert isinstance(found[0], Play)
    assert len(content_of(found[0]).plays) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_names_are_read_in_utf_8_or_latin_1(encoding):
    [play] = plays('[White "Grünfeld"]\n[Black "Réti"]\n\n1. d4 {großartig} *\n'.encode(encoding))
    assert [one.name for one in play.players] == ["Grünfeld", "Réti"]
    assert content_of(play).notes[0].content == Comment(text="großartig")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_system(end):
    [play] = plays(f"{HEAD}1. e4 {{two\nlines}} e5 1-0\n".replace("\n", end))
    assert play.place == "Bologna"
    assert [text.split() for text in texts_of(content_of(play))] == [["two", "lines"]]


@pytest.mark.parametrize(
    "head", [b'[Event "x"]\n', b'\n\n[White "a"]\n', b'% x\n[Event "x"]\n', b"1. e4 e5 *", b'\xef\xbb\xbf[Event "x"]']
)
def test_pgn_is_recognised(head):
    assert kind_of(head) is Kind.PGN


@pytest.mark.parametrize("head", [b'["a", "b"]', b'{"format": "x"}', b"date,title\n", b"[]"])
def test_other_files_are_not_pgn(head):
    assert kind_of(head) is not Kind.PGN


def test_the_same_game_has_the_same_id_whatever_is_written_beside_it():
    first, second = plays(f"{HEAD}1. e4 {{good}} e5 1-0\n{HEAD}1. e4 ({'1. d4'}) e5! 1-0\n")
    assert second.id == f"{first.id}#2"
    [alone] = plays(f"{HEAD}1. e4\ne5+ 1-0\n")
    assert alone.id == first.id
    assert alone.game is not None
    assert first.game is not None
    assert alone.game.digest != first.game.digest


def test_headers_that_cannot_be_kept_are_counted():
    [play] = plays(f'[Annotator "{"x" * 5000}"]\n[Oops\x01 "y"]\n\n1. e4 *\n')
    assert play.losses == ("headers",)


def test_moves_are_played_as_they_stand_in_notation():
    assert content("1. e4 *").plays[0][0] == ChessMove(seat=0, san="e4")


def test_a_comment_of_which_nothing_can_be_seen_is_counted():
    assert content("1. e4 {\u3164\u2800} e5 {} *").losses == ("comments",)
