"""CONFIG_DB files: read them, hold them against a release's schema, rebuild the fabric."""

from fabricgen.configdb.check import check
from fabricgen.configdb.compile_models import compile_models
from fabricgen.configdb.discover import Found, discover
from fabricgen.configdb.official import official
from fabricgen.configdb.read import parse, read
from fabricgen.configdb.rebuild import rebuild
from fabricgen.configdb.schema import dump_schema, load_schema, releases

__all__ = [
    "Found",
    "check",
    "compile_models",
    "discover",
    "dump_schema",
    "load_schema",
    "official",
    "parse",
    "read",
    "rebuild",
    "releases",
]
