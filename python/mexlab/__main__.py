"""The program ``mexlab``, as ``python -m mexlab`` or as the command of that name."""

import os
import sys

from mexlab import _mexlab


def main() -> None:
    """Run the program with the arguments of this process, and end it with its exit status."""
    again = [sys.executable, "-m", "mexlab"]
    status = _mexlab.run_program(["mexlab", *sys.argv[1:]], again)
    sys.stdout.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
