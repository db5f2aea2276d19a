"""Where the address block of a leaf and rail lies inside a slice of the hosts pool.

Back-end: rail | unit | block. Other fabrics: leaf | block. All widths follow from the design of a
leaf, never from how many nodes there are, so growth moves no block.
"""

from dataclasses import dataclass

from fabricgen.model.topology import Device, FabricSize, Link, LinkKind, Topology

_FEWEST_RAIL_BITS = 3
_FEWEST_BLOCK_BITS = 8
_ACCESS_RESERVED = 3  # network, gateway and broadcast address of a VLAN subnet


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockLayout:
    """How the host bits of a slice are cut for one fabric.

    ``needed_bits`` is what the design needs of a slice. Where NICs have ``homes`` leaves in a plane,
    a unit has so many blocks a rail.
    """

    fabric: str
    rail_bits: int
    block_bits: int
    slice_bits: int
    needed_bits: int
    homes: int = 1

    def position(self, leaf: Device) -> int:
        """Return the position of a leaf's block: by unit and home in the back-end, else by index."""
        if self.fabric != "backend":
            return leaf.index
        return leaf.unit * self.homes + leaf.index % self.homes

    @property
    def prefix_length(self) -> int:
        """Prefix length of a block."""
        return 32 - self.block_bits

    def offset(self, rail: int, position: int) -> int:
        """Return where a block starts in its slice.

        Args:
            rail: Rail of the back-end, 0 elsewhere.
            position: What ``position`` returns for the leaf.
        """
        high = rail << (self.slice_bits - self.rail_bits) if self.rail_bits else 0
        return high + (position << self.block_bits)


def layout_of(topology: Topology, size: FabricSize, slice_bits: int) -> BlockLayout:
    """Return the block layout of a fabric in a slice of ``slice_bits`` host bits."""
    if size.name == "backend":
        rails = 1 + max((rail for device in topology.devices for rail in device.rails), default=0)
        rail_bits = max(_FEWEST_RAIL_BITS, (rails - 1).bit_length())
        positions = size.units_planned * size.homes
    else:
        rail_bits = 0
        positions = size.leaves_planned
    addresses = (
        size.leaf_host_ports + _ACCESS_RESERVED if size.name == "oob" else 2 * size.leaf_host_ports
    )
    block_bits = max(_FEWEST_BLOCK_BITS, (addresses - 1).bit_length())
    return BlockLayout(
        fabric=size.name,
        rail_bits=rail_bits,
        block_bits=block_bits,
        slice_bits=slice_bits,
        needed_bits=rail_bits + block_bits + (positions - 1).bit_length(),
        homes=size.homes,
    )


def link_offset(link: Link, slice_bits: int) -> int:
    """Return where the even address of a link between switches lies in its slice.

    Links to super-spines have the upper half of the slice, all others the lower one.
    """
    upper = link.kind is LinkKind.SPINE_SUPER_SPINE
    return 2 * link.number + (1 << (slice_bits - 1) if upper else 0)
