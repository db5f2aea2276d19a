"""What NICs, PCIe and scale-up links give, in bytes per second and direction, with their sources."""

# Latency of one ring step on Ethernet, and the share of line rate that payload gets: the alpha-beta fit of SimAI's
# published Spectrum-X table (256 GPUs, rings of 32, 400G): 4.50 us, 46.22 of 50 GB/s.
STEP_LATENCY_S = 4.5e-6
NIC_EFFICIENCY = 0.924
# Latency of a ring step inside a scale-up domain (assumption: a tenth of a microsecond order, below 1 us).
SCALE_UP_LATENCY_S = 1e-6
# NCCL rings reach 370 of 450 GB/s on NVLink 4 (nccl-tests issue 212).
SCALE_UP_EFFICIENCY = 0.82
# NVLink SHARP reaches 480 GB/s of bus bandwidth on 8 H100 with 450 GB/s (nccl issues 1374 and 1455).
IN_NETWORK_EFFICIENCY = 480 / 450
# Share of PCIe that payload gets (SimAI calbusbw.h), and raw GB/s of x16, one way (PCI-SIG).
PCIE_EFFICIENCY = 0.8
_PCIE_X16 = {3: 15.75e9, 4: 31.5e9, 5: 63.0e9, 6: 121.0e9}
# SimAI rounds Gen4 and Gen5 x16 to 32 and 64 GB/s and takes 0.8 of them.
_SIMAI_PCIE_X16 = {4: 32e9, 5: 64e9}
# Usable rates that SimAI measured: CX7/BF3 at 400G, CX6 at 200G (calbusbw.h).
SIMAI_NIC = {400_000: 48.5e9, 200_000: 23.5e9}
# NVLink per link and direction in SimAI, times links: H100 18, H800 8, A100 12.
SIMAI_SCALE_UP = {"h100": 20.6e9 * 18, "h800": 20.6e9 * 8, "a100": 20.0e9 * 12}


def line_rate(mbps: int) -> float:
    """Return the bytes per second of a link."""
    return mbps * 1e6 / 8


def pcie_x16(generation: int, *, simai: bool = False) -> float:
    """Return the usable bytes per second of a x16 slot, one way.

    Args:
        generation: 3 to 6; SimAI's rounding knows 4 and 5.
        simai: Whether to round as SimAI does (Gen5: 51.2 GB/s instead of 50.4).

    Raises:
        KeyError: The generation is not known.
    """
    return PCIE_EFFICIENCY * (_SIMAI_PCIE_X16 if simai else _PCIE_X16)[generation]


def pcie_generation(nic_mbps: int) -> int:
    """Return the PCIe generation whose x16 slot serves a NIC: 4 to 200G, 5 to 400G, 6 above."""
    return 4 if nic_mbps <= 200_000 else 5 if nic_mbps <= 400_000 else 6


def nic_rate(mbps: int, generation: int | None = None, sharing: int = 1) -> tuple[float, str]:
    """Return the usable rate of a NIC, and what limits it: the NIC or its part of a PCIe x16 link.

    Args:
        mbps: The line rate.
        generation: PCIe generation of the slot, None for the one the rate is made for.
        sharing: NICs that share the link to the host.
    """
    wire = line_rate(mbps) * NIC_EFFICIENCY
    chosen = generation or pcie_generation(mbps)
    slot = pcie_x16(chosen) / sharing
    if slot < wire:
        shared = f" shared by {sharing} NICs" if sharing > 1 else " of the NIC"
        return slot, f"PCIe Gen{chosen} x16{shared}"
    return wire, "the NIC"
