"""`python -m frit` prints what frit found on this machine."""

from __future__ import annotations

from ._config import config


def main() -> None:
    print(config)


if __name__ == "__main__":
    main()
