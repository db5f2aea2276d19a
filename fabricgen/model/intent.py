"""The intent language, format version 1: one record a mapping, one annotated field a key.

The records are the single source of the language. The reader walks them, the JSON Schema is generated from
them, and the documentation prints them. Defaults that depend on other values are written ``None`` here and
named in ``Key.default``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated

from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.name_pattern import filled


@dataclass(frozen=True, slots=True)
class Key:
    """What a key means.

    ``kind`` names the scalar form (see ``fabricgen/intent``): text, name, count, flag, choice, speed, length,
    size, percent, ratio, prefix, address, asn-range, dscp, secret, node-range. ``default`` says in words what
    an absent key means where the record holds None. ``shorthand`` names the key that a bare scalar stands for
    when this key holds a mapping, ``one_or_many`` allows a single mapping where a list is meant.
    """

    doc: str
    kind: str = "text"
    unit: str = ""
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    shorthand: str = ""
    one_or_many: bool = False
    auto: bool = False  # the word ``auto`` is legal and means None


RELEASES = ("202405", "202411", "202505", "202511", "202605", "master")
TOPOLOGIES = (
    "auto",
    "none",
    "single-tier",
    "rail-optimized",
    "rail-only",
    "top-of-rack",
    "dual-tor",
    "leaf-spine",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SonicIntent:
    """The SONiC release and routing path."""

    release: Annotated[
        str,
        Key(
            "SONiC release: decides which tables, fields and features are legal.",
            "choice",
            choices=RELEASES,
        ),
    ] = "202511"
    routing: Annotated[
        str,
        Key(
            "Routing path: the template manager or the management framework.",
            "choice",
            choices=("bgpcfgd", "frrcfgd"),
        ),
    ] = "bgpcfgd"
    extensions: Annotated[
        tuple[str, ...],
        Key(
            "Tables outside the community models, for a release that has them: ars is adaptive routing as in SONiC's ARS design, bfd the timers of BFD sessions (frrcfgd reads them).",
            "choice",
            choices=("ars", "bfd"),
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ParallelismIntent:
    """How a job splits its model; tensor x pipeline x context x data is the number of GPUs."""

    tensor: Annotated[int, Key("Tensor-parallel ranks.", "count", minimum=1, maximum=1 << 20)] = 1
    pipeline: Annotated[int, Key("Pipeline stages.", "count", minimum=1, maximum=1 << 20)] = 1
    data: Annotated[
        int | None,
        Key(
            "Data-parallel replicas.",
            "count",
            default="gpus / (tensor * pipeline * context)",
            minimum=1,
            maximum=1 << 20,
        ),
    ] = None
    expert: Annotated[
        int,
        Key(
            "Expert-parallel ranks, taken from the data-parallel ones.",
            "count",
            minimum=1,
            maximum=1 << 20,
        ),
    ] = 1
    context: Annotated[int, Key("Context-parallel ranks.", "count", minimum=1, maximum=1 << 16)] = 1
    virtual_stages: Annotated[
        int, Key("Virtual pipeline stages of a GPU.", "count", minimum=1, maximum=1 << 10)
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelIntent:
    """A model written out instead of named from the catalogue."""

    parameters: Annotated[
        int, Key("Parameters of the model.", "size", unit="parameters", minimum=1)
    ]
    layers: Annotated[
        int | None, Key("Transformer layers.", "count", default="unknown", minimum=1, maximum=10000)
    ] = None
    hidden: Annotated[
        int | None, Key("Hidden size.", "count", default="unknown", minimum=1, maximum=1 << 20)
    ] = None
    heads: Annotated[
        int | None, Key("Attention heads.", "count", default="unknown", minimum=1, maximum=1 << 16)
    ] = None
    experts: Annotated[
        int,
        Key(
            "Experts of a mixture-of-experts layer, 0 for a dense model.",
            "count",
            minimum=0,
            maximum=1 << 16,
        ),
    ] = 0
    active_parameters: Annotated[
        int | None,
        Key("Parameters used per token.", "size", unit="parameters", default="all", minimum=1),
    ] = None
    kv_heads: Annotated[
        int | None, Key("Key-value heads.", "count", default="heads", minimum=1, maximum=1 << 16)
    ] = None
    experts_per_token: Annotated[
        int | None,
        Key(
            "Experts that one token visits, shared ones included.",
            "count",
            default="unknown",
            minimum=1,
            maximum=1 << 16,
        ),
    ] = None


JOB_WEIGHTS = ("bf16", "fp32", "fp8", "int8", "int4", "nf4", "fp4")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointIntent:
    """How often a job saves its state, and what storage takes."""

    every: Annotated[
        int, Key("Time between two checkpoints.", "count", unit="minutes", minimum=1, maximum=10080)
    ] = 30
    overhead: Annotated[
        Fraction,
        Key("Largest share of the time spent saving.", "percent", unit="percent", minimum=1),
    ] = Fraction(1, 100)
    write: Annotated[
        int | None,
        Key(
            "Write rate of the whole storage.",
            "size",
            unit="bytes/s",
            default="not a limit",
            minimum=1,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobIntent:
    """A job that must run."""

    model: Annotated[
        str | ModelIntent,
        Key("Model: a catalogue name, or its figures written out.", "text"),
    ]
    gpus: Annotated[
        int | None,
        Key(
            "GPUs of the job.",
            "count",
            default="all GPUs of the cluster for training, else what the model needs in memory",
            minimum=1,
            maximum=1 << 24,
        ),
    ] = None
    parallelism: Annotated[ParallelismIntent, Key("How the job splits its model.")] = (
        ParallelismIntent()
    )
    tokens_per_step: Annotated[
        int, Key("Tokens of one step.", "size", unit="tokens", minimum=1)
    ] = 4194304
    mfu: Annotated[
        Fraction,
        Key("Share of the peak rate that compute reaches.", "percent", unit="percent", minimum=1),
    ] = Fraction(2, 5)
    max_exposed_communication: Annotated[
        Fraction,
        Key(
            "Largest share of a step that may be spent waiting for the network.",
            "percent",
            unit="percent",
        ),
    ] = Fraction(1, 10)
    precision: Annotated[str, Key("Gradient precision.", "choice", choices=("bf16", "fp32"))] = (
        "bf16"
    )
    weights: Annotated[
        str, Key("Precision of the weights in memory.", "choice", choices=JOB_WEIGHTS)
    ] = "bf16"
    method: Annotated[
        str,
        Key(
            "What training changes: all weights, or adapters beside frozen (quantised) ones.",
            "choice",
            choices=("full", "lora", "qlora"),
        ),
    ] = "full"
    optimizer: Annotated[
        str,
        Key(
            "Optimizer state: Adam in FP32 (16 bytes a parameter in all), or in 8 bit (12).",
            "choice",
            choices=("adam", "adam-8bit"),
        ),
    ] = "adam"
    sharding: Annotated[
        str,
        Key(
            "Data parallelism: replicas, ZeRO-1/2 (optimizer in parts), or FSDP/ZeRO-3 (all in parts).",
            "choice",
            choices=("none", "zero", "fsdp"),
        ),
    ] = "none"
    sequence: Annotated[
        int, Key("Tokens of a sequence, prompt and answer.", "size", unit="tokens", minimum=1)
    ] = 8192
    concurrency: Annotated[
        int,
        Key("Sequences served at once (inference).", "count", minimum=1, maximum=1 << 20),
    ] = 1
    kv_cache: Annotated[
        str, Key("Precision of the key-value cache.", "choice", choices=("bf16", "fp8"))
    ] = "bf16"
    micro_batch: Annotated[
        int, Key("Sequences of a micro-batch.", "count", minimum=1, maximum=1 << 16)
    ] = 1
    total_tokens: Annotated[
        int | None,
        Key("Tokens of the whole training.", "size", unit="tokens", default="unknown", minimum=1),
    ] = None
    days: Annotated[
        int | None,
        Key(
            "Days the whole training may take; with total_tokens it gives the GPUs needed.",
            "count",
            unit="days",
            default="no limit",
            minimum=1,
            maximum=3650,
        ),
    ] = None
    queue_pairs: Annotated[
        int,
        Key("Queue pairs of a connection, hashed apart.", "count", minimum=1, maximum=1 << 10),
    ] = 1
    reduction: Annotated[
        str,
        Key(
            "How gradients are summed: rings, double binary trees, or in the switches (SHARP).",
            "choice",
            choices=("ring", "tree", "in-network"),
        ),
    ] = "ring"
    placement: Annotated[
        str,
        Key(
            "Where ranks sit: on neighbouring nodes, or scattered by a fixed rule.",
            "choice",
            choices=("contiguous", "scattered"),
        ),
    ] = "contiguous"
    nodes: Annotated[
        tuple[str, ...],
        Key(
            "Nodes of the job in rank order, such as 1-32 or 7, counting all groups in order.",
            "node-range",
            default="the next free nodes",
        ),
    ] = ()
    checkpoint: Annotated[
        CheckpointIntent | None, Key("Checkpoints.", default="every 30 minutes, at most 1%")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkloadIntent:
    """What the cluster is for."""

    kind: Annotated[
        str, Key("Kind of work.", "choice", choices=("training", "fine-tuning", "inference"))
    ] = "training"
    jobs: Annotated[
        tuple[JobIntent, ...], Key("Jobs that must run; checked for feasibility.", one_or_many=True)
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeIntent:
    """A node type written out instead of named from the catalogue."""

    gpus: Annotated[int, Key("GPUs of a node.", "count", minimum=1, maximum=1024)]
    nics: Annotated[
        int, Key("Back-end NICs of a node, one a rail.", "count", minimum=0, maximum=64)
    ]
    nic_speed: Annotated[int, Key("Rate of a whole NIC.", "speed", unit="Mb/s")]
    ports: Annotated[
        int, Key("Ports each NIC is split into, one a plane.", "count", minimum=1, maximum=8)
    ] = 1
    joins: Annotated[
        bool, Key("Whether each NIC also runs as fewer, faster ports of the same rate.", "flag")
    ] = False
    pcie: Annotated[
        int | None,
        Key(
            "PCIe generation of a back-end NIC's x16 slot.",
            "count",
            minimum=3,
            maximum=6,
            default="the one its rate is made for",
        ),
    ] = None
    gpu_memory: Annotated[
        int | None,
        Key(
            "Memory of a GPU (GB: 1e9 bytes).",
            "count",
            unit="GB",
            minimum=1,
            maximum=4096,
            default="unknown",
        ),
    ] = None
    gpu_tflops: Annotated[
        int | None,
        Key(
            "Dense BF16 peak of a GPU.",
            "count",
            unit="TFLOP/s",
            minimum=1,
            maximum=1 << 20,
            default="unknown",
        ),
    ] = None
    scale_up: Annotated[
        int | None,
        Key(
            "Scale-up bandwidth of a GPU, one direction.",
            "count",
            unit="GB/s",
            minimum=1,
            maximum=1 << 20,
            default="unknown",
        ),
    ] = None
    domain_gpus: Annotated[
        int | None,
        Key(
            "GPUs of a scale-up domain, of one node or more.",
            "count",
            minimum=1,
            maximum=1 << 12,
            default="those of a node",
        ),
    ] = None
    nics_per_slot: Annotated[
        int,
        Key("Back-end NICs that share one x16 link to the host.", "count", minimum=1, maximum=8),
    ] = 1
    frontend_ports: Annotated[
        int, Key("Front-end ports of a node.", "count", minimum=0, maximum=16)
    ] = 0
    frontend_speed: Annotated[int, Key("Rate of a front-end port.", "speed", unit="Mb/s")] = 200000
    storage_ports: Annotated[
        int, Key("Storage ports of a node.", "count", minimum=0, maximum=16)
    ] = 0
    storage_speed: Annotated[int, Key("Rate of a storage port.", "speed", unit="Mb/s")] = 200000
    oob_ports: Annotated[
        int, Key("1G management ports of a node.", "count", minimum=0, maximum=8)
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DpuIntent:
    """The DPUs of each node of a group."""

    platform: Annotated[str, Key("DPU platform of the catalogue.", "text")] = "nvidia-bf3"
    count: Annotated[int, Key("DPUs a node.", "count", minimum=1, maximum=8)] = 1
    mode: Annotated[
        str,
        Key(
            "Who owns the card's configuration.",
            "choice",
            choices=("sonic", "smartswitch", "hbn", "nic"),
        ),
    ] = "sonic"
    routing: Annotated[
        str,
        Key(
            "How the card reaches the front-end: eBGP of its own prefixes, or static routes.",
            "choice",
            choices=("bgp", "static"),
        ),
    ] = "bgp"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputeGroup:
    """A group of equal nodes."""

    nodes: Annotated[int, Key("Nodes of the group.", "count", minimum=1, maximum=1 << 17)]
    node: Annotated[
        str | NodeIntent, Key("Node type: a catalogue name, or its figures written out.", "text")
    ]
    name: Annotated[
        str, Key("Name of the group; its nodes are called NAME-0001 and so on.", "name")
    ] = "node"
    node_names: Annotated[
        str,
        Key(
            "Pattern of node names, such as gpu{index:03}: group, and index, which counts from 1.",
            "node-names",
        ),
    ] = "{group}-{index:04}"
    scalable_unit: Annotated[
        int | None,
        Key(
            "Nodes added as a whole with their leaves.",
            "count",
            default="the down ports of a leaf",
            minimum=1,
            maximum=1 << 12,
        ),
    ] = None
    grow_to: Annotated[
        int | None,
        Key(
            "Nodes the fabric must have room for. Spines are counted and cabled for it today, so that growth changes no existing leaf.",
            "count",
            default="nodes",
            minimum=1,
            maximum=1 << 17,
        ),
    ] = None
    dpu: Annotated[DpuIntent | None, Key("DPUs of the nodes.", default="none")] = None
    spare: Annotated[
        int,
        Key(
            "Backup nodes among each scalable unit (its last positions): cabled like the others, counted in neither GPUs nor oversubscription.",
            "count",
            minimum=0,
            maximum=1 << 12,
        ),
    ] = 0

    def node_name(self, index: int) -> str:
        """Return the name of a node by its position, which counts from 0."""
        return filled(self.node_names, {"group": self.name, "index": index + 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchIntent:
    """The platform of a tier: a catalogue platform, or a paper switch by radix and speed."""

    platform: Annotated[
        str | None, Key("Platform of the catalogue.", "text", default="the fabric's switch")
    ] = None
    hwsku: Annotated[
        str | None,
        Key(
            "HwSKU of the platform, such as Mellanox-SN5600-C256S1.",
            "text",
            default="the best that can have the layout",
        ),
    ] = None
    breakout: Annotated[
        str | None,
        Key("Breakout such as 2x400G.", "text", default="the split that gives the link speed"),
    ] = None
    count: Annotated[
        int | None,
        Key(
            "Switches of this tier and plane.",
            "count",
            default="derived",
            minimum=1,
            maximum=1 << 14,
        ),
    ] = None
    radix: Annotated[
        int | None, Key("Paper switch: ports.", "count", default="none", minimum=2, maximum=4096)
    ] = None
    speed: Annotated[
        int | None, Key("Paper switch: rate of a port.", "speed", unit="Mb/s", default="none")
    ] = None
    reserve: Annotated[
        int,
        Key("Cages kept free at the end of the panel.", "count", minimum=0, maximum=4095),
    ] = 0
    service_ports: Annotated[
        bool,
        Key(
            "Bring up the small service ports too, for devices of yours; no fabric uses them.",
            "flag",
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CablesIntent:
    """Real cable lengths per boundary."""

    host_leaf: Annotated[
        int, Key("Node or DPU to leaf.", "length", unit="m", minimum=1, maximum=100000)
    ] = 3
    leaf_spine: Annotated[
        int,
        Key(
            "Leaf to spine, and between the leaves of a pair.",
            "length",
            unit="m",
            minimum=1,
            maximum=100000,
        ),
    ] = 30
    spine_super_spine: Annotated[
        int, Key("Spine to super-spine.", "length", unit="m", minimum=1, maximum=100000)
    ] = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesIntent:
    """Patterns of switch names; fields in braces count from 1: plane, pod, unit, rail, home, index.

    ``{unit:02}`` writes at least two digits.
    """

    leaf: Annotated[
        str | None,
        Key("Leaves, such as lf{plane}-{unit:02}-{rail}.", default="see docs/topology.md"),
    ] = None
    spine: Annotated[
        str | None, Key("Spines, such as sp{plane}-{index:02}.", default="see docs/topology.md")
    ] = None
    super_spine: Annotated[str | None, Key("Super-spines.", default="see docs/topology.md")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrimmingIntent:
    """Packet trimming: a full queue forwards the head of a packet instead of dropping it."""

    classes: Annotated[
        tuple[str, ...], Key("Lossy classes whose packets are trimmed (qos.lossy).", "name")
    ]
    into: Annotated[
        str,
        Key(
            "Lossy class of trimmed packets: its DSCP marks them and its queue carries them.",
            "name",
        ),
    ]
    size: Annotated[
        int,
        Key(
            "What is left of a packet; Tomahawk 5 takes 206 alone.",
            "count",
            unit="bytes",
            minimum=64,
            maximum=4084,
        ),
    ] = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricIntent:
    """One fabric: back-end, storage, front-end or out-of-band."""

    topology: Annotated[str, Key("Family of the topology.", "choice", choices=TOPOLOGIES)] = "auto"
    planes: Annotated[
        int | None,
        Key(
            "Planes: parallel fabrics that share no switch.",
            "count",
            auto=True,
            default="the ports a NIC is split into",
            minimum=1,
            maximum=8,
        ),
    ] = None
    tiers: Annotated[
        int | None,
        Key(
            "Switch tiers.",
            "count",
            auto=True,
            default="the fewest that serve",
            minimum=1,
            maximum=3,
        ),
    ] = None
    oversubscription: Annotated[
        Fraction, Key("Down to up bandwidth of a leaf, such as 1, 3 or 16/15.", "ratio")
    ] = Fraction(1)
    spine_oversubscription: Annotated[
        Fraction, Key("Down to up bandwidth of a spine in three tiers, such as 1 or 15.", "ratio")
    ] = Fraction(1)
    pod: Annotated[
        int | None,
        Key(
            "Scalable units of a pod in three tiers: the units that meet at the same spines.",
            "count",
            default="as many as a spine has ports for",
            minimum=1,
            maximum=1 << 12,
        ),
    ] = None
    switch: Annotated[
        SwitchIntent | None,
        Key("Platform of every tier.", default="each tier names its own", shorthand="platform"),
    ] = None
    leaf: Annotated[
        SwitchIntent | None, Key("The leaves.", default="switch", shorthand="platform")
    ] = None
    spine: Annotated[
        SwitchIntent | None, Key("The spines.", default="switch", shorthand="platform")
    ] = None
    super_spine: Annotated[
        SwitchIntent | None, Key("The super-spines.", default="switch", shorthand="platform")
    ] = None
    cables: Annotated[CablesIntent, Key("Cable lengths.")] = CablesIntent()
    names: Annotated[NamesIntent, Key("Names of the switches.")] = NamesIntent()
    load_balancing: Annotated[
        str,
        Key("How equal paths are used.", "choice", choices=("ecmp", "adaptive", "adaptive-packet")),
    ] = "ecmp"
    routing: Annotated[
        str,
        Key(
            "How switches learn routes: by eBGP, or written out as static routes.",
            "choice",
            choices=("bgp", "static"),
        ),
    ] = "bgp"
    link_settings: Annotated[
        str,
        Key(
            "FEC, autoneg and link training of cabled ports: as the platform ships them, or by lane rate and cable (passive copper negotiates and trains).",
            "choice",
            choices=("platform", "cable"),
        ),
    ] = "platform"
    consistent_hash: Annotated[
        bool,
        Key(
            "Keep flows on their paths when another path comes or goes (fine-grained next-hop groups, one for each leaf's prefix).",
            "flag",
        ),
    ] = False
    trimming: Annotated[
        TrimmingIntent | None, Key("Packet trimming.", default="full queues drop")
    ] = None
    srv6: Annotated[
        str | None,
        Key(
            "SRv6 uSID block (/32) for NICs that choose the path: every switch is a locator (bgpcfgd).",
            "prefix6",
            default="no SRv6",
        ),
    ] = None
    protocol: Annotated[
        str | None,
        Key("Storage protocol.", "choice", choices=("nvme-rdma", "nvme-tcp"), default="none"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricsIntent:
    """The fabrics of the cluster; an absent one is not built."""

    backend: Annotated[FabricIntent | None, Key("GPU to GPU.", default="not built")] = None
    storage: Annotated[FabricIntent | None, Key("Nodes to storage.", default="not built")] = None
    frontend: Annotated[
        FabricIntent | None, Key("In-band management, tenants and DPUs.", default="not built")
    ] = None
    oob: Annotated[FabricIntent | None, Key("Out-of-band management.", default="not built")] = None

    def present(self) -> tuple[tuple[str, FabricIntent], ...]:
        """Return the fabrics asked for, in the order backend, storage, frontend, oob."""
        named = (
            ("backend", self.backend),
            ("storage", self.storage),
            ("frontend", self.frontend),
            ("oob", self.oob),
        )
        return tuple((name, fabric) for name, fabric in named if fabric is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressingIntent:
    """Address and ASN pools; each is cut into sixteen equal slices (see docs/addressing.md)."""

    loopbacks: Annotated[str, Key("Loopbacks of switches.", "prefix")] = "10.255.0.0/16"
    links: Annotated[
        str,
        Key(
            "Point-to-point /31 links between switches; unnumbered peers by link-local address instead (frrcfgd).",
            "link-pool",
        ),
    ] = "10.64.0.0/10"
    hosts: Annotated[str, Key("Links to nodes, DPUs and out-of-band hosts.", "prefix")] = (
        "10.0.0.0/10"
    )
    vteps: Annotated[
        str | None,
        Key(
            "VXLAN tunnel endpoints (Loopback1) of leaves and DPUs, apart from Loopback0 (frrcfgd).",
            "prefix",
            default="Loopback0 is the tunnel endpoint",
        ),
    ] = None
    asn: Annotated[str, Key("Private autonomous system numbers, first-last.", "asn-range")] = (
        "4200000000-4200999999"
    )
    family: Annotated[
        str,
        Key(
            "Address families of all fabrics but the out-of-band one, which stays IPv4.",
            "choice",
            choices=("ipv4", "dual", "ipv6"),
        ),
    ] = "ipv4"
    loopbacks6: Annotated[str, Key("IPv6 loopbacks of switches.", "prefix6")] = "fd00:10:255::/48"
    links6: Annotated[str, Key("IPv6 /127 links between switches.", "prefix6")] = "fd00:10:64::/48"
    hosts6: Annotated[
        str, Key("IPv6 links to nodes and DPUs; a leaf and rail has a /64.", "prefix6")
    ] = "fd00:10::/48"


HASH_FIELDS = (
    "IN_PORT",
    "DST_MAC",
    "SRC_MAC",
    "ETHERTYPE",
    "VLAN_ID",
    "IP_PROTOCOL",
    "DST_IP",
    "SRC_IP",
    "L4_DST_PORT",
    "L4_SRC_PORT",
    "INNER_DST_MAC",
    "INNER_SRC_MAC",
    "INNER_ETHERTYPE",
    "INNER_IP_PROTOCOL",
    "INNER_DST_IP",
    "INNER_SRC_IP",
    "INNER_L4_DST_PORT",
    "INNER_L4_SRC_PORT",
    "IPV6_FLOW_LABEL",
)
HASH_ALGORITHMS = ("CRC", "XOR", "RANDOM", "CRC_32LO", "CRC_32HI", "CRC_CCITT", "CRC_XOR")


@dataclass(frozen=True, slots=True, kw_only=True)
class HashIntent:
    """What switches hash to choose one of several equal paths."""

    fields: Annotated[tuple[str, ...], Key("Packet fields.", "choice", choices=HASH_FIELDS)] = ()
    leaf: Annotated[
        str | None,
        Key("Algorithm of leaves.", "choice", choices=HASH_ALGORITHMS, default="the platform's"),
    ] = None
    spine: Annotated[
        str | None,
        Key(
            "Algorithm of spines.",
            "choice",
            choices=HASH_ALGORITHMS,
            default="the platform's, CRC below super-spines",
        ),
    ] = None
    super_spine: Annotated[
        str | None,
        Key(
            "Algorithm of super-spines, whose seed is that of spines.",
            "choice",
            choices=HASH_ALGORITHMS,
            default="CRC_CCITT",
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingIntent:
    """BGP timers, failure detection and the spreading of flows."""

    keepalive: Annotated[
        int, Key("BGP keepalive interval.", "count", unit="s", minimum=1, maximum=21845)
    ] = 3
    holdtime: Annotated[
        int,
        Key(
            "Silence after which a BGP session is down.",
            "count",
            unit="s",
            minimum=3,
            maximum=65535,
        ),
    ] = 10
    bfd: Annotated[
        bool | None,
        Key(
            "Detect silent failures by BFD, 300 ms times 3 (frrcfgd).",
            "flag",
            default="true with frrcfgd, which alone can",
        ),
    ] = None
    bfd_interval: Annotated[
        int | None,
        Key(
            "Interval of BFD packets; needs sonic.extensions bfd.",
            "count",
            unit="ms",
            default="300, as FRR has it",
            minimum=50,
            maximum=60000,
        ),
    ] = None
    bfd_multiplier: Annotated[
        int | None,
        Key(
            "BFD packets that may be lost; needs sonic.extensions bfd.",
            "count",
            default="3, as FRR has it",
            minimum=2,
            maximum=255,
        ),
    ] = None
    isolated: Annotated[
        tuple[str, ...],
        Key(
            "Devices taken out of traffic (TSA), as names or shell patterns such as spine-p1-*: they announce their loopbacks alone.",
        ),
    ] = ()
    weighted: Annotated[
        bool, Key("Weight next hops by the paths behind them (bgpcfgd).", "flag")
    ] = False
    hash: Annotated[HashIntent, Key("Hash of equal paths.")] = HashIntent()


QOS_PRESETS = (
    "default",
    "nvidia",
    "broadcom",
    "amd",
    "azure",
    "nvme-rdma",
    "nvme-tcp",
    "lossy-roce",
    "pfc-only",
)
ECN_PRESETS = ("auto", "dcqcn", "hpcc", "nvidia", "azure", "dell", "stock")
NIC_FAMILIES = ("auto", "nvidia", "broadcom", "amd")
NIC_PRESETS = ("auto", "connectx", "pollara", "bnxt_re", "dcqcn", "simai", "off")


@dataclass(frozen=True, slots=True, kw_only=True)
class LosslessClassIntent:
    """A class that PFC protects."""

    name: Annotated[str, Key("Name of the class.", "name")] = "roce"
    dscp: Annotated[int, Key("DSCP of the class.", "dscp", minimum=0, maximum=63)] = 26
    more_dscps: Annotated[
        tuple[int, ...], Key("More DSCPs of the class.", "dscp", minimum=0, maximum=63)
    ] = ()
    priority: Annotated[
        int, Key("PFC priority, priority group and queue.", "count", minimum=0, maximum=7)
    ] = 3
    bandwidth: Annotated[
        Fraction | None,
        Key(
            "Share of a busy port.",
            "percent",
            unit="percent",
            default="60% for all lossless classes together",
            minimum=1,
        ),
    ] = None
    ecn: Annotated[bool, Key("Mark the class; off leaves PFC alone.", "flag")] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LossyClassIntent:
    """A class with a queue of its own and without PFC."""

    name: Annotated[str, Key("Name of the class.", "name")]
    dscp: Annotated[int, Key("DSCP of the class.", "dscp", minimum=0, maximum=63)]
    priority: Annotated[int, Key("Queue.", "count", minimum=0, maximum=7)]
    more_dscps: Annotated[
        tuple[int, ...], Key("More DSCPs of the class.", "dscp", minimum=0, maximum=63)
    ] = ()
    bandwidth: Annotated[
        Fraction | None,
        Key(
            "Share of a busy port.",
            "percent",
            unit="percent",
            default="an equal part of what lossless classes leave",
            minimum=1,
        ),
    ] = None
    strict: Annotated[bool, Key("Strict priority.", "flag")] = False
    ecn: Annotated[bool, Key("Mark the class on the fabrics of RDMA.", "flag")] = False
    limit: Annotated[
        Fraction | None,
        Key(
            "Most of a port's rate that the class may take.",
            "percent",
            unit="percent",
            default="the whole rate",
            minimum=1,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CongestionClassIntent:
    """The class of congestion notification packets."""

    name: Annotated[str, Key("Name of the class.", "name")] = "cnp"
    dscp: Annotated[int, Key("DSCP of the class.", "dscp", minimum=0, maximum=63)] = 48
    priority: Annotated[int, Key("Queue.", "count", minimum=0, maximum=7)] = 6
    strict: Annotated[bool, Key("Strict priority.", "flag")] = True
    limit: Annotated[
        Fraction | None,
        Key(
            "Most of a port's rate that the class may take.",
            "percent",
            unit="percent",
            default="the whole rate",
            minimum=1,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadroomIntent:
    """What the headroom is made for; any of the first four takes the place of the table's rows."""

    small_packets: Annotated[
        Fraction | None,
        Key(
            "Share of frames of 64 bytes, by number, in whole percent (NVIDIA arithmetic).",
            "percent",
            unit="percent",
            default="the table's rows, else 100%",
        ),
    ] = None
    lossless_mtu: Annotated[
        int | None,
        Key(
            "Largest frame of the lossless classes (NVIDIA arithmetic).",
            "count",
            unit="bytes",
            default="the table's rows, else 1024",
            minimum=64,
            maximum=9216,
        ),
    ] = None
    port_mtu: Annotated[
        int | None,
        Key(
            "Largest frame of any class (NVIDIA arithmetic).",
            "count",
            unit="bytes",
            default="the table's rows, else 9216",
            minimum=1280,
            maximum=9216,
        ),
    ] = None
    gearbox_delay: Annotated[
        int | None,
        Key(
            "Delay of a gearbox between ASIC and port (NVIDIA arithmetic).",
            "count",
            unit="ns",
            default="no gearbox",
            minimum=1,
            maximum=10000,
        ),
    ] = None
    over_subscribe: Annotated[
        int | None,
        Key(
            "Worst-case headroom of all ports to the shared headroom pool; 1 covers all at once.",
            "count",
            default="as the HwSKU ships",
            minimum=1,
            maximum=64,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EcnIntent:
    """When ECN marks; pinned values win over the preset."""

    preset: Annotated[
        str,
        Key(
            "Published thresholds; auto computes them so that ECN comes before PFC.",
            "choice",
            choices=ECN_PRESETS,
        ),
    ] = "auto"
    kmin: Annotated[
        int | None,
        Key(
            "Queue length at which marking begins.",
            "size",
            unit="bytes",
            default="the preset",
            minimum=1,
        ),
    ] = None
    kmax: Annotated[
        int | None,
        Key(
            "Queue length from which every packet is marked.",
            "size",
            unit="bytes",
            default="the preset",
            minimum=2,
        ),
    ] = None
    pmax: Annotated[
        Fraction | None,
        Key(
            "Share marked just below kmax, in whole percent.",
            "percent",
            unit="percent",
            default="the preset",
            minimum=1,
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchdogIntent:
    """Times of the PFC watchdog."""

    detection: Annotated[
        int | None,
        Key(
            "Pause without a break that counts as a storm.",
            "count",
            unit="ms",
            default="200 for each started block of 32 ports",
            minimum=100,
            maximum=5000,
        ),
    ] = None
    restoration: Annotated[
        int | None,
        Key(
            "Quiet time that ends a storm.",
            "count",
            unit="ms",
            default="twice detection",
            minimum=100,
            maximum=60000,
        ),
    ] = None
    poll: Annotated[
        int | None,
        Key(
            "How often counters are read.",
            "count",
            unit="ms",
            default="detection, at most 1000",
            minimum=100,
            maximum=1000,
        ),
    ] = None
    action: Annotated[
        str,
        Key(
            "What is done to a queue in a storm; only drop breaks a deadlock.",
            "choice",
            choices=("drop", "forward", "alert"),
        ),
    ] = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class NicQosIntent:
    """The NICs of the nodes. Marks are what the NICs are set to where somebody else sets them."""

    family: Annotated[str, Key("Family of the back-end NICs.", "choice", choices=NIC_FAMILIES)] = (
        "auto"
    )
    preset: Annotated[
        str,
        Key(
            "Published DCQCN parameters; auto takes those of the family.",
            "choice",
            choices=NIC_PRESETS,
        ),
    ] = "auto"
    dscp: Annotated[
        int | None,
        Key("DSCP of RDMA.", "dscp", default="as the switches", minimum=0, maximum=63),
    ] = None
    priority: Annotated[
        int | None,
        Key("PFC priority of RDMA.", "count", default="as the switches", minimum=0, maximum=7),
    ] = None
    cnp_dscp: Annotated[
        int | None,
        Key("DSCP of notifications.", "dscp", default="as the switches", minimum=0, maximum=63),
    ] = None
    cnp_priority: Annotated[
        int | None,
        Key("Priority of notifications.", "count", default="as the switches", minimum=0, maximum=7),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QosIntent:
    """Traffic classes, buffers, marking and pause."""

    preset: Annotated[
        str,
        Key(
            "Classes of a vendor or a use; classes written out win over it.",
            "choice",
            choices=QOS_PRESETS,
        ),
    ] = "default"
    lossless: Annotated[
        tuple[LosslessClassIntent, ...], Key("Classes that PFC protects.", one_or_many=True)
    ] = (LosslessClassIntent(),)
    lossy: Annotated[
        tuple[LossyClassIntent, ...],
        Key("More classes with a queue of their own.", one_or_many=True),
    ] = ()
    congestion: Annotated[CongestionClassIntent, Key("Congestion notification.")] = (
        CongestionClassIntent()
    )
    mtu: Annotated[
        int, Key("MTU of every port.", "count", unit="bytes", minimum=1280, maximum=9216)
    ] = 9100
    trust: Annotated[
        str,
        Key(
            "What a packet's class is read from: its DSCP, or also 802.1p where a frame is tagged.",
            "choice",
            choices=("dscp", "dscp-pcp"),
        ),
    ] = "dscp"
    scheduling: Annotated[
        str,
        Key("How weights are served: by bytes or by packets.", "choice", choices=("dwrr", "wrr")),
    ] = "dwrr"
    buffer_model: Annotated[
        str,
        Key(
            "Who computes headroom and pools: fabricgen, or the switch (NVIDIA).",
            "choice",
            choices=("traditional", "dynamic"),
        ),
    ] = "traditional"
    headroom: Annotated[HeadroomIntent, Key("Inputs of the headroom.")] = HeadroomIntent()
    ecn: Annotated[EcnIntent, Key("Marking.", shorthand="preset")] = EcnIntent()
    watchdog: Annotated[WatchdogIntent, Key("PFC watchdog.")] = WatchdogIntent()
    asymmetric_pfc: Annotated[
        bool,
        Key(
            "Let host ports obey pause of every priority, and send only the lossless ones.", "flag"
        ),
    ] = False
    nic: Annotated[NicQosIntent, Key("NIC settings.", shorthand="family")] = NicQosIntent()


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantIntent:
    """A tenant and its nodes."""

    name: Annotated[str, Key("Name of the tenant.", "name")]
    nodes: Annotated[
        tuple[str, ...],
        Key(
            "Node numbers of the cluster, such as 1-512 or 7, counting all groups in order.",
            "node-range",
        ),
    ]
    isolation: Annotated[
        str,
        Key(
            "How the tenant is kept apart on the back-end: ACLs of host ports, a VRF of its own (frrcfgd), or not at all.",
            "choice",
            choices=("acl", "vrf", "none"),
        ),
    ] = "acl"

    def node_numbers(self) -> Iterator[int]:
        """Yield the numbers of its nodes, from 1."""
        for part in self.nodes:
            first, _, last = part.partition("-")
            yield from range(int(first), int(last or first) + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TacacsIntent:
    """TACACS+ servers."""

    servers: Annotated[tuple[str, ...], Key("Servers, most preferred first.", "address")] = ()
    secret: Annotated[
        str | None,
        Key("Reference to the secret: ${ENV_NAME} or file:PATH.", "secret", default="none"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServicesIntent:
    """Services every device uses."""

    ntp: Annotated[tuple[str, ...], Key("NTP servers.", "address")] = ()
    dns: Annotated[tuple[str, ...], Key("Name servers, at most 3.", "address")] = ()
    syslog: Annotated[tuple[str, ...], Key("Syslog servers.", "address")] = ()
    tacacs: Annotated[TacacsIntent | None, Key("TACACS+ servers.", default="none")] = None
    telemetry: Annotated[
        str, Key("Telemetry service of the switches.", "choice", choices=("none", "gnmi"))
    ] = "none"
    management_vrf: Annotated[
        bool,
        Key("Put eth0 and the services that use it into the management VRF.", "flag"),
    ] = False
    management_access: Annotated[
        tuple[str, ...],
        Key(
            "Prefixes that may reach SSH, SNMP, NTP and gNMI of every device; nobody else may.",
            "any-prefix",
            default="the image's filter alone",
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrideIntent:
    """Rows merged into a rendered table; the result is validated like everything else."""

    devices: Annotated[str, Key("Devices, as a shell pattern such as leaf-*.", "text")]
    table: Annotated[str, Key("CONFIG_DB table.", "text")]
    set: Annotated[
        Mapping[str, Mapping[str, str | tuple[str, ...]]],
        Key("Rows by key; each row maps fields to text, or to a list of text.", "rows"),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptIntent:
    """A finding that is known and accepted; it stays in the report."""

    rule: Annotated[str, Key("Rule id, such as CAP003.", "text")]
    reason: Annotated[str, Key("Why it is accepted.", "text")]
    devices: Annotated[str, Key("Devices, as a shell pattern.", "text")] = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class RackIntent:
    """Where devices and nodes stand; cabling.csv and the labels name it."""

    devices: Annotated[
        str, Key("Devices and nodes, as a shell pattern such as node-000[1-4].", "text")
    ]
    rack: Annotated[str, Key("Rack, as the site calls it.", "text")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """A whole intent with the place of every value.

    ``places`` maps a key path (``("fabrics", "backend", "planes")``, list items by index) to where it is written.
    """

    fabricgen: Annotated[int, Key("Format version of the language.", "count", minimum=1, maximum=1)]
    name: Annotated[str, Key("Name of the cluster.", "name")]
    compute: Annotated[tuple[ComputeGroup, ...], Key("Groups of nodes.", one_or_many=True)]
    workload: Annotated[WorkloadIntent, Key("What the cluster is for.", shorthand="kind")] = (
        WorkloadIntent()
    )
    sonic: Annotated[SonicIntent, Key("Release and routing path.")] = SonicIntent()
    fabrics: Annotated[FabricsIntent, Key("The fabrics to build.")] = FabricsIntent()
    addressing: Annotated[AddressingIntent, Key("Address and ASN pools.")] = AddressingIntent()
    routing: Annotated[RoutingIntent, Key("BGP timers, failure detection, hashing.")] = (
        RoutingIntent()
    )
    qos: Annotated[QosIntent, Key("Traffic classes.")] = QosIntent()
    tenants: Annotated[tuple[TenantIntent, ...], Key("Tenants.", one_or_many=True)] = ()
    services: Annotated[ServicesIntent, Key("Services every device uses.")] = ServicesIntent()
    overrides: Annotated[
        tuple[OverrideIntent, ...], Key("Rows merged into rendered tables.", one_or_many=True)
    ] = ()
    accept: Annotated[tuple[AcceptIntent, ...], Key("Accepted findings.", one_or_many=True)] = ()
    platforms: Annotated[
        str | None,
        Key("Folder with own catalogue files, relative to the intent.", "text", default="none"),
    ] = None
    cabling: Annotated[
        str | None,
        Key(
            "A cabling.csv of a site that is cabled already, relative to the intent: its links keep their ports.",
            "text",
            default="ports are chosen",
        ),
    ] = None
    racks: Annotated[
        tuple[RackIntent, ...],
        Key("Racks for cabling.csv and the labels; the first pattern counts.", one_or_many=True),
    ] = ()
    also_write: Annotated[
        tuple[str, ...],
        Key(
            "More files to write: the graph in three forms, and labels to print.",
            "choice",
            choices=("dot", "graphml", "graph-json", "labels"),
        ),
    ] = ()
    places: Mapping[tuple[str | int, ...], Place] = field(
        default_factory=lambda: MappingProxyType({})
    )

    def group_of_node(self) -> dict[str, str]:
        """Return the name of the compute group of each node by the node's name."""
        return {
            group.node_name(index): group.name
            for group in self.compute
            for index in range(group.nodes)
        }

    def place(self, *path: str | int) -> Place:
        """Return where ``path`` is written, or the nearest enclosing key that is."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, Place())


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentDraft:
    """What reading an intent file gave: the intent, or None and the problems that stopped it.

    Problems may also stand beside an intent (a word that is legal but probably not meant).
    """

    file: str
    intent: Intent | None
    problems: tuple[Problem, ...] = ()
