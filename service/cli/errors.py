"""Errors of a command: one line on standard error, and exit code 2 or that of the error."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

from domain.refusals import HaricotError, Refusal

MISUSE_EXIT_CODE: Final = 2


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Print an error of Haricot, click or the system in one line, and end the process with its exit code."""
    try:
        yield
    except click.UsageError as error:
        hint = "" if error.ctx is None else f" See `{error.ctx.command_path} --help`."
        _print_and_exit(f"{error.format_message()}{hint}")
    except Refusal as refusal:
        _print_and_exit(f"{refusal.clause}: {refusal.says}")
    except BrokenPipeError:
        raise
    except (HaricotError, OSError) as error:
        _print_and_exit(error_text(error), getattr(error, "exit_code", MISUSE_EXIT_CODE))


def error_text(error: Exception) -> str:
    """Return the text of an error. For an OSError it is the path with the cause."""
    if isinstance(error, OSError) and error.strerror is not None:
        return ": ".join(str(part) for part in (error.filename, error.strerror) if part is not None)
    return str(error)


def flush_output() -> None:
    """Flush standard output while an error, such as a full disk, can still be reported in one line."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError:
        # Otherwise Python flushes again at exit, and fails.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _print_and_exit(message: str, code: int = MISUSE_EXIT_CODE) -> None:
    line = " ".join(message.split())
    click.echo("haricot: " + "".join(character if character.isprintable() else "?" for character in line), err=True)
    sys.exit(code)
