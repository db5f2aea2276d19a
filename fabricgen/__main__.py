"""``python -m fabricgen``."""

from fabricgen.cli import main

if __name__ == "__main__":
    main(prog_name="fabricgen")
