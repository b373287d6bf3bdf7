"""How annotations and variations are refused."""


class InvalidAnnotation(Exception):  # noqa: N818  # like RuleViolation
    """An annotation or variation that can't be so.

    Attributes:
        pointer: where in the request it lies, a JSON pointer (RFC 6901).
        message: what is wrong, for people, in one English sentence.
    """

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message
