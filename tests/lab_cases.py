"""The fabrics that are booted on real FRR, and what fails in each.

Every fabric is small: the routers of a two-tier plane have at most 16 sessions, as FRR holds its
first updates back for a time that grows with them. A boot that fails an element checks the whole
fabric first, so each case proves two things.
"""

from dataclasses import dataclass

TWO_TIER = """fabricgen: 1
name: lab
sonic: {sonic}
addressing: {addressing}
routing: {routing}
compute:
  nodes: 8
  node: {{gpus: 4, nics: 4, nic_speed: 400G, frontend_ports: 2}}
  scalable_unit: 4
  dpu: {{routing: {dpu}}}
fabrics:
  backend: {{switch: nvidia-sn4700, topology: rail-optimized, spine: {{platform: nvidia-sn4700, count: 2}}}}
  frontend: {{switch: nvidia-sn4700}}
"""
PAIR = """fabricgen: 1
name: pair
sonic: {sonic}
addressing: {addressing}
workload: fine-tuning
compute: {{nodes: 4, node: nvidia-hgx-h100}}
fabrics:
  backend: {{topology: single-tier, switch: nvidia-sn4700, routing: {kind}}}
"""
PLANES = """fabricgen: 1
name: planes
sonic: {sonic}
addressing: {addressing}
compute:
  nodes: 8
  node: {{gpus: 2, nics: 2, nic_speed: 800G, ports: 2}}
  scalable_unit: 4
fabrics:
  backend: {{switch: nvidia-sn4700, topology: rail-optimized, planes: 2, routing: {kind}, spine: {{platform: nvidia-sn4700, count: 2}}}}
"""
THREE_TIERS = """fabricgen: 1
name: three
sonic: {sonic}
addressing: {addressing}
compute: {{nodes: 36, node: {{gpus: 2, nics: 2, nic_speed: 400G}}, scalable_unit: 4}}
fabrics:
  backend: {{topology: rail-optimized, tiers: 3, oversubscription: 2, switch: nvidia-sn4700}}
"""
_TEMPLATES, _FRAMEWORK = "{routing: bgpcfgd}", "{routing: frrcfgd}"
WAYS = {
    "templates v4": (_TEMPLATES, "{}"),
    "templates v6": (_TEMPLATES, "{family: ipv6}"),
    "templates both": (_TEMPLATES, "{family: dual}"),
    "framework v4": (_FRAMEWORK, "{}"),
    "framework v6": (_FRAMEWORK, "{family: ipv6}"),
    "framework both": (_FRAMEWORK, "{family: dual}"),
    "unnumbered v4": (_FRAMEWORK, "{links: unnumbered}"),
    "unnumbered v6": (_FRAMEWORK, "{family: ipv6, links: unnumbered}"),
    "unnumbered both": (_FRAMEWORK, "{family: dual, links: unnumbered}"),
}
SPINE, LEAF, UPLINK = "spine-p1-01", "leaf-p1-su01-r1", "leaf-p1-su01-r1>spine"
FRONT_LEAF, FRONT_OTHER = "frontend-leaf-01", "frontend-leaf-02"
CARD, CARD_LINK = "node-0001-dpu1", "node-0001-dpu1>frontend-leaf"
_BACKEND = ("leaf-*", "spine-*")
_CARDS = ("frontend-*", "*-dpu1")
# Longest outage: links that go down, BFD of 300 ms times 3 (measured 0.9 s to 1.9 s), hold time 10 s.
DOWN_MS, BFD_MS, HOLD_MS = 1500, 3000, 11000


@dataclass(frozen=True, kw_only=True)
class Case:
    """A boot. ``fail`` is a device, or ``device>far`` for its first link to a device of that name.

    ``widths`` are (next hops in the kernel, next hops on paper) that some pair must have.
    ``example`` names a folder of examples that takes the place of ``intent``.
    """

    name: str
    patterns: tuple[str, ...]
    intent: str = ""
    example: str = ""
    hosts: int = 0
    fail: str = ""
    silent: bool = False
    bound_ms: int = DOWN_MS
    widths: tuple[tuple[int, int], ...] = ()
    sessions: bool = True
    isolated: str = ""


