"""Why a value is refused, before it is known where it stands."""


class Refusal(Exception):  # noqa: N818 - it is the answer of a form, not a failure of the program
    """A value is not of the form a key asks for.

    ``kind`` names the problem, ``message`` the fact, ``hint`` what to change.
    """

    def __init__(self, kind: str, message: str, hint: str = "") -> None:
        super().__init__(kind, message, hint)
        self.kind = kind
        self.message = message
        self.hint = hint


def shown(text: str, limit: int = 60) -> str:
    """Return ``text`` for a message: on one line, in quotes when it could be misread, cut at ``limit``."""
    cut = text if len(text) <= limit else f"{text[:limit]}..."
    if cut and cut.isprintable() and " " not in cut:
        return cut
    return repr(cut)
