"""What the pages say about opening and removing a match, in English and Italian."""

from collections.abc import Mapping
from typing import Final

NEW_MATCH: Final[Mapping[str, tuple[str, str]]] = {
    "new_match": ("New match", "Nuova partita"),
    "which_game": ("Which game?", "Quale gioco?"),
    "another_game": ("Another game", "Un altro gioco"),
    "who_plays": ("Who plays, in the order of the seats", "Chi gioca, nell’ordine dei posti"),
    "place_number": ("Seat", "Posto"),
    "nobody": ("nobody", "nessuno"),
    "last_table": ("The table of last time", "Il tavolo dell’ultima volta"),
    "who_plays_most": ("Who plays most", "Chi gioca di più"),
    "or_somebody_new": ("or somebody new", "o qualcuno di nuovo"),
    "starts": ("starts", "inizia"),
    "find_people": ("Find somebody", "Cerca qualcuno"),
    "find": ("Find", "Cerca"),
    "as_table_needs": ("What fits the number of players", "Quello che va per il numero di giocatori"),
    "for_players": ("players", "giocatori"),
    "played_on": ("Date", "Data"),
    "where": ("Place", "Luogo"),
    "who_may_see": ("Who may see it", "Chi può vederla"),
    "visibility_public": ("everybody", "tutti"),
    "visibility_unlisted": ("whoever has the address", "chi ha l’indirizzo"),
    "visibility_private": ("whoever is signed in", "chi ha fatto l’accesso"),
    "open_match": ("Begin", "Comincia"),
    "too_few_people": ("That’s too few people for this game.", "Sono troppo pochi per questo gioco."),
    "too_many_people": ("That’s too many people for this game.", "Sono troppi per questo gioco."),
    "same_person_twice": ("The same person sits there twice.", "La stessa persona è seduta due volte."),
    "is_it_this_one": ("Somebody has this name: is it this one?", "Qualcuno ha già questo nome: è questa persona?"),
    "yes_it_is": ("Yes:", "Sì:"),
    "matches_played": ("matches", "partite"),
    "last_on": ("last on", "l’ultima il"),
    "somebody_else_called": ("No, somebody else called", "No, un’altra persona di nome"),
    "remove_match": ("Remove this match", "Rimuovi questa partita"),
    "remove_help": (
        "It will be gone for everybody and count nowhere, and comments with it. This can’t be undone.",
        "Sparirà per tutti e non conterà più, e i commenti con lei. Non si può annullare.",
    ),
    "sure": ("It was recorded by mistake, or nobody wants it", "È stata registrata per sbaglio, o nessuno la vuole"),
    "remove": ("Remove it for good", "Rimuovila per sempre"),
}
