"""How a family stops: with the problem that stopped it."""

from fabricgen.model.diagnostic import Place, Problem


class Refused(Exception):  # noqa: N818 - it carries a user's mistake, not a fault of the program
    """Raised inside the room when a fabric cannot be built; ``build`` records its problem."""

    def __init__(self, kind: str, message: str, hint: str, place: Place) -> None:
        super().__init__(message)
        self.problem = Problem(kind=kind, message=message, hint=hint, place=place)