def two_tier(way: str, *, dpu: str = "bgp", routing: str = "{}", sonic: str = "") -> str:
    path, addressing = WAYS[way]
    return TWO_TIER.format(sonic=sonic or path, addressing=addressing, dpu=dpu, routing=routing)


def other(text: str, way: str, kind: str = "bgp") -> str:
    path, addressing = WAYS[way]
    return text.format(sonic=path, addressing=addressing, kind=kind)


def _backend() -> list[Case]:
    """Every way with every element somewhere; IPv6 and links without addresses with all of them."""
    failing = {
        "templates v4": (SPINE, LEAF),
        "templates v6": (SPINE, LEAF, UPLINK),
        "templates both": (UPLINK,),
        "framework v4": (UPLINK,),
        "framework v6": (LEAF,),
        "framework both": (SPINE,),
        "unnumbered v4": (LEAF, UPLINK),
        "unnumbered v6": (SPINE, LEAF, UPLINK),
        "unnumbered both": (SPINE,),
    }
    return [
        Case(
            name=f"backend, {way}, {element} goes down",
            intent=two_tier(way),
            patterns=_BACKEND,
            hosts=0 if element == LEAF else 1,
            fail=element,
            widths=((4, 4),),  # two spines, two links to each
        )
        for way, elements in failing.items()
        for element in elements
    ]


def _cards() -> list[Case]:
    failing = {
        "templates v4": FRONT_LEAF,
        "templates v6": CARD,
        "templates both": FRONT_OTHER,
        "framework v4": CARD,
        "framework v6": FRONT_LEAF,
        "framework both": CARD_LINK,
        "unnumbered v4": FRONT_OTHER,
        "unnumbered v6": CARD_LINK,
        "unnumbered both": FRONT_LEAF,
    }
    speaking = [
        Case(
            name=f"cards with BGP, {way}, {element} goes down",
            intent=two_tier(way),
            patterns=_CARDS,
            fail=element,
            widths=((2, 2),),
        )
        for way, element in failing.items()
    ]
    static = [
        Case(
            name=f"static cards, {way}",
            intent=two_tier(way, dpu="static"),
            patterns=_CARDS,
            fail=element,
        )
        for way, element in (
            ("templates v4", ""),
            ("templates v6", FRONT_OTHER),
            ("framework both", ""),
        )
    ]
    return [*speaking, *static]


def _shapes() -> list[Case]:
    """A pair of leaves, two planes, three tiers; with BGP and without."""
    pairs = [
        Case(
            name=f"pair of leaves, {kind}, {way}",
            intent=other(PAIR, way, kind),
            patterns=("leaf-*",),
            hosts=3,
            sessions=kind == "bgp",
        )
        for way, kind in (
            ("templates v6", "bgp"),
            ("unnumbered both", "bgp"),
            ("templates v4", "static"),
            ("framework both", "static"),
        )
    ]
    planes = [
        Case(
            name=f"plane {plane} of two, {way}",
            intent=other(PLANES, way),
            patterns=(f"leaf-p{plane}-*", f"spine-p{plane}-*"),
            hosts=1,
            fail=f"spine-p{plane}-02",
            widths=((4, 4),),
        )
        for plane, way in ((1, "templates v4"), (2, "unnumbered v4"), (1, "framework v6"))
    ]
    static = [
        Case(
            name=f"plane without BGP, {way}",
            intent=other(PLANES, way, "static"),
            patterns=("leaf-p1-*", "spine-p1-*"),
            hosts=1,
            sessions=False,
        )
        for way in ("templates v4", "framework v6")
    ]
    located = Case(
        name="plane without BGP, templates both, SRv6 locators",
        intent=other(PLANES, "templates both", "static").replace(
            "planes: 2,", 'planes: 2, srv6: "fcbb:bbbb::/32",'
        ),
        patterns=("leaf-p2-*", "spine-p2-*"),
        hosts=1,
        sessions=False,
    )
    tiers = [
        Case(
            name=f"three tiers, {way}, {element} goes down",
            intent=other(THREE_TIERS, way),
            patterns=("leaf-*", "spine-*", "super-spine-*"),
            fail=element,
            widths=((2, 2),),
        )
        for way, element in (
            ("templates v4", "super-spine-p1-01"),
            ("templates v6", "spine-p1-pod01-01>super-spine"),
            ("unnumbered v4", "spine-p1-pod01-01"),
            ("framework both", "leaf-p1-su01-r1"),
        )
    ]
    tenants = Case(
        name="VRFs of two tenants, framework v4, a spine goes down",
        intent=two_tier("framework v4")
        + "tenants:\n  - {name: red, nodes: [1-2, 5-6], isolation: vrf}\n"
        + "  - {name: blue, nodes: [3, 7], isolation: vrf}\n",
        patterns=_BACKEND,
        hosts=1,
        fail=SPINE,
        # The harness has one table for all VRFs: a block of hosts comes over three instances of four paths.
        widths=((12, 12),),
    )
    return [*pairs, *planes, *static, located, *tiers, tenants]


