"""What the pages say, in English and Italian."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Final

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

from domain.kernel.game import Language
from service.web.match_words import NEW_MATCH
from service.web.record_words import RECORDING
from service.web.rules_words import RULES
from service.web.sign_in_words import SIGN_IN
from service.web.site_words import SITE

_SAID: Final[dict[str, tuple[str, str]]] = {
    "about": ("Tabletop games, recorded and replayed", "Giochi da tavolo, registrati e rivisti"),
    "skip": ("Skip to content", "Vai al contenuto"),
    "site": ("Site", "Sito"),
    "home": ("Home", "Inizio"),
    "api": ("API", "API"),
    "recent_matches": ("Recent matches", "Partite recenti"),
    "no_matches": ("There is no match to show yet.", "Non c’è ancora nessuna partita da mostrare."),
    "no_player_matches": ("There is no match to show.", "Non c’è nessuna partita da mostrare."),
    "newest": ("Newest matches", "Partite più recenti"),
    "older": ("Older matches", "Partite precedenti"),
    "more": ("More", "Altri"),
    "leaders": ("Leaders", "Classifiche"),
    "no_leaders": ("Nobody has finished a match yet.", "Nessuno ha ancora finito una partita."),
    "players": ("Players", "Giocatori"),
    "players_hidden": (
        "Who plays here is shown to those who have signed in.",
        "Chi gioca qui è mostrato a chi ha fatto l’accesso.",
    ),
    "player": ("Player", "Giocatore"),
    "status_playing": ("in play", "in corso"),
    "status_finished": ("finished", "finita"),
    "status_abandoned": ("abandoned", "interrotta"),
    "simulation": ("sample", "esempio"),
    "matches": ("Matches", "Partite"),
    "wins": ("Wins", "Vittorie"),
    "mean_score": ("Mean score", "Punteggio medio"),
    "best_score": ("Best score", "Miglior punteggio"),
    "rating": ("Rating", "Rating"),
    "statistics": ("Statistics", "Statistiche"),
    "step": ("Step", "Passo"),
    "steps": ("Steps", "Passi"),
    "of": ("of", "di"),
    "set_up": ("The set-up", "La preparazione"),
    "first": ("First step", "Primo passo"),
    "previous": ("Back", "Indietro"),
    "next": ("Forward", "Avanti"),
    "last": ("Last step", "Ultimo passo"),
    "previous_part": ("Phase before", "Fase precedente"),
    "next_part": ("Next phase", "Fase successiva"),
    "go": ("Go", "Vai"),
    "round": ("Round", "Round"),
    "keys": (
        "Keys: ← → one step, Page Up and Page Down one phase, Home and End to the ends.",
        "Tasti: ← → un passo, Pag↑ e Pag↓ una fase, Inizio e Fine gli estremi.",
    ),
    "board": ("The table", "Il tavolo"),
    "moves": ("Moves", "Mosse"),
    "standings": ("Standings", "Punteggi"),
    "rank": ("Rank", "Posto"),
    "score": ("Score", "Punti"),
    "secret": ("secret", "segreto"),
    "winner": ("winner", "vince"),
    "comments": ("Comments on this step", "Commenti a questo passo"),
    "no_comments": ("None.", "Nessuno."),
    "comment_on": ("Write a comment", "Scrivi un commento"),
    "comment": ("Comment", "Commento"),
    "comment_help": ("It may have Markdown: *so* and **so**.", "Può avere Markdown: *così* e **così**."),
    "audience": ("For", "Per"),
    "audience_public": ("everybody", "tutti"),
    "audience_shared": ("whoever is signed in", "chi ha fatto l’accesso"),
    "audience_private": ("only me", "solo me"),
    "send": ("Send", "Invia"),
    "token": ("Token", "Token"),
    "gone": ("On moves that were taken back", "Su mosse annullate"),
    "viewer": ("Seen by", "Visto da"),
    "viewer_public": ("everybody", "tutti"),
    "viewer_recorder": ("who knows all", "chi sa tutto"),
    "show": ("Show", "Mostra"),
    "variation": ("Variation", "Variante"),
    "variations": ("Variations", "Varianti"),
    "leaves": ("From step", "Dal passo"),
    "leaves_variation": ("From another variation, at its step", "Da un’altra variante, al suo passo"),
    "not_played": ("This wasn’t played.", "Questo non è stato giocato."),
    "begins_here": ("Here it leaves what was played.", "Qui lascia ciò che è stato giocato."),
    "obstacle": ("It doesn’t go on:", "Non prosegue:"),
    "back_to_match": ("Back to the match", "Torna alla partita"),
    "back_to_variation": ("Back to the variation that it leaves", "Torna alla variante che lascia"),
    "to_the_newest": ("The match goes on. To the newest step", "La partita continua. Al passo più recente"),
    "loading_failed": ("The step couldn’t be loaded.", "Impossibile caricare il passo."),
    "sign_in": ("Sign in", "Accedi"),
    "sign_out": ("Sign out", "Esci"),
    "token_help": (
        "Whoever records gives out tokens. The owner’s is in the file owner-token in the service’s data folder.",
        "I token li distribuisce chi registra. Quello del proprietario è nel file owner-token nella cartella dei dati.",
    ),
    "token_wrong": (
        "This token isn’t known, has expired, or was revoked.",
        "Questo token non è noto, è scaduto o è stato revocato.",
    ),
    "fault": ("That didn’t work", "Non è andata"),
    "fault_help": ("Try again in a moment.", "Riprova tra un momento."),
    "fault_400": ("The request isn’t right", "La richiesta non è giusta"),
    "fault_400_help": (
        "Something in the address or the form isn’t as it has to be.",
        "Qualcosa nell’indirizzo o nel modulo non è come dovrebbe.",
    ),
    "fault_403": ("That isn’t allowed", "Non è permesso"),
    "fault_403_help": (
        "It takes a token that allows it; perhaps you have another one.",
        "Serve un token che lo permetta; forse ne hai un altro.",
    ),
    "fault_404": ("There is nothing here", "Qui non c’è niente"),
    "fault_404_help": (
        "The address is wrong, or it takes a token to see what is here.",
        "L’indirizzo è sbagliato, oppure serve un token per vedere quello che c’è.",
    ),
    "fault_405": ("That can’t be done here", "Qui non si può fare"),
    "fault_405_help": ("The address doesn’t take it.", "L’indirizzo non lo accetta."),
    "fault_422": ("That can’t be kept", "Non si può conservare"),
    "fault_422_help": (
        "Go back: what you have written is still there.",
        "Torna indietro: quello che hai scritto c’è ancora.",
    ),
    "fault_429": ("Too many tries", "Troppi tentativi"),
    "fault_429_help": ("Wait for a minute, and look at the token.", "Aspetta un minuto e controlla il token."),
    "fault_500": ("Something went wrong here", "Qualcosa è andato storto"),
    "fault_500_help": ("The fault was logged.", "L’errore è stato registrato."),
}

_ALL: Final = {**_SAID, **SITE, **SIGN_IN, **NEW_MATCH, **RECORDING, **RULES}

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {name: said[0] for name, said in _ALL.items()},
    "it": {name: said[1] for name, said in _ALL.items()},
}
"""Every word in each language."""


@lru_cache(maxsize=4096)
def day(when: date, language: Language) -> str:
    """A date as it is written: 5 March 2026."""
    return format_date(when, "d MMMM y", locale=language)


@lru_cache(maxsize=4096)
def decimal(number: float | None, language: Language) -> str:
    """A number with one decimal, with the sign that the language has for it; a dash for none."""
    if number is None:
        return "–"
    return format_decimal(number, "0.0", locale=language).replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=4096)
def percent(share: float | None, language: Language) -> str:
    """A share of 1 in per cent, without decimals; a dash for none."""
    return "–" if share is None else format_percent(share, "0%", locale=language)


def duration_of(seconds: float, language: Language) -> str:
    """So many seconds as hours and minutes: 1 hr, 23 min."""
    minutes = round(seconds / 60)
    parts = [(minutes // 60, "hour"), (minutes % 60, "minute")]
    shown = [(number, unit) for number, unit in parts if number] or [(0, "minute")]
    return " ".join(format_unit(number, f"duration-{unit}", length="short", locale=language) for number, unit in shown)
