"""What the pages say about signing in and joining, in English and Italian."""

from collections.abc import Mapping
from typing import Final

SIGN_IN: Final[Mapping[str, tuple[str, str]]] = {
    "signed_in_as": ("Signed in as", "Accesso come"),
    "role_owner": ("Owner", "Proprietario"),
    "role_recorder": ("Recorder", "Segnapunti"),
    "role_annotator": ("Commentator", "Commentatore"),
    "role_reader": ("Reader", "Lettore"),
    "role_seat": ("Player", "Giocatore"),
    "role_other": ("Signed in", "Accesso fatto"),
    "join": ("Join", "Entra"),
    "join_with": ("Join with code", "Entra con il codice"),
    "code": ("Code", "Codice"),
    "code_help": (
        "Six signs, which whoever records shows you. Large or small letters, with or without a space.",
        "Sei segni, che ti mostra chi registra. Maiuscole o minuscole, con o senza spazio.",
    ),
    "code_wrong": (
        "This code isn’t good, or isn’t good any more. Ask for another one.",
        "Questo codice non è valido, o non lo è più. Chiedine un altro.",
    ),
    "have_code": ("I have a code", "Ho un codice"),
    "invite": ("Invite somebody", "Invita qualcuno"),
    "invite_help": (
        "Whoever scans the code, or types it at the address below, joins with their own phone or computer.",
        "Chi inquadra il codice, o lo scrive all’indirizzo qui sotto, entra con il proprio telefono o computer.",
    ),
    "invite_as": ("As", "Come"),
    "invite_recorder": (
        "Recorder: opens matches, records and corrects them",
        "Segnapunti: apre le partite, le registra e le corregge",
    ),
    "invite_annotator": ("Commentator: reads everything and comments", "Commentatore: legge tutto e commenta"),
    "invite_reader": ("Reader: reads everything", "Lettore: legge tutto"),
    "show_code": ("Show a code", "Mostra un codice"),
    "show_codes": ("Show the codes", "Mostra i codici"),
    "new_codes_help": (
        "The codes that you showed for these seats before are then good no longer. Whoever has joined stays.",
        "I codici mostrati prima per questi posti non saranno più validi. Chi è già entrato resta.",
    ),
    "type_at": ("or type at", "oppure scrivi a"),
    "qr_of": ("QR code to join", "Codice QR per entrare"),
    "phones": ("Phones for the seats", "Telefoni per i posti"),
    "phones_help": (
        "Everybody scans the code of their own seat; that phone then shows what this player sees, and plays for them.",
        "Ognuno inquadra il codice del proprio posto: quel telefono mostra ciò che vede il giocatore, e gioca per lui.",
    ),
    "good_for": ("Good for 12 hours.", "Valido per 12 ore."),
    "plain_http": (
        "This page came over plain HTTP: others in the same network could read along. At home that may do.",
        "Questa pagina è arrivata via HTTP semplice: altri nella stessa rete potrebbero leggere. A casa può andare.",
    ),
}
