"""Every forgery that a record itself can reveal is found by the audit, with its event, clause and words."""

import re
from functools import cache
from itertools import product

import pytest
from msgspec.structs import replace

from domain.cards import all_face_down
from domain.commands import TakeSeat
from domain.edition_data.family import LANGUAGES
from domain.editions import edition_named
from domain.events import DealRevealed, DeckShuffled, SeatTaken
from domain.upcasters import SeatTaken as SeatTakenBefore
from domain.visibility import SPECTATOR, seat_viewer
from replay import audit as found
from replay.audit import Auditor, audit_file
from replay.fork import fork_exact
from replay.proofs.shuffle import Deal, seed_of_text
from replay.record import Record, read_file, write_file
from replay.rewind import batches
from service.lifecycle.bots.simulate import simulate
from service.queries.audit_responses import Audit, audit_answer
from tests.golden.add import FOLDER
from tests.long_tests import mostly_long, one_in
from tests.replay.tampering import (
    FOUND,
    UNSEEN,
    Forged,
    Tampering,
    a_received_card_is_offered,
    an_exhaustion_is_left_out,
    another_seat_sends_the_command,
    another_winner,
    events,
    one_coin_too_many,
    retold,
    the_cards_are_shuffled_otherwise,
    the_commitment_is_another,
    time_runs_backwards,
    with_envelope,
    without,
)

GAMES = [
    "classic-4-1964-0001",
    "modern-5-1964-0001",
    "duel-2-1964-0001",
    "sissi-4-1964-0001",
    "bohnaparte-4-1964-0001",
    "today",
]
"""One golden game of each edition, and one of today's rules."""


@cache
def game(name: str) -> Record:
    """Return a finished game of bots."""
    if name == "today":
        return simulate("classic", 5, "tampering", 1, {}, ["trader", "greedy"])[0].record()
    return read_file((FOLDER / f"{name}.haricot.jsonl").read_bytes())


def audited(record: Record) -> Audit:
    """Audit a record whose checks are recomputed."""
    return audit_answer(audit_file(write_file(record), "forged"))


def missed(forged: Forged) -> str | None:
    """Return why the audit misses a forgery; None if it reports its event, its clause and its words."""
    judged = audit_file(write_file(forged.record), "forged")
    answer = audit_answer(judged)
    if answer.verdict not in ("irregular", "corrupt"):
        return f"it is called {answer.verdict}"
    if answer.first is None or not (forged.since or forged.n) <= answer.first.n <= forged.n:
        return f"it names {answer.first}, not event {forged.n}"
    data = edition_named(forged.record.created.edition, forged.record.created.rules.version).data
    slot = forged.slot
    if slot is not None:
        clause = data.promises.get(slot) or data.cites.get(slot) or data.behind(slot)
        if answer.first.clause != clause:
            return f"it cites {answer.first}, not {clause} for {slot}"
    for lang in LANGUAGES:
        one = audit_answer(judged, lang)
        texts = [one.rules.says, one.deal.says, one.record.says]
        texts += [verdict.says for verdict in one.verdicts if verdict.verdict == "differs"]
        # The words of a clause name an option of the game as it is set.
        if raw := next((text for text in texts if set(re.sub(r"option \w+", "", text)) & set('{}[]"_')), None):
            return f"it says {raw}"
    return None


@pytest.mark.parametrize("tampering", one_in(10, FOUND), ids=lambda tampering: tampering.__name__)
def test_a_forgery_is_found_with_its_event_clause_and_words(tampering: Tampering):
    forged = {name: tampering(game(name)) for name in GAMES}
    tried = {name: missed(one) for name, one in forged.items() if one is not None}  # not every game has the kind
    assert tried == dict.fromkeys(tried)
    assert tried


@pytest.mark.parametrize("name", mostly_long(GAMES[::-1]))  # the others are clean in tests/golden
def test_the_games_are_clean_before_tampering(name: str):
    assert audited(game(name)).verdict == "clean"


