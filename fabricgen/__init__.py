"""fabricgen: from one short intent file to a proven GPU-cluster network."""

__version__ = "0.1.0"
