"""Find the mechanisms that the guard of a command can name, by reading its code objects."""

from collections.abc import Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from domain.commands import Command
from domain.editions import EDITIONS, rulebook
from domain.rulebook import Move, Phase, Rulebook

PACKAGE = Command.__module__.partition(".")[0]


def rulebooks() -> Iterator[tuple[str, Rulebook]]:
    """Yield the rulebook of every edition and number of players, with the key of the edition."""
    for key, edition in EDITIONS.items():
        if edition.data.__class__.__module__.startswith(PACKAGE):
            yield from ((key, rulebook(key, players, {})) for players in edition.data.players)


def refused_by(kind: type[Command], book: Rulebook) -> set[str]:
    """Return the mechanisms cited by an edition that can refuse this command."""
    phases = [*_all_phases((*book.opening, *book.turn))]
    moves = [phase.moves[kind] for phase in phases if kind in phase.moves]
    moves += [book.anytime[kind]] if kind in book.anytime else []
    found = {str(phase.refusals[kind]) for phase in phases if kind in phase.refusals}
    for move in moves:
        found |= {move.wrong_phase, *_said(move.guard, book, set())}
    return found & set(book.data.cites)


def _all_phases(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _all_phases(phase.steps)


def _said(guard: Any, book: Rulebook, seen: set[int]) -> Iterator[str]:
    """Yield every text in the code of one of our functions, of the functions it calls, and of its closure."""
    function = getattr(guard, "__wrapped__", guard)
    if id(function) in seen or not isinstance(function, FunctionType):
        return
    seen.add(id(function))
    if not function.__module__.startswith(f"{PACKAGE}."):
        return
    for cell in function.__closure__ or ():
        yield from _of_value(cell.cell_contents, book, seen)
    named = [*_names(function.__code__)]
    values = [function.__globals__.get(name, getattr(book, name, None)) for name in named]
    modules = [value for value in values if isinstance(value, ModuleType)]
    for value in [*values, *(getattr(module, name, None) for module in modules for name in named)]:
        yield from _of_value(value, book, seen)
    yield from _texts(function.__code__)


def _of_value(value: Any, book: Rulebook, seen: set[int]) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Move):
        yield from _said(value.guard, book, seen)
    elif isinstance(value, partial):
        yield from _said(value.func, book, seen)
    elif callable(value):
        yield from _said(value, book, seen)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _texts(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _texts(constant)
