"""A read-only mapping whose values are read when they are asked for."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Lazy(Mapping[str, Value], Generic[Value]):
    """Names known at once, values made on first use and kept.

    ``aliases`` is called once, and only when a name is not among ``names``; it maps further names
    to those of ``names``. Iteration and length count ``names`` only.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        read: Callable[[str], Value],
        aliases: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._names = dict.fromkeys(names)
        self._read = read
        self._find_aliases = aliases
        self._aliases: Mapping[str, str] | None = None
        self._values: dict[str, Value] = {}

    @property
    def aliases(self) -> Mapping[str, str]:
        """Further names and what they stand for."""
        if self._aliases is None:
            self._aliases = self._find_aliases()
        return self._aliases

    def __getitem__(self, name: str) -> Value:
        """Return the value of a name or alias.

        Raises:
            KeyError: The name is unknown.
        """
        if name not in self._names:
            name = self.aliases[name]
        if name not in self._values:
            self._values[name] = self._read(name)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names or name in self.aliases

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
