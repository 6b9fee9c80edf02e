"""The console script `haricot`: the command line, or a message if its packages are not installed."""

import sys
from typing import Final

OWN: Final = ("domain", "replay", "projections", "service", "haricot")
EXTRAS: Final = {
    "psycopg": "postgres",
    "psycopg_pool": "postgres",
    "pyarrow": "parquet",
    "PIL": "pictures",
    "pysqlite3": "sqlite",
}
"""The extra that installs a package. All others come with `server`."""


def main() -> None:
    """Run the command line. Exit with code 2 if a package that it needs is missing."""
    try:
        from service.cli import main as command_line  # noqa: PLC0415  # it imports what may not be there

        command_line()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in OWN:
            raise
        extra = EXTRAS.get(missing, "server")
        says = f"haricot: the command line needs {missing}, which is not here: pip install 'haricot[{extra}]'\n"
        sys.stderr.write(says)
        sys.exit(2)
