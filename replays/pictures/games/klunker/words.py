"""The words of a picture of Klunker, in English and Italian."""

from typing import Final

from domain.games.klunker.events import KlunkerPhase
from domain.kernel.languages import Language

PHASES: Final[dict[Language, dict[KlunkerPhase, str]]] = {
    "en": {
        KlunkerPhase.DEAL: "cards are dealt",
        KlunkerPhase.STOCK: "phase 1, showcases are filled",
        KlunkerPhase.STORE: "phase 2, jewels are stored in the safes",
        KlunkerPhase.BUY: "phase 3, showcases are bought",
        KlunkerPhase.SELL: "phase 3, a complete set has to be sold first",
        KlunkerPhase.FINISHED: "the end",
    },
    "it": {
        KlunkerPhase.DEAL: "si distribuiscono le carte",
        KlunkerPhase.STOCK: "fase 1, si allestiscono le vetrine",
        KlunkerPhase.STORE: "fase 2, si riempiono le casseforti",
        KlunkerPhase.BUY: "fase 3, si comprano le vetrine",
        KlunkerPhase.SELL: "fase 3, prima va venduta una serie completa",
        KlunkerPhase.FINISHED: "la fine",
    },
}

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "set_up": "Set-up: {phase}",
        "situation": "Round {n}: {phase}",
        "hand": "Hand",
        "showcase": "Showcase",
        "safe": "Safe",
        "banknotes": "banknotes",
        "nothing": "empty",
        "start": "starts",
        "buys": "buys {n}",
        "ordinals": "1st 2nd 3rd 4th 5th",
        "notes": "{n} banknotes",
        "note": "1 banknote",
        "middle": "In the middle",
        "deck": "Deck",
        "buying": "Buying cards",
        "gone": "Out of the game",
        "legend": "Jewels",
        "deck_told": "{n} cards are left in the deck.",
        "gone_told": "Out of the game: {jewels}.",
        "seat_told": "{name}: {notes}; hand: {hand}; showcase: {showcase}; safe: {safe}.",
        "start_told": "{name} has the start card.",
        "buys_told": "{name} has buying card {n}.",
    },
    "it": {
        "set_up": "Preparazione: {phase}",
        "situation": "Round {n}: {phase}",
        "hand": "Mano",
        "showcase": "Vetrina",
        "safe": "Cassaforte",
        "banknotes": "banconote",
        "nothing": "vuota",
        "start": "inizia",
        "buys": "compra {n}",
        "ordinals": "1° 2° 3° 4° 5°",
        "notes": "{n} banconote",
        "note": "1 banconota",
        "middle": "Al centro del tavolo",
        "deck": "Mazzo",
        "buying": "Carte acquisto",
        "gone": "Fuori gioco",
        "legend": "Gioielli",
        "deck_told": "Nel mazzo restano {n} carte.",
        "gone_told": "Fuori gioco: {jewels}.",
        "seat_told": "{name}: {notes}; mano: {hand}; vetrina: {showcase}; cassaforte: {safe}.",
        "start_told": "{name} ha la carta di inizio.",
        "buys_told": "{name} ha la carta acquisto {n}.",
    },
}
