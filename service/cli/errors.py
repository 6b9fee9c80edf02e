"""Errors of a command: one line on standard error, and exit code 2 or the one of the error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from domain.refusals import HaricotError, Refusal

MISUSE: Final = 2


@contextmanager
def one_line() -> Iterator[None]:
    """End the process with one line and an exit code, mostly 2, after an error of ours, of click, or of the system."""
    try:
        yield
    except click.UsageError as error:
        see = "" if error.ctx is None else f" See `{error.ctx.command_path} --help`."
        _give_up(f"{error.format_message()}{see}")
    except Refusal as refusal:
        _give_up(f"{refusal.clause}: {refusal.says}")
    except BrokenPipeError:
        raise
    except (HaricotError, OSError) as error:
        _give_up(reason(error), getattr(error, "exit_code", MISUSE))


def reason(error: Exception) -> str:
    """Return the text of an error. For an OSError it is its path with the reason."""
    if isinstance(error, OSError) and error.strerror is not None:
        return ": ".join(str(part) for part in (error.filename, error.strerror) if part is not None)
    return str(error)


def write_out() -> None:
    """Flush standard output while an error, such as a full disk, can still be reported in one line."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the exit would try, and fail, again
        raise


def _give_up(says: str, code: int = MISUSE) -> None:
    line = " ".join(says.split())
    click.echo("haricot: " + "".join(sign if sign.isprintable() else "?" for sign in line), err=True)
    sys.exit(code)