def _hangs(what: str, patterns: tuple[str, ...], way: str, element: str) -> Case:
    """Return the boot of a way in which an element goes silent, without a link that goes down."""
    return Case(
        name=f"{what}, {way}, {element} hangs",
        intent=two_tier(way),
        patterns=patterns,
        fail=element,
        silent=True,
        bound_ms=HOLD_MS if "templates" in way else BFD_MS,
    )


def _silent() -> list[Case]:
    backend = [
        _hangs("backend", _BACKEND, way, element)
        for way, element in (
            ("templates v4", SPINE),
            ("templates v6", LEAF),
            ("framework v4", LEAF),
            ("framework v6", SPINE),
            ("unnumbered both", SPINE),
            ("unnumbered v6", UPLINK),
        )
    ]
    cards = [
        _hangs("cards with BGP", _CARDS, way, element)
        for way, element in (
            ("templates v4", CARD),
            ("templates both", FRONT_LEAF),
            ("framework v6", CARD_LINK),
            ("unnumbered v4", FRONT_LEAF),
        )
    ]
    tiers = Case(
        name="three tiers, unnumbered v4, super-spine-p1-01 hangs",
        intent=other(THREE_TIERS, "unnumbered v4"),
        patterns=("leaf-*", "spine-*", "super-spine-*"),
        fail="super-spine-p1-01",
        silent=True,
        bound_ms=BFD_MS,
    )
    timed = Case(
        name="backend, framework v4 with BFD of 100 ms, spine hangs",
        intent=two_tier(
            "framework v4",
            routing="{bfd_interval: 100}",
            sonic="{routing: frrcfgd, extensions: [bfd]}",
        ),
        patterns=_BACKEND,
        fail=SPINE,
        silent=True,
        bound_ms=850,  # below the 900 ms that FRR's own timers take to notice
    )
    return [*backend, *cards, tiers, timed]


def _isolated() -> list[Case]:
    return [
        Case(
            name=f"spine out of traffic, {way}",
            intent=two_tier(way, routing=f"{{isolated: [{SPINE}]}}"),
            patterns=_BACKEND,
            isolated=SPINE,
        )
        for way in ("templates both", "framework both")
    ]


def _examples() -> list[Case]:
    parts = (
        ("lab", ("*",), 3, "leaf-p1-su01-r1-4>leaf", False),
        ("lab", ("*",), 3, "leaf-p1-su01-r1-4>leaf", True),
        ("h100-256", _BACKEND, 2, SPINE, False),
        ("h100-256", _BACKEND, 0, LEAF, False),
        ("h100-256", _BACKEND, 0, LEAF, True),
        ("h100-256", _CARDS, 0, FRONT_LEAF, False),
        ("h100-256", _CARDS, 0, CARD, True),
        ("b300-128-dual-plane", ("leaf-p1-*", "spine-p1-*"), 1, "spine-p1-01", False),
        ("b300-128-dual-plane", ("leaf-p2-*", "spine-p2-*"), 1, "spine-p2-02", True),
    )
    return [
        Case(
            name=f"example {name}, {patterns[0]}{', ' + fail if fail else ''}"
            f"{' hangs' if silent else ''}",
            example=name,
            patterns=patterns,
            hosts=hosts,
            fail=fail,
            silent=silent,
            bound_ms=HOLD_MS if silent else DOWN_MS,
        )
        for name, patterns, hosts, fail, silent in parts
    ]


CASES = {
    case.name: case
    for case in (
        *_silent(),  # these take longest, so they go first
        *_backend(),
        *_cards(),
        *_shapes(),
        *_isolated(),
        *_examples(),
    )
}
