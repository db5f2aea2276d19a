"""A second expander, written from the description of the platform facts only.

It shares no code with fabricgen: the test compares the two.
"""

import re

NUMBER = re.compile(r"Ethernet(\d+)")


def fact_ports(platform: dict, name: str) -> dict[str, dict[str, str]]:
    """Return the PORT table of a HwSKU as the facts describe it."""
    sku = platform["hwskus"][name]
    if "same_as" in sku:
        return fact_ports(platform, sku["same_as"])
    table = _from_ini(sku) if "ports" in sku else _from_json(platform, sku)
    for field, value, names in sku.get("overrides", []):
        for port in _names(names):
            if value is None:
                table[port].pop(field, None)
            else:
                table[port][field] = value
    for role, names in sku.get("port_role", {}).items():
        for port in _names(names):
            table[port]["role"] = role
    return table


def _names(text: str) -> list[str]:
    out = []
    for item in text.split(","):
        span = re.fullmatch(r"Ethernet(\d+)-(\d+)/(\d+)", item)
        if span:
            low, high, step = map(int, span.groups())
            out += [f"Ethernet{n}" for n in range(low, high + 1, step)]
        else:
            out.append(item)
    return out


def _cage_lanes(group: dict, number: int) -> list[str]:
    if "lane_lists" in group:
        return group["lane_lists"][number].split(",")
    if "first_lanes" in group:
        first = group["first_lanes"][number]
    else:
        first = group["first_lane"] + number * group["lane_step"]
    return [str(lane) for lane in range(first, first + group["lanes_per_port"])]


def _parents(platform: dict) -> dict[str, tuple[dict, int]]:
    found = {}
    for group in platform.get("port_groups", []):
        first = int(NUMBER.fullmatch(group["first"])[1])
        for number in range(group["count"]):
            found[f"Ethernet{first + number * group['step']}"] = (group, number)
    return found


def _as_set(mode: str, lanes: int) -> list[tuple]:
    terms = []
    for term in mode.split("+"):
        match = re.match(r"(\d+)x(\d+)(G?)(\[[\dG,]+\])?(\((\d+)\))?", term)
        scale = 1000 if match[3] else 1
        speeds = [int(match[2]) * scale]
        others = match[4][1:-1].split(",") if match[4] else []
        speeds += [int(o.rstrip("G")) * (1000 if o.endswith("G") else 1) for o in others]
        terms.append((int(match[1]), int(match[6] or lanes), frozenset(speeds), speeds[0]))
    return terms


def _from_json(platform: dict, sku: dict) -> dict[str, dict[str, str]]:
    parents = _parents(platform)
    order = list(parents)
    table: dict[str, dict[str, str]] = {}
    for first, last, count, mode in sku["breakout"]:
        run = order[order.index(first) : order.index(last) + 1]
        assert len(run) == count
        for parent in run:
            table.update(_split(parent, *parents[parent], mode))
    return table


def _split(parent: str, group: dict, number: int, mode: str) -> dict[str, dict[str, str]]:
    lanes = _cage_lanes(group, number)
    wanted = _as_set(mode, len(lanes))
    shape = [term[:3] for term in wanted]
    spec = next(
        spec
        for text, spec in group["modes"].items()
        if [term[:3] for term in _as_set(text, len(lanes))] == shape
    )
    n = str(spec.get("n0", group.get("n0", 0)) + number)
    aliases = (
        spec["alias_lists"][number]
        if "alias_lists" in spec
        else [alias.replace("{n}", n) for alias in spec["alias"]]
    )
    index = (
        group["indexes"][number]
        if "indexes" in group
        else group["first_index"] + number * group["index_step"]
    )
    base = int(NUMBER.fullmatch(parent)[1])
    table, lane, child = {}, 0, 0
    total = sum(term[0] for term in wanted)
    for count, used, _, speed in wanted:
        each = used // count
        for _ in range(count):
            row = {
                "lanes": ",".join(lanes[lane : lane + each]),
                "alias": aliases[child],
                "index": str(index),
                "speed": str(speed),
                "subport": "0" if total == 1 else str(child + 1),
            }
            if speed / each >= 50000:
                row["fec"] = "rs"
            table[f"Ethernet{base + lane}"] = row
            lane += each
            child += 1
    return table


def _from_ini(sku: dict) -> dict[str, dict[str, str]]:
    table = {}
    for group in sku["ports"]:
        first = int(NUMBER.fullmatch(group["first"])[1])
        for number in range(group["count"]):
            lanes, lane = _cage_lanes(group, number), 0
            n = str(group.get("n0", 0) + number * group.get("n_step", 1))
            for part, width in enumerate(group["split"]):
                offset = group["offsets"][part] if "offsets" in group else lane
                alias = (
                    group["alias_lists"][number][part]
                    if "alias_lists" in group
                    else group["alias"][part].replace("{n}", n)
                )
                row = {"lanes": ",".join(lanes[lane : lane + width]), "alias": alias}
                if "first_index" in group:
                    row["index"] = str(group["first_index"] + number * group["index_step"])
                for column in ("speed", "subport", "fec", "autoneg"):
                    if column in group:
                        value = group[column]
                        row[column] = str(value[part] if isinstance(value, list) else value)
                table[f"Ethernet{first + number * group['step'] + offset}"] = row
                lane += width
    return table
