"""The difference of two sets of configurations, and the patch that makes one into the other."""

from fabricgen.change.compare import Change, compare
from fabricgen.change.patch import patch
from fabricgen.change.text import patch_text, text

__all__ = ["Change", "compare", "patch", "patch_text", "text"]
