"""Progress bars on a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: int, description: str) -> Iterator[Item]:
    """Yield the items under a progress bar, if standard error is a terminal but standard output is not.

    Without a bar, results that are printed one by one show the progress.
    """
    console = Console(stderr=True)
    if not console.is_terminal or (sys.stdout is not None and sys.stdout.isatty()) or total < 2:
        yield from items
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as progress:
        yield from progress.track(items, total=total, description=description)


@contextmanager
def progress_bar(total: int, description: str) -> Iterator[Callable[..., None]]:
    """Yield a function to call after each of `total` steps, or with a number of steps. Show a bar on a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _=1: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(description, total=total)
        yield lambda steps=1: bar.advance(task, steps)
