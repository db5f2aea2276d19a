"""The control plane of all files: sessions, routes, forwarding and buffer waits, computed forward.

Two of SONiC's routing paths are modelled, as their templates and daemons write FRR: bgpcfgd (the
template path) and frrcfgd (the management framework). Only the default VRF takes part.
"""