@pytest.mark.parametrize(
    ("tampering", "name"),
    one_in(3, product(UNSEEN, GAMES[:5])),
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_an_audit_misses_forgeries_that_only_signatures_find(tampering, name: str):
    forged = tampering(game(name))
    assert forged != game(name)
    assert audited(forged).verdict == "clean"


# Changes that forge no event and still must not be clean.


@pytest.mark.parametrize("name", mostly_long(GAMES[::-1], 2))
def test_a_deal_without_commitment_shares_and_reveal_is_not_clean(name: str):
    record = retold(game(name), 1, commitment=None)
    for seated in events(record, SeatTaken | SeatTakenBefore):
        assert seated.cause is not None
        cause = replace(seated.cause, command=replace(seated.cause.command, contribution=None))
        fields = {"contribution": None} | ({"share": "drawn"} if isinstance(seated.event, SeatTaken) else {})
        record = with_envelope(retold(record, seated.n, **fields), seated.n, cause=cause)
    (revealed,) = events(record, DealRevealed)
    answer = audited(without(record, revealed.n))
    assert (answer.verdict, answer.rules.verdict, answer.record.verdict) == ("legal", "legal", "whole")
    assert (answer.deal.verdict, answer.deal.shares) == ("unproved", 0)
    assert answer.deal.says == "unproved, it was never committed to"


@pytest.mark.parametrize("gone", mostly_long([33, 30, 31, 32, 60, 100], 2))
@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_a_truncated_game_is_not_clean(name: str, gone: int):
    record = game(name)
    short = replace(record, envelopes=record.envelopes[:-gone])
    whole_batch = record.envelopes[-gone].cause is not None
    answer = audited(short)
    expected = ("legal", "unfinished") if whole_batch else ("irregular", "cut")
    assert (answer.verdict, answer.record.verdict) == expected
    assert answer.rules.verdict == "legal"
    assert answer.deal.verdict == "unproved"


def test_a_withheld_seed_is_reported():
    record = game("today")
    (revealed,) = events(record, DealRevealed)
    answer = audited(without(record, revealed.n))
    assert answer.deal.says == "unproved, the seed was never revealed"
    assert answer.first is not None
    assert (answer.first.n, "the seed was never revealed" in answer.first.says) == (revealed.n - 1, True)


def test_a_forged_seed_is_the_only_finding():
    record = game("today")
    (revealed,) = events(record, DealRevealed)
    answer = audited(retold(record, revealed.n, seed="A" * 64))
    assert [verdict.n for verdict in answer.verdicts if verdict.verdict == "differs"] == [revealed.n]
    assert answer.deal.says == f"false, event {revealed.n}: the seed is not the one committed to"


# Who sends a command.


@pytest.mark.parametrize("by", ["record", "arbiter", "service", "organiser", ""])
def test_the_actor_of_a_seats_command_changes_no_verdict(by: str):
    record = game("today")
    n = next(e.n for e in record.envelopes[20:] if e.cause is not None)
    cause = record.envelopes[n - 1].cause
    assert cause is not None
    assert audited(with_envelope(record, n, cause=replace(cause, by=by))).verdict == "clean"


def test_findings_about_wrong_places_have_words():
    record = game("today")
    sent, late = another_seat_sends_the_command(record), time_runs_backwards(record)
    assert sent is not None
    assert late is not None
    assert "a command of Seat " in str(audited(sent.record).first)
    assert "time runs backwards" in str(audited(late.record).first)


# Forks.


def forked() -> Record:
    """Return a fork of a game, just begun."""
    return fork_exact(game("today"), 120, "fork", Deal("fork", seed_of_text("fork")), at=0)


@pytest.mark.parametrize("change", [{"at": 99}, {"asked": 1}, {"parent": "fork"}, {"asked": 5000}])
def test_a_fork_with_inconsistent_numbers_is_found(change):
    record = forked()
    n = len(record.envelopes)
    answer = audit_answer(audit_of(retold(record, n, **change)))
    assert answer.first is not None
    assert (answer.verdict, answer.first.n) == ("irregular", n)
    assert audit_of(record).first is None


def test_a_parent_without_events_in_the_record_is_not_disproved():
    """A limit of D57: shared events may contain forks, so they do not identify one parent."""
    assert audit_of(retold(forked(), len(forked().envelopes), parent="another")).first is None


def fork_of(parent: Record, n: int, name: str) -> Record:
    """Return a fork of another game, just begun."""
    return fork_exact(parent, n, name, Deal(name, seed_of_text(name)), at=0)


def test_a_fork_may_leave_a_fork_among_the_events_that_it_shares():
    assert audit_of(fork_of(fork_of(game("today"), 120, "later"), 60, "earlier")).first is None


def test_a_fork_that_leaves_a_fork_does_not_leave_its_parent_there():
    record = fork_of(forked(), len(forked().envelopes), "again")
    assert audit_of(record).first is None
    answer = audit_answer(audit_of(retold(record, len(record.envelopes), parent=game("today").game)))
    assert answer.first is not None
    assert answer.first.says.endswith("which is an event of game fork")


def audit_of(record: Record) -> found.AuditResult:
    """Return the result of the audit without words."""
    auditor = Auditor(record.game, record.viewer)
    auditor.extend(record.envelopes)
    return auditor.result()


# Views.


@pytest.mark.parametrize("name", ["classic-4-1964-0001", "modern-5-1964-0001", "sissi-4-1964-0001", "today"])
def test_a_forgery_visible_in_a_view_is_found_in_its_audit(name: str):
    forged = a_received_card_is_offered(game(name))
    assert forged is not None
    for viewer in (SPECTATOR, *map(seat_viewer, range(3))):
        answer = audited(forged.record.seen_by(viewer))
        assert answer.first is not None, viewer.name
        assert (answer.verdict, answer.first.n) == ("irregular", forged.n)
        assert answer.verdicts[-1].verdict == "illegal"


# Going on.


def test_an_incremental_audit_equals_a_whole_one():
    record = game("today")
    auditor, whole = Auditor(record.game), audit_of(record)
    for batch in batches(record.envelopes):
        auditor.extend(batch)
        assert auditor.events == batch[-1].n
        assert auditor.verdict(batch[-1].n) == whole.verdicts[batch[-1].n - 1]
        if batch[-1].n in (7, 100, 301):
            assert auditor.result().verdict == "legal"
    assert auditor.result() == whole
    assert whole.verdict == "clean"


# The checks taken out: this suite notices.


@pytest.mark.parametrize(
    ("check", "instead", "kinds"),
    [
        (
            "replay.audit_run.provenance_findings",
            lambda *_: (),
            [another_seat_sends_the_command, time_runs_backwards],
        ),
        (
            "replay.batch_audit.compare_events",
            lambda expected, recorded: ([None] * len(recorded), None),
            [another_winner],
        ),
        (
            "replay.proofs.deal_check.RandomDraw.follows_from",
            lambda drawn, deal: True,
            [the_cards_are_shuffled_otherwise],
        ),
        ("replay.proofs.deal_check.commitment", lambda game, seed: "0" * 64, [the_commitment_is_another]),
        ("replay.batch_audit.clause_of", lambda data, finding: None, [one_coin_too_many, an_exhaustion_is_left_out]),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_control_a_removed_check_lets_some_forgery_through(monkeypatch, check, instead, kinds):
    monkeypatch.setattr(check, instead)
    for kind in kinds:
        assert missed(kind(game("classic-4-1964-0001"))) is not None, kind.__name__


# What is not whole by its nature.


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_a_game_from_paper_is_legal(name: str):
    """The deal has no commitment, the order of the pile is unknown, and a recorder wrote the game down."""
    record = retold(game(name), 1, commitment=None)
    for shuffled in events(record, DeckShuffled):
        record = retold(record, shuffled.n, order=all_face_down(shuffled.event.order))
    for seated in events(record, SeatTaken | SeatTakenBefore):
        record = retold(record, seated.n, contribution=None)
    (revealed,) = events(record, DealRevealed)
    paper = without(record, revealed.n)
    for envelope in paper.envelopes:
        if envelope.cause is not None:
            command = envelope.cause.command
            bare = replace(command, contribution=None) if isinstance(command, TakeSeat) else command
            paper = with_envelope(paper, envelope.n, cause=replace(envelope.cause, command=bare, by="record"))
    answer = audited(paper)
    assert (answer.verdict, answer.first) == ("legal", None)
    assert (answer.rules.verdict, answer.deal.verdict, answer.record.verdict) == ("legal", "unproved", "whole")


def test_a_fork_at_the_last_event_is_complete():
    parent = game("today")
    deal = Deal("fork", seed_of_text("fork"))
    answer = audit_of(fork_exact(parent, len(parent.envelopes), "fork", deal, at=0))
    assert (answer.verdict, answer.record.verdict) == ("clean", "whole")
