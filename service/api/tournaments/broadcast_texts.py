"""Writes what a slot of a broadcast shows as plain text, for programs that show text and no pages."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from domain.cards import FACE_DOWN
from domain.editions import edition_named
from service.api.tournaments.broadcast_schemas import SlotClock, SlotField, SlotPlayer, SlotTable


def text_of_field(shown: SlotField, edition: str, lang: str, now: int) -> str:
    """Return a field as lines of text, with `now` in milliseconds since 1970; empty where it shows nothing."""
    return "\n".join(_lines(shown, edition, lang, now))


def _lines(shown: SlotField, edition: str, lang: str, now: int) -> Iterator[str]:
    match shown.field:
        case "scores":
            yield from (_score_text(one) for table in shown.tables for one in table.players)
        case "hands":
            beans = {key: bean.name for key, bean in edition_named(edition).data.bean_names(lang).items()}
            yield from (_hand_text(one, beans) for table in shown.tables for one in table.players)
        case "table":
            yield from (text for table in shown.tables for text in (_table_text(table), table.sentence) if text)
        case "next" | "wall":
            yield from (_table_text(one) for one in shown.tables)
        case "standings":
            yield from (f"{one.rank}. {one.name or one.player} {one.points}" for one in shown.standings)
        case "clock":
            yield from () if shown.clock is None else _clock_text(shown.clock, now)
        case "commentary":
            yield from (one.text for one in shown.commentary[-1:])


def _player_name(one: SlotPlayer) -> str:
    return one.name or one.player


def _score_text(one: SlotPlayer) -> str:
    return _player_name(one) if one.coins is None else f"{_player_name(one)} {one.coins}"


def _hand_text(one: SlotPlayer, beans: dict[str, str]) -> str:
    """Return the cards of a hand, counted by variety; `?` are those that spectators do not know."""
    cards = ", ".join(
        f"{count} {'?' if card == FACE_DOWN else beans.get(card, card)}" for card, count in Counter(one.hand).items()
    )
    return f"{_player_name(one)}: {cards}"


def _table_text(table: SlotTable) -> str:
    return f"{table.table}: {', '.join(_score_text(one) for one in table.players)}"


def _clock_text(clock: SlotClock, now: int) -> Iterator[str]:
    """Yield what is left of the round, or the time since its release where it has no length, in minutes and seconds."""
    if clock.released is not None:
        since = datetime.fromisoformat(clock.released).astimezone(UTC).timestamp()
        runs = now / 1000 - clock.delay_seconds - since
        shown = runs if clock.seconds is None else clock.seconds + clock.seconds_added - runs
        minutes, seconds = divmod(max(0, int(shown)), 60)
        yield f"{minutes}:{seconds:02}"
