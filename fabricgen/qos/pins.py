"""Values an intent pins that contradict each other or have no effect on a platform."""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.qos.rooms import is_dynamic, pins_pattern
from fabricgen.qos.shape import Ground
from fabricgen.qos.watchdog import watchdog_problems


def pinned_problems(intent: Intent) -> Iterator[Problem]:
    """Yield pinned values that contradict each other; kind ``pinned-values``."""
    yield from watchdog_problems(intent)
    qos = intent.qos
    ecn, asked = qos.ecn, qos.headroom
    if ecn.kmin is not None and ecn.kmax is not None and ecn.kmin >= ecn.kmax:
        yield Problem(
            kind="pinned-values",
            message=f"Kmin {ecn.kmin} bytes is not below Kmax {ecn.kmax} bytes",
            hint="write a kmin below kmax; a quarter of it is usual",
            place=intent.place("qos", "ecn", "kmin"),
        )
    frame = asked.port_mtu
    if qos.buffer_model == "dynamic" and frame is not None and frame != qos.mtu:
        yield Problem(
            kind="pinned-values",
            message=f"headroom is to be made for a port MTU of {frame} bytes, but the dynamic buffer "
            f"model takes it from the ports, which have {qos.mtu}",
            hint="leave port_mtu out, or write qos.mtu",
            place=intent.place("qos", "headroom", "port_mtu"),
        )
    if asked.small_packets is not None and (asked.small_packets * 100).denominator != 1:
        yield Problem(
            kind="pinned-values",
            message=f"small_packets {float(asked.small_packets * 100):.10g} % is not a whole percentage",
            hint="SONiC knows whole percent; round up",
            place=intent.place("qos", "headroom", "small_packets"),
        )
    if ecn.pmax is not None and (ecn.pmax * 100).denominator != 1:
        yield Problem(
            kind="pinned-values",
            message=f"pmax {float(ecn.pmax * 100):.10g} % is not a whole percentage",
            hint="SONiC knows whole percent",
            place=intent.place("qos", "ecn", "pmax"),
        )


def unused_inputs(ground: Ground) -> Iterator[Problem]:
    """Yield inputs that have no effect on a platform; kind ``no-arithmetic``."""
    qos, where = ground.intent.qos, ground.where
    if qos.buffer_model == "dynamic" and not is_dynamic(ground):
        yield Problem(
            kind="no-arithmetic",
            message=f"{where}: SONiC has no dynamic buffer model for this ASIC, so its buffers are "
            "written out (traditional)",
            hint="write buffer_model: traditional, or use NVIDIA switches everywhere",
            place=ground.intent.place("qos", "buffer_model"),
        )
    if pins_pattern(qos) and ground.platform.asic.headroom_inputs is None:
        yield Problem(
            kind="no-arithmetic",
            message=f"{where}: no headroom arithmetic is published for this ASIC, so small_packets, "
            "lossless_mtu, port_mtu and gearbox_delay change nothing on it",
            hint="remove them, or supply headroom rows in a platform file of your own",
            place=ground.intent.place("qos", "headroom"),
        )
