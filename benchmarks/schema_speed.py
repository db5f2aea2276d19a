"""Time reading and checking of a large configuration against the official engine's time.

    python benchmarks/schema_speed.py YANG_DIR [--release 202511] [--ports 192] [--megabytes 100]

The configuration is a leaf with full QoS on every port; both checks see the same file in one run.
``--megabytes`` times the reader on a file of that size too.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from fabricgen.configdb import check, load_schema, official, read
from fabricgen.model.configdb import ConfigDb

ROOT = Path(__file__).resolve().parent.parent
PER_PORT = [
    "PORT",
    "INTERFACE",
    "PORT_QOS_MAP",
    "QUEUE",
    "BUFFER_PG",
    "BUFFER_QUEUE",
    "BUFFER_PORT_INGRESS_PROFILE_LIST",
    "BUFFER_PORT_EGRESS_PROFILE_LIST",
    "PFC_WD",
    "CABLE_LENGTH",
    "DEVICE_NEIGHBOR",
    "BREAKOUT_CFG",
]


def large(ports: int) -> dict[str, dict[str, dict[str, object]]]:
    """Return the leaf of the tests with ``ports`` ports, all like its first one."""
    base = json.loads((ROOT / "tests/rules/base/config.json").read_text("utf-8"))
    source = {table: base[table] for table in PER_PORT}
    for table in PER_PORT:
        base[table] = {k: v for k, v in source[table].items() if not k.startswith("Ethernet")}
    cables = base["CABLE_LENGTH"]["AZURE"] = {}
    for index in range(ports):
        name = f"Ethernet{8 * index}"
        cables[name] = "40m"
        for table in PER_PORT:
            for key, row in source[table].items():
                first, bar, rest = key.partition("|")
                if first == "Ethernet0":
                    if table == "INTERFACE" and bar:
                        rest = f"10.{index // 256}.{index % 256}.0/31"
                    base[table][name + bar + rest] = row
    for index in (32, 33):
        base["INTERFACE"][f"Ethernet{8 * index}|10.64.0.{2 * index - 63}/31"] = {}
    return base


def timed(what: str, work, repeat: int = 5) -> float:
    """Print and return the best of some runs in milliseconds."""
    best = min(_once(work) for _ in range(repeat))
    print(f"{what}: {best:.1f} ms")
    return best


def in_turns(*works, rounds: int = 9) -> list[float]:
    """Return the best of some rounds in milliseconds for each work, all taking turns.

    Whatever else the machine does then slows all of them alike.
    """
    return [
        min(times)
        for times in zip(*([_once(w) for w in works] for _ in range(rounds)), strict=True)
    ]


def _once(work) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("yang_dir", type=Path)
    parser.add_argument("--release", default="202511")
    parser.add_argument("--ports", type=int, default=192)
    parser.add_argument("--megabytes", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config_db.json"
        path.write_text(json.dumps(large(args.ports), indent=2), "utf-8")
        print(f"{path.stat().st_size / 1000:.0f} KB, {args.ports} ports")
        load_schema.cache_clear()
        timed("load the schema", lambda: load_schema(args.release), 1)
        schema = load_schema(args.release)
        config: ConfigDb = read(path)
        found = config.problems + check(config, schema)
        assert not found, found[0]
        assert not official([config], args.yang_dir)
        read_ms, check_ms, engine_ms = in_turns(
            lambda: read(path),
            lambda: check(config, schema),
            lambda: official([config], args.yang_dir),
        )
        print(
            f"read: {read_ms:.1f} ms, check: {check_ms:.1f} ms, official engine: {engine_ms:.1f} ms"
        )
        ours = read_ms + check_ms
        print(f"check alone takes {100 * check_ms / engine_ms:.1f} % of the engine's time")
        print(f"from file to verdict: {100 * ours / (read_ms + engine_ms):.1f} %")
        if args.megabytes:
            ports = args.megabytes * 1000 * 1000 * args.ports // path.stat().st_size
            path.write_text(json.dumps(large(ports), indent=2), "utf-8")
            print(f"{path.stat().st_size / 1e6:.0f} MB, {ports} ports")
            timed("read", lambda: read(path), 1)
            big = read(path)
            timed("check", lambda: check(big, schema), 1)
            timed("first place", lambda: big.place("PFC_WD", "Ethernet8", "action"), 1)
            timed("second place", lambda: big.place("PFC_WD", "Ethernet16", "action"), 1)


if __name__ == "__main__":
    main()
