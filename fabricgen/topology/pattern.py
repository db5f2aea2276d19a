"""How the NIC ports of a unit meet its leaves: what tells the back-end families apart."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabricgen.topology.rails import Rails


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A back-end family.

    ``leaf_per_rail`` says that a leaf serves one rail (else all of them), ``spine_per_rail`` that the
    rails meet at no spine, and ``dual`` that a NIC has two leaves.
    """

    name: str
    leaf_per_rail: bool = True
    spine_per_rail: bool = False
    dual: bool = False

    def leaves_per_unit(self, rails: Rails) -> int:
        """Return the leaves of a unit in one plane, at most."""
        return rails.rails * rails.homes if self.leaf_per_rail else 1

    def groups(self, rails: Rails) -> int:
        """Return how many sets of spines there are in a pod and plane."""
        return rails.rails if self.spine_per_rail else 1

    def group_leaves(self, rails: Rails) -> int:
        """Return the leaves of a unit that meet at the same spines."""
        return self.leaves_per_unit(rails) // self.groups(rails)

    def ports_per_node(self, rails: Rails) -> int:
        """Return the ports of a leaf that a node takes."""
        return 1 if self.leaf_per_rail else rails.rails

    def rails_at(self, slot: int, rails: Rails) -> tuple[int, ...]:
        """Return the rails of a leaf by its slot in the unit."""
        if self.leaf_per_rail:
            return (slot // rails.homes,)
        return tuple(range(rails.rails))

    def slots(self, nics: int, rails: Rails) -> Iterator[int]:
        """Yield the slots of the leaves of a unit whose nodes have ``nics`` NICs."""
        yield from range(nics * rails.homes if self.leaf_per_rail else 1)

    def slot_of(self, rail: int, home: int, rails: Rails) -> int:
        """Return the slot of the leaf that serves a rail (and home, of two)."""
        return rail * rails.homes + home if self.leaf_per_rail else 0

    def port_of(self, position: int, rail: int, rails: Rails) -> int:
        """Return which down port of the leaf a NIC has, by the node's position in its unit."""
        return position if self.leaf_per_rail else position * rails.rails + rail
