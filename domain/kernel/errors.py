"""The ways in which a game says no."""


class RuleViolation(Exception):  # noqa: N818  # a violation is the domain's word, as in "rule violation"
    """An action that the rules refuse.

    Attributes:
        clause: the number of the clause it breaks, such as ``K6.3``.
        message: what is wrong, for people, in one English sentence.
    """

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(f"{clause}: {message}")
        self.clause = clause
        self.message = message


class InvalidSetup(Exception):  # noqa: N818  # like RuleViolation
    """Options or seats with which the game can't be set up.

    Attributes:
        pointer: where in the request it lies, a JSON pointer (RFC 6901) such as ``/options/start_seat``.
        message: what is wrong, for people, in one English sentence.
        clause: the clause it breaks, if one does.
    """

    def __init__(self, pointer: str, message: str, clause: str | None = None) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message
        self.clause = clause
