"""Texts and names that people write in tournaments: events hold only their digests and pseudonyms."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.player_names import comparison_key, name_fault, normalized_name
from domain.refusals import Misuse
from domain.tournaments.commands import NoteClub, TournamentCommand
from service.access.text_digests import salted_digest
from service.store.entries.metadata_store import Entry
from service.store.entries.tournament_entries import TournamentName, TournamentText

TEXT_MAX: Final = 4000
"""How many characters a text may have."""
TEXT_MEMBER: Final = "text"
"""The member of commands in which people write. Events hold its salted digest."""


def extract_texts(
    command: TournamentCommand, tournament: str, names: Mapping[str, str], *, at: int, author: str
) -> tuple[TournamentCommand, Sequence[Entry]]:
    """Replace the texts and names in a command. Return the command for its event, and the entries that store them.

    A `text` becomes its salted digest. The name of a club becomes its pseudonym in `names`, or the next free one.
    Raises Misuse for a text or name that cannot be stored.
    """
    kept = list[Entry]()
    if isinstance(command, NoteClub):
        command, entries = _replace_club(command, tournament, names)
        kept += entries
    if (text := getattr(command, TEXT_MEMBER, None)) is not None:
        words = text_entry(text, tournament, at=at, author=author)
        kept.append(words)
        command = replace(command, text=words.digest)
    return command, kept


def text_entry(
    text: str, tournament: str, *, at: int, author: str, place: str = f"body.{TEXT_MEMBER}"
) -> TournamentText:
    """Return the entry that stores a text, with the salted digest for events. Raises Misuse for an invalid text."""
    if not 1 <= len(text) <= TEXT_MAX or "\x00" in text:
        raise Misuse(f"a text has 1 to {TEXT_MAX} characters, none of them NUL", place=place)
    salt, digest = salted_digest(TEXT_MEMBER, text)
    return TournamentText(digest=digest, tournament=tournament, at=at, salt=salt, text=text, author=author)


def checked_name(name: str, place: str = "body.name") -> str:
    """Return a name as it is stored. Raises Misuse for a name that cannot be shown."""
    kept = normalized_name(name)
    if (fault := name_fault(kept)) is not None:
        raise Misuse(fault, place=place)
    return kept


def free_pseudonyms(kind: str, names: Mapping[str, str], taken: Sequence[str] = ()) -> Iterator[str]:
    """Yield free pseudonyms of a kind, `player` or `club`, with the numbers after the last one in use."""
    used = [int(name.removeprefix(f"{kind}-")) for name in (*names, *taken) if is_numbered(name, kind)]
    number = max(used, default=0)
    while True:
        number += 1
        yield f"{kind}-{number}"


def is_numbered(name: str, kind: str) -> bool:
    """Return whether a name is a numbered pseudonym of this kind, such as `player-7`."""
    return name.startswith(f"{kind}-") and name.removeprefix(f"{kind}-").isdecimal()


def _replace_club(command: NoteClub, tournament: str, names: Mapping[str, str]) -> tuple[NoteClub, Sequence[Entry]]:
    name = checked_name(command.club, "body.club")
    for pseudonym, other in names.items():
        if pseudonym == command.club or (
            is_numbered(pseudonym, "club") and comparison_key(other) == comparison_key(name)
        ):
            return replace(command, club=pseudonym), ()
    pseudonym = next(free_pseudonyms("club", names))
    return replace(command, club=pseudonym), (TournamentName(tournament=tournament, pseudonym=pseudonym, name=name),)
