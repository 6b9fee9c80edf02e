"""The lobby: games in sections, titled by their players, with results only if asked for."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from domain.editions import EDITIONS
from projections.summary import GameStatus
from service.web.language import language, translate

PAGE_SIZE: Final = 24
SECTION_SIZES: Final = {
    GameStatus.OPEN: 6,
    GameStatus.RUNNING: 6,
    GameStatus.FINISHED: 9,
    GameStatus.IMPORTED: 6,
    GameStatus.VOIDED: 3,
}
"""How many games of each status the first page shows, in this order."""
NAME_MAX: Final = 100
"""How many characters of a name are searched for."""
NAMELESS: Final = re.compile(r"seat-\d+")
"""The pseudonym of a seat without a name."""

Head = dict[str, Any]


class PublicGames(Protocol):
    """The source of public games for pages that are rendered on the server."""

    def lobby(
        self, *, status: str | None, edition: str | None, player: str | None, cursor: str | None, limit: int
    ) -> tuple[list[Head], str | None]:
        """Return the heads of public games, of those with a player of this name, and the cursor of the next page."""

    def public_head(self, game: str) -> Head | None:
        """Return the public head of one game, or None if there is none or it is private."""


def sections(public: PublicGames, edition: str | None) -> list[dict[str, Any]]:
    """Return the newest games of each status that has any: `status`, `games`, and whether there are `more`."""
    found = []
    for status, size in SECTION_SIZES.items():
        games, cursor = public.lobby(status=status, edition=edition, player=None, cursor=None, limit=size)
        if games:
            found.append({"status": status.value, "games": games, "more": cursor is not None})
    return found


def featured(games: Sequence[Head]) -> Head | None:
    """Return the latest of these finished games, by when it began, that is neither a fork nor for practice."""
    fit = (head for head in games if not head["forked_from"] and not head["practice"])
    return max(fit, key=lambda head: str(head["created"]), default=None)


def name_of(seat: Mapping[str, Any]) -> str | None:
    """Return the name of the player at a seat, or None for an open seat."""
    name = seat["name"]
    if name is None or NAMELESS.fullmatch(name):
        return translate(language(), "seat-number", n=seat["seat"] + 1) if seat["taken"] or name else None
    return str(name)


def title_of(head: Head) -> str:
    """Return the title of a game: its players, or how many there are if none has a name."""
    seats = head["seats"]
    names = [seat["name"] for seat in seats if seat["name"] and not NAMELESS.fullmatch(seat["name"])]
    return listed_names(names) if names else translate(language(), "lobby-table-of", count=len(seats))


def listed_names(names: Sequence[str]) -> str:
    """Return names as a list in a sentence."""
    *before, last = names
    return translate(language(), "lobby-and", before=", ".join(before), last=last) if before else last


def edition_name(key: str) -> str:
    """Return the name of an edition in the page's language, or its key if unknown."""
    edition = EDITIONS.get(key)
    return key if edition is None else edition.data.name[language()]
