"""The catalogue's PORT tables, headroom rows and pools against the platform facts."""

from pathlib import Path

import pytest
import yaml
from facts_expander import fact_ports

from fabricgen.catalogue import load, port_row

PLATFORMS = tuple(load().platforms)


def facts(shared: Path, platform: str) -> dict:
    path = shared / "hardware" / f"{platform}.yaml"
    return yaml.load(path.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.mark.parametrize("name", PLATFORMS)
def test_every_port_of_every_hwsku_equals_the_facts(shared: Path, name: str) -> None:
    known, platform = facts(shared, name), load().platforms[name]
    assert set(known["hwskus"]) == set(platform.hwskus)
    for sku, entry in known["hwskus"].items():
        ports = platform.hwskus[sku].ports
        expected = fact_ports(known, sku)
        assert {port.name: port_row(port) for port in ports} == expected, sku
        assert [port.name for port in ports] == list(expected), sku
        if "port_count" in entry:
            assert len(ports) == entry["port_count"]


@pytest.mark.parametrize("name", PLATFORMS)
def test_headroom_rows_and_pools_equal_the_facts(shared: Path, name: str) -> None:
    known, platform = facts(shared, name), load().platforms[name]

    def resolved(sku: str, key: str) -> object:
        value = known["hwskus"][sku].get(key)
        while isinstance(value, str) and value.startswith("same as "):
            value = known["hwskus"][value.removeprefix("same as ")].get(key)
        return value

    for sku, entry in known["hwskus"].items():
        if "same_as" in entry:
            continue
        rows = resolved(sku, "pg_profile_lookup")
        found = [
            [r.speed_mbps, f"{r.cable_m}m", r.size_bytes, r.xon_bytes, r.xoff_bytes, r.threshold]
            + ([] if r.xon_offset_bytes is None else [r.xon_offset_bytes])
            for r in platform.hwskus[sku].headroom_rows
        ]
        assert found == (rows if isinstance(rows, list) else [])
        buffers = resolved(sku, "buffers") or []
        assert isinstance(buffers, list)
        assert len(buffers) == len(platform.hwskus[sku].buffers)
        for number, fact in enumerate(buffers):
            pools = fact.get("pools", buffers[0].get("pools", {}))
            expected = [
                (pool, f["type"], f["mode"], f.get("size"), f.get("xoff"))
                for pool, f in pools.items()
            ]
            ours = [
                (p.name, p.type, p.mode, p.size_bytes, p.xoff_bytes)
                for p in platform.hwskus[sku].buffers[number].pools
            ]
            assert ours == expected


def test_there_are_12865_ports_on_92_hwskus(shared: Path) -> None:
    counts = []
    for name in PLATFORMS:
        known, platform = facts(shared, name), load().platforms[name]
        counts += [
            len(hwsku.ports)
            for sku, hwsku in platform.hwskus.items()
            if "same_as" not in known["hwskus"][sku]
        ]
    assert (sum(counts), len(counts)) == (12865, 92)
