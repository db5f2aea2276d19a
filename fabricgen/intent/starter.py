"""A commented intent to start from."""

_TEMPLATE = """\
# Intent of {name}. Every key: docs/intent.md. Check it with `fabricgen plan`, write files with `fabricgen render`.
fabricgen: 1
name: {name}

workload: {workload:<19} # training | fine-tuning | inference
compute:
  nodes: {nodes}
  node: {node:<21} # a node type of `fabricgen catalogue list nodes`, or
                              # {{gpus: 8, nics: 8, nic_speed: 400G}} written out
  # grow_to: {grow_to:<16} # nodes to leave room for; growth then changes no existing leaf

fabrics:
  backend:                    # GPU to GPU
    switch: {switch:<17} # platform of every tier; `leaf`, `spine` and `super_spine` may differ
    # topology: auto          # rail-optimized, rail-only, top-of-rack, dual-tor, single-tier, none
    # oversubscription: 1     # leaf down to up, such as 1, 3 or 16/15
    # cables: {{host_leaf: 3m, leaf_spine: 30m}}
  # storage: {{switch: {switch}, protocol: nvme-rdma}}
  # frontend: {{switch: {switch}}}
  # oob: {{switch: nvidia-sn2201}}

# sonic:
#   release: "202511"         # decides which tables and fields are legal
#   routing: bgpcfgd          # or frrcfgd

# addressing:                 # pools; nothing derived from them moves when the cluster grows
#   loopbacks: 10.255.0.0/16
#   links: 10.64.0.0/10
#   hosts: 10.0.0.0/10
#   asn: 4200000000-4200999999

# services:
#   ntp: [192.0.2.1]
#   syslog: [192.0.2.2]
#   tacacs: {{servers: [192.0.2.3], secret: ${{TACACS_SECRET}}}}   # never the secret itself
"""


def starter(
    *,
    name: str,
    nodes: int,
    node: str,
    switch: str,
    workload: str = "training",
) -> str:
    """Return a commented intent of one group of nodes and a back-end.

    The words are written as they are given; parse the text to learn whether they are legal.

    Args:
        name: Name of the cluster.
        nodes: Nodes, at least 1.
        node: Node type of the catalogue.
        switch: Platform of the back-end's switches.
        workload: training, fine-tuning or inference.
    """
    return _TEMPLATE.format(
        name=_scalar(name),
        nodes=nodes,
        grow_to=min(2 * nodes, 1 << 17),
        node=_scalar(node),
        switch=_scalar(switch),
        workload=_scalar(workload),
    )


def _scalar(text: str) -> str:
    """Return ``text`` as a YAML scalar: plain when it is a simple word, else in double quotes."""
    plain = text.isascii() and text.replace("-", "").replace("_", "").replace(".", "").isalnum()
    if plain and text[0].isalpha() and text.lower() not in ("null", "true", "false"):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped)
        + '"'
    )
