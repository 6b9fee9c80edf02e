"""What the pages show of disputes: what was filed, in the words of the page's language."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.remedies import Book
from domain.values import Value
from service.web.language import said
from service.web.sheet import RUNS, called


class ShownAct(Value):
    """One thing filed: when, what it is, what was written; `facts` is what else there is to say of it."""

    at: str
    what: str
    text: str | None
    withheld: str
    facts: tuple[str, ...]


class ShownDispute(Value):
    """One dispute: its number, the event, the entry of the book, how it stands, all that was filed."""

    number: int
    event: int
    claimant: str
    article: str
    article_name: str
    state: str
    awaits: bool
    fork: str | None
    acts: tuple[ShownAct, ...]


class ShownProceedings(Value):
    """The disputes about a game, what arbiters did to it, whose confirmations of its result are there."""

    game: str
    disputes: tuple[ShownDispute, ...]
    powers: tuple[ShownAct, ...]
    confirmed: tuple[str, ...]


def proceedings_for(answers: Callable[..., Any], book: Book, game: str, lang: str) -> ShownProceedings:
    """The proceedings as whoever asks may know of them; raises what the operations raise."""
    head, found = answers("get_game", game), answers("list_disputes", game)
    names = [called(seat, lang) for seat in head["seats"]]
    return ShownProceedings(
        game=game,
        disputes=tuple(_dispute(one, names, book, lang, runs=head["status"] in RUNS) for one in found["disputes"]),
        powers=tuple(
            _act(filed, names, book, lang, runs=False) for filed in found["filed"] if "power" in filed["event"]
        ),
        confirmed=tuple(names[seat] for seat in found["confirmed"]),
    )


def printed(answers: Callable[..., Any], game: str, lang: str) -> Iterator[tuple[int, str, str]]:
    """Each dispute in short: the event, the claim, what was ruled, or how else it stands."""
    for one in answers("list_disputes", game)["disputes"]:
        claim, ruling = one["filed"][0], None
        for filed in one["filed"]:
            ruling = filed if filed["event"]["type"].startswith("dispute_ruled.") else ruling
        words = " ".join(filter(None, (one["article"], claim["words"].get("text"))))
        if ruling is None:
            yield one["event"], words, said(lang, f"dispute-is-{one['state']}")
        else:
            outcome = said(lang, f"dispute-{ruling['event']['outcome']}", clause=ruling["event"]["clause"])
            yield one["event"], words, f"{outcome} {ruling['words'].get('text') or ''}".strip()


def _dispute(one: Mapping[str, Any], names: list[str], book: Book, lang: str, *, runs: bool) -> ShownDispute:
    entry = book.entry(one["article"])
    return ShownDispute(
        number=one["dispute"],
        event=one["event"],
        claimant=names[one["seat"]],
        article=one["article"],
        article_name="" if entry is None else getattr(entry, lang).name,
        state=said(lang, f"dispute-is-{one['state']}"),
        awaits=one["state"] in ("open", "appealed", "reopened"),
        fork=one["fork"],
        acts=tuple(_act(filed, names, book, lang, runs=runs) for filed in one["filed"]),
    )


def _act(filed: Mapping[str, Any], names: list[str], book: Book, lang: str, *, runs: bool) -> ShownAct:
    event, words = filed["event"], filed["words"]
    kind, seat = event.get("power") or event["type"].partition(".")[0].replace("_", "-"), event.get("seat")
    by = event.get("by", "").partition(":")[2]
    who = names[int(by)] if by else names[seat] if seat is not None else said(lang, "dispute-arbiter")
    text = words.get("text")
    why = "sealed" if runs and event.get("sealed") else "erased"
    return ShownAct(
        at=f"{filed['at'][:10]} {filed['at'][11:16]} UTC",
        what=said(lang, f"dispute-filed-{kind}", who=who),
        text=text,
        withheld=said(lang, f"dispute-{why}") if "text" in words and text is None else "",
        facts=tuple(_facts(event, names, book, lang)),
    )


def _facts(event: Mapping[str, Any], names: list[str], book: Book, lang: str) -> Iterator[str]:
    if "power" in event:
        yield said(lang, "dispute-after", n=event["event"], view=event["view"] or "")
    if "events" in event:
        yield said(lang, "dispute-events", events=", ".join(map(str, event["events"])))
    if event.get("branch"):
        yield said(lang, "dispute-branch", game=event["branch"])
    if "outcome" in event:
        yield said(lang, f"dispute-{event['outcome']}", clause=event["clause"])
        yield said(lang, f"dispute-remedy-{event['remedy']}", n=event.get("back_to") or 0)
    if event.get("against") is not None:
        penalty = book.penalties.get(event["penalty"], {}).get(lang, event["penalty"])
        yield said(lang, "dispute-penalty", who=names[event["against"]], penalty=penalty)
