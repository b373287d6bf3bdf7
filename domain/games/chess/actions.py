"""What is chosen when a game of chess is opened, and what people do in it, as on the wire."""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, field

from domain.games.chess.meta import ChessGround, ChessPromotion, ChessResult, ChessRuling
from domain.kernel.actions import SeatAction
from domain.kernel.game import Options

MOST_FEN: Final = 100
MOST_TIME: Final = 100
MOST_CLOCK: Final = 100 * 3600 * 1000

Square = Annotated[str, Meta(pattern="^[a-h][1-8]$", description="A square, such as `e4`.")]
San = Annotated[
    str,
    Meta(
        min_length=2,
        max_length=10,
        pattern="^[!-~]+$",
        description="The move in algebraic notation with English letters, such as `Nf3` (C7.1).",
    ),
]
Clock = Annotated[
    int, Meta(ge=0, le=MOST_CLOCK, description="What the clock of the player then shows, in milliseconds (C7.3).")
]


class ChessOptions(Options, frozen=True, kw_only=True):
    """What is chosen when a game is opened."""

    fen: Annotated[
        str,
        Meta(
            max_length=MOST_FEN,
            pattern="^[ -~]*$",
            description="The position to begin from, in Forsyth-Edwards notation; empty for the usual one (C1.4).",
        ),
    ] = ""
    chess960: (
        Annotated[int, Meta(ge=0, le=959, description="The number of the set-up of Chess960, if it is one (C1.3).")]
        | None
    ) = None
    time_control: Annotated[
        str,
        Meta(
            max_length=MOST_TIME,
            pattern=r"^[^\x00-\x1f\x7f]*$",
            description="The time that the players have, such as `90+30`, as people write it (C1.6).",
        ),
    ] = ""


class ChessMove(SeatAction, frozen=True, kw_only=True, tag="move"):
    """A move, told by its squares or in algebraic notation (C7)."""

    from_: Annotated[Square, Meta(description="The square from which a piece goes (C7.2).")] | None = field(
        name="from", default=None
    )
    to: (
        Annotated[
            Square, Meta(description="The square to which it goes; in castling in Chess960 that of the rook (C7.2).")
        ]
        | None
    ) = None
    promotion: Annotated[ChessPromotion, Meta(description="What a pawn becomes (C3.8).")] | None = None
    san: San | None = None
    clock_ms: Clock | None = None


class ChessOffer(SeatAction, frozen=True, kw_only=True, tag="offer_draw"):
    """A draw is offered (C5.6)."""


class ChessAccept(SeatAction, frozen=True, kw_only=True, tag="accept_draw"):
    """The draw that the opponent has offered is agreed on (C5.7)."""


class ChessDecline(SeatAction, frozen=True, kw_only=True, tag="decline_draw"):
    """The draw that the opponent has offered is declined (C5.7)."""


class ChessClaim(SeatAction, frozen=True, kw_only=True, tag="claim_draw"):
    """A draw is claimed, for the position on the board or with a move that is only written down (C5.4, C5.5)."""

    ground: Annotated[ChessGround, Meta(description="Why it is a draw.")]
    san: San | None = None


class ChessResign(SeatAction, frozen=True, kw_only=True, tag="resign"):
    """The player gives up (C6.2)."""


class ChessFlag(SeatAction, frozen=True, kw_only=True, tag="flag"):
    """The time of the player has run out (C6.3)."""

    seat: Annotated[int, Meta(ge=0, le=15, description="Whose time it is.")]


class ChessRule(SeatAction, frozen=True, kw_only=True, tag="ruling"):
    """The table says how the game has ended, where the board doesn't (C6.5)."""

    seat: Annotated[int, Meta(ge=0, le=15, description="Who says so: nobody who wins by it (C6.5).")]
    result: Annotated[ChessResult, Meta(description="White's score first.")]
    reason: Annotated[ChessRuling, Meta(description="Why.")] = ChessRuling.UNKNOWN


ChessAction: TypeAlias = (
    ChessMove | ChessOffer | ChessAccept | ChessDecline | ChessClaim | ChessResign | ChessFlag | ChessRule
)
