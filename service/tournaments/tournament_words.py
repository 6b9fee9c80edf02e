"""The words beside a tournament: its events hold stand-ins for the reasons and names of clubs that people wrote."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.player_names import alike, kept_name, name_fault
from domain.refusals import Misuse
from domain.tournaments.commands import NoteClub, TournamentCommand
from service.access.text_digests import salted_digest
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import TournamentName, TournamentText

TEXT_MAX: Final = 4000
"""The most characters of a reason."""
TEXT: Final = "text"
"""The member of commands and events in which people write; events hold its salted digest."""


def without_words(
    command: TournamentCommand, tournament: str, names: Mapping[str, str], *, at: int, author: str
) -> tuple[TournamentCommand, Sequence[Entry]]:
    """Return the command as its event may hold it, and the entries with the words that were taken out.

    A `text` becomes its salted digest. A club is named by people; its pseudonym is that of the same name in `names`, or
    the next free one. Misuse for a text or a name that cannot be kept.
    """
    kept = list[Entry]()
    if isinstance(command, NoteClub):
        command, entries = _club_noted(command, tournament, names)
        kept += entries
    if (text := getattr(command, TEXT, None)) is not None:
        words = written(text, tournament, at=at, author=author)
        kept.append(words)
        command = replace(command, text=words.digest)
    return command, kept


def written(text: str, tournament: str, *, at: int, author: str, place: str = f"body.{TEXT}") -> TournamentText:
    """Return a text to be stored beside events, with the digest that stands in them; Misuse for one that cannot be."""
    if not 1 <= len(text) <= TEXT_MAX or "\x00" in text:
        raise Misuse(f"a text has 1 to {TEXT_MAX} characters, none of them NUL", place=place)
    salt, digest = salted_digest(TEXT, text)
    return TournamentText(digest=digest, tournament=tournament, at=at, salt=salt, text=text, author=author)


def good_name(name: str, place: str = "body.name") -> str:
    """Return a name as it is kept; Misuse for one that cannot be shown."""
    kept = kept_name(name)
    if (fault := name_fault(kept)) is not None:
        raise Misuse(fault, place=place)
    return kept


def pseudonyms(kind: str, names: Mapping[str, str], taken: Sequence[str] = ()) -> Iterator[str]:
    """Yield the free pseudonyms of a kind, `player` or `club`, numbered on from the last one."""
    used = [int(name.removeprefix(f"{kind}-")) for name in (*names, *taken) if is_numbered(name, kind)]
    number = max(used, default=0)
    while True:
        number += 1
        yield f"{kind}-{number}"


def is_numbered(name: str, kind: str) -> bool:
    """Return whether this is a pseudonym of a kind with a number, such as `player-7`."""
    return name.startswith(f"{kind}-") and name.removeprefix(f"{kind}-").isdecimal()


def _club_noted(command: NoteClub, tournament: str, names: Mapping[str, str]) -> tuple[NoteClub, Sequence[Entry]]:
    name = good_name(command.club, "body.club")
    for pseudonym, other in names.items():
        if pseudonym == command.club or (is_numbered(pseudonym, "club") and alike(other) == alike(name)):
            return replace(command, club=pseudonym), ()
    pseudonym = next(pseudonyms("club", names))
    return replace(command, club=pseudonym), (TournamentName(tournament=tournament, pseudonym=pseudonym, name=name),)
