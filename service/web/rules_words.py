"""What the page of a game's rules says, in English and Italian."""

from typing import Final

RULES: Final[dict[str, tuple[str, str]]] = {
    "rules": ("Rules", "Regole"),
    "rules_of": ("The rules of {title}", "Le regole di {title}"),
    "rules_contents": ("Contents", "Indice"),
    "rules_language": (
        "These rules haven’t been translated yet, so they are in English.",
        "Queste regole non sono ancora tradotte e restano in inglese.",
    ),
    "rules_readings": (
        "What is underlined like this is a reading: how the software plays where the printed rules are unclear.",
        "Ciò che è sottolineato così è un’interpretazione: come gioca il programma dove il regolamento non è chiaro.",
    ),
}
