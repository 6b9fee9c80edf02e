"""Generate the tables of docs/learning.md; as a program, write them into the page."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import haricot_rl as rl
from domain.editions import EDITIONS
from haricot_rl.observation_parts import ObservationPart

PAGE = Path(__file__).parent.parent.parent / "docs" / "learning.md"
MARK = "<!-- From here on made by `python -m tests.rl.learning_page`; do not edit. -->\n"


def tables() -> str:
    """Return the tables in Markdown: sizes, actions, observations."""
    games = {edition: rl.env(edition=edition) for edition in EDITIONS}
    return "\n".join((*_sizes(), "", *_actions(games), "", *_observations(games))) + "\n"


def _sizes() -> Iterator[str]:
    yield from (
        "## Sizes",
        "",
        "The numbers of actions and of the observation, with the default options.",
        "",
    )
    yield from ("| edition | players | actions | observation |", "|---|---|---|---|")
    for edition, rules in EDITIONS.items():
        for players in rules.data.players:
            game = rl.env(edition=edition, players=players)
            yield f"| {edition} | {players} | {game.actions.size} | {len(game.layout.high)} |"


def _actions(games: dict[str, rl.BeanEnv]) -> Iterator[str]:
    yield from (
        "## List of actions",
        "",
        "The number of actions of each kind, for the fewest players. `actions.names` lists all.",
        "",
    )
    yield f"| kind | {' | '.join(games)} | example |"
    yield f"|---|{'---|' * len(games)}---|"
    counted = {edition: Counter(map(_kind, game.actions.names)) for edition, game in games.items()}
    named = {_kind(name): name for game in games.values() for name in game.actions.names}
    for kind, example in named.items():
        counts = (str(counts[kind] or "") for counts in counted.values())
        yield f"| {kind} | {' | '.join(counts)} | `{example}` |"


def _kind(name: str) -> str:
    return name.partition(" ")[0]


def _observations(games: dict[str, rl.BeanEnv]) -> Iterator[str]:
    classic = games.pop("classic")
    second, third = (classic.layout.slices[f"seat_{distance}_hand_size"].start for distance in (1, 2))
    yield from (
        "## Layout of observations",
        "",
        "For classic with three players: where each part begins, and how many numbers it has.",
    )
    yield "`seat_0` is the observing seat."
    yield f"Its parts are repeated for `seat_1` from {second} on, and for `seat_2` from {third} on."
    yield f"Numbers by variety are in the order of `layout.cards`: {', '.join(classic.layout.cards)}."
    yield from ("", "| part | from | numbers | at most | meaning |", "|---|---|---|---|---|")
    yield from _rows(classic, [part for part in classic.layout.parts if not part.name.startswith(("seat_1", "seat_2"))])
    known = {part.name for part in classic.layout.parts}
    for edition, game in games.items():
        parts = (part for part in game.layout.parts if part.name not in known)
        if more := [part for part in parts if not part.name.startswith(("seat_1", "seat_2"))]:
            yield from ("", f"Additional parts in {edition}, {game.players} players:", "")
            yield from ("| part | from | numbers | at most | meaning |", "|---|---|---|---|---|")
            yield from _rows(game, more)


def _rows(game: rl.BeanEnv, parts: list[ObservationPart]) -> Iterator[str]:
    for part in parts:
        start = game.layout.slices[part.name].start
        yield f"| `{part.name}` | {start} | {part.size} | {part.most} | {part.says} |"


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(PAGE.read_text("utf-8").partition(MARK)[0] + MARK + "\n" + tables(), "utf-8")


if __name__ == "__main__":
    main()
