"""The words that the pictures of all games share, in English and Italian."""

from typing import Final

from domain.kernel.languages import Language

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "step": "step {n}",
        "set_up": "set-up",
        "as_public": "as everybody sees it",
        "as_seat": "as {name} sees it",
        "as_recorder": "with all that is known",
        "last": "Last action",
        "last_told": "Last action: {described}",
        "marked": "What it changed is outlined.",
        "turn": "To act:",
        "turn_told": "To act: {names}.",
        "chance": "Cards are awaited.",
        "over": "The match is over.",
        "winner": "Winner:",
        "winners": "Winners:",
        "won": "The match is over. {names} wins.",
        "won_together": "The match is over. {names} win.",
        "points": "{n} points",
        "point": "1 point",
        "secret": "secret",
        "table": "the middle of the table",
        "chart": "standings by step",
        "steps": "steps",
        "curve": "{name}: {first} at step {first_step}, {top} at the most, at step {top_step}, "
        "{last} at step {last_step}.",
        "curve_secret": "{name}: secret.",
        "gap": "No line: the score is secret there.",
        "remarks": "Notes on this step",
        "glyph_told": "{symbol} ({meaning}), by {authors}.",
        "mark_told": "Mark {label}, {colour}, by {authors}: {what}.",
        "arrow": "from {start} to {end}",
        "nowhere": "{place} (not in this picture)",
        "more_marks": "{n} more marks aren’t shown.",
        "green": "green",
        "red": "red",
        "blue": "blue",
        "yellow": "yellow",
    },
    "it": {
        "step": "passo {n}",
        "set_up": "preparazione",
        "as_public": "come la vedono tutti",
        "as_seat": "come la vede {name}",
        "as_recorder": "con tutto ciò che è noto",
        "last": "Ultima azione",
        "last_told": "Ultima azione: {described}",
        "marked": "Ciò che ha cambiato è bordato.",
        "turn": "Tocca a:",
        "turn_told": "Tocca a: {names}.",
        "chance": "Si attendono le carte.",
        "over": "La partita è finita.",
        "winner": "Vince:",
        "winners": "Vincono:",
        "won": "La partita è finita. Vince {names}.",
        "won_together": "La partita è finita. Vincono {names}.",
        "points": "{n} punti",
        "point": "1 punto",
        "secret": "segreto",
        "table": "il centro del tavolo",
        "chart": "punteggi passo per passo",
        "steps": "passi",
        "curve": "{name}: {first} al passo {first_step}, al massimo {top}, al passo {top_step}, "
        "{last} al passo {last_step}.",
        "curve_secret": "{name}: segreto.",
        "gap": "Senza linea: lì il punteggio è segreto.",
        "remarks": "Note a questo passo",
        "glyph_told": "{symbol} ({meaning}), di {authors}.",
        "mark_told": "Segno {label}, {colour}, di {authors}: {what}.",
        "arrow": "da {start} a {end}",
        "nowhere": "{place} (non è in questa figura)",
        "more_marks": "Altri {n} segni non sono mostrati.",
        "green": "verde",
        "red": "rosso",
        "blue": "blu",
        "yellow": "giallo",
    },
}


def say(language: Language, phrase: str, **words: object) -> str:
    """One of the words, filled in."""
    return WORDS[language][phrase].format(**words)
