"""Which devices the files describe, and which ones a plan names beside them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fabricgen.configdb.cabling import Cable
from fabricgen.model.configdb import ConfigDb
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.order import natural


def by_name(configs: Sequence[ConfigDb]) -> tuple[Mapping[str, ConfigDb], tuple[ConfigDb, ...]]:
    """Return the files by hostname in natural order, and the further files of a hostname."""
    devices: dict[str, ConfigDb] = {}
    ordered = sorted(configs, key=lambda one: (natural(one.device), one.file))
    repeated = [one for one in ordered if devices.setdefault(one.device, one) is not one]
    return devices, tuple(repeated)


def repetitions(devices: Mapping[str, ConfigDb], repeated: Iterable[ConfigDb]) -> Iterator[Problem]:
    """Yield a problem for every further file of a hostname."""
    for config in repeated:
        first = devices[config.device]
        yield Problem(
            kind="repeated-hostname",
            message=f"two files say hostname {config.device!r}: {first.file} and {config.file}",
            hint="give each device its own hostname; only the first file takes part in fabric checks",
            place=config.place("DEVICE_METADATA", "localhost", "hostname"),
        )


def absences(
    devices: Mapping[str, ConfigDb], cables: Iterable[Cable], planned: Sequence[str]
) -> Iterator[Problem]:
    """Yield what the plan names and no file has, and the files that the plan does not name."""
    lacking: dict[str, tuple[str, Place]] = {
        name: ("the intent plans it", Place(device=name)) for name in planned if name not in devices
    }
    for cable in cables:
        for end in (cable.a, cable.b):
            if end.device not in devices and end.port.startswith("Ethernet"):
                reason = f"the cabling file has a cable at its port {end.port}"
                lacking.setdefault(end.device, (reason, cable.place.on_device(end.device)))
    for name, (reason, place) in lacking.items():
        yield Problem(
            kind="device-without-file",
            message=f"{name} has no configuration file, but {reason}",
            hint="render the folder again, or take the device out of the plan",
            place=place,
        )
    known = frozenset(planned)
    for name in devices if planned else ():
        if name not in known:
            yield Problem(
                kind="device-not-planned",
                message=f"{name} has a configuration file, but is none of the {len(planned)} devices "
                "of the intent",
                hint="remove the file, or correct its hostname",
                place=devices[name].place("DEVICE_METADATA", "localhost", "hostname"),
            )
