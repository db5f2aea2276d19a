"""The commands, a module each; :mod:`fabricgen.cli` loads the one that is called."""
