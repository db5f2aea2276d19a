"""CONFIG_DB files: read them, hold them against a release's schema, rebuild the fabric."""

from fabricgen.configdb.check import check
from fabricgen.configdb.compile_models import compile_models
from fabricgen.configdb.discover import Found, discover
from fabricgen.configdb.official import official
from fabricgen.configdb.read import parse, parse_all, read, read_all
from fabricgen.configdb.rebuild import rebuild
from fabricgen.configdb.schema import dump_schema, load_schema, referrers, releases
from fabricgen.configdb.upgrade import release_of, upgrade
from fabricgen.configdb.values import describe

__all__ = [
    "Found",
    "check",
    "compile_models",
    "describe",
    "discover",
    "dump_schema",
    "load_schema",
    "official",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "rebuild",
    "referrers",
    "release_of",
    "releases",
    "upgrade",
]
