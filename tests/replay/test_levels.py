"""Tests of the levels of a deal: tournament games require commitments to shares before any is revealed."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.deal_commitments import CommitShare, RevealShare, ShareCommitted, ShareRevealed, seats_deal_awaits
from domain.editions import EDITIONS
from domain.pending_events import UnknownChance
from domain.refusals import CorruptHistory, Misuse, ShareRefused
from replay.audit import audit
from replay.codec import Envelope
from replay.creation_checks import require_creation_command, require_valid_creation
from replay.fork import fork_exact
from replay.game import Game
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text, share_commitment
from replay.record import CorruptFile, Record, read_file, write_file
from service.lifecycle.bots import BOTS
from service.lifecycle.bots.simulate import play_on
from tests.deal_shares import commit, game_at_level, reveal, take_seat, vacate
from tests.long_tests import one_in

NOBODY = "deal.nobody"


def played(game: Game) -> Record:
    """Let bots play a dealt game to its end and return its record."""
    play_on(
        game, {seat: BOTS["greedy"](seat, contribution_of_text(f"{seat}")) for seat in range(len(game.table.seats))}
    )
    return game.record()


def tournament(edition: str = "duel", people: int = 2, bots: int = 0) -> Game:
    """Return a dealt tournament game; the last seats are bots."""
    game = game_at_level("cup", edition, people + bots)
    for seat in range(people, people + bots):
        take_seat(game, seat, kind="bot")
    for seat in range(people):
        take_seat(game, seat, f"{seat}")
    for seat in reversed(range(people)):
        reveal(game, seat, f"{seat}")
    return game


def said(record: Record) -> str:
    """Return the finding of the audit about the deal, or the reason why it is not proved."""
    says = audit(record).deal.says
    return says.facts["lacks"].name if says.name == "deal.somebody" else says.name


@pytest.mark.parametrize("key", one_in(2, EDITIONS))
def test_a_tournament_deal_is_proved_to_be_chosen_by_no_one(key):
    record = played(tournament(key, EDITIONS[key].data.players[0]))
    answer = audit(record)
    assert (answer.first, answer.deal.verdict, said(record)) == (None, "proved", NOBODY)
    assert answer.deal.chosen == answer.deal.shares == EDITIONS[key].data.players[0]
    require_valid_creation(read_file(write_file(record)))


@pytest.mark.parametrize("key", one_in(2, EDITIONS))
def test_a_duplicate_game_uses_the_organisers_share_for_every_seat(key):
    players = EDITIONS[key].data.players[0]
    game = game_at_level("table-1", key, players, "duplicate")
    for seat in range(players):
        take_seat(game, seat)
    assert game.table.contributions == (contribution_of_text("organiser"),) * players
    record = played(game)
    require_valid_creation(read_file(write_file(record)))
    answer = audit(record)
    assert (answer.first, answer.deal.verdict, said(record)) == (None, "proved", "deal.duplicate")


def test_duplicate_tables_with_the_same_seed_have_the_same_deal():
    seed, share, pile = seed_of_text("board 1"), contribution_of_text("organiser"), ("red", "blue", "soy", "green")
    one, other = (Deal(f"table-{k}", seed, name=share) for k in (1, 2))
    assert one.shuffle(0, (share,), pile) == other.shuffle(0, (share,), pile)
    assert one.lot(0, (share,), range(4)) == other.lot(0, (share,), range(4))
    assert one.commitment != other.commitment


def test_the_share_of_a_bot_does_not_count_as_chosen():
    record = played(tournament("classic", people=2, bots=1))
    assert (audit(record).deal.chosen, audit(record).deal.shares, said(record)) == (2, 3, NOBODY)


def test_a_single_players_share_does_not_prove_a_deal():
    assert said(played(tournament(people=1, bots=1))) == "deal.share_few"


def test_the_last_revealed_share_starts_the_deal_in_any_order():
    game = game_at_level("cup", "classic", 3)
    for seat in (2, 0, 1):
        assert not game.table.begun
        assert seat in seats_deal_awaits(game.table)
        take_seat(game, seat, f"{seat}")
    assert seats_deal_awaits(game.table) == (0, 1, 2)
    reveal(game, 1, "1")
    reveal(game, 0, "0")
    assert seats_deal_awaits(game.table) == (2,)
    types = [type(envelope.event).__name__ for envelope in reveal(game, 2, "2")]
    assert types[:3] == ["ShareRevealed", "GameStarted", "DeckShuffled"]
    assert game.table.contributions == tuple(contribution_of_text(f"{seat}") for seat in range(3))


def refused(act: Callable[[], object]) -> str:
    """Return the reason why a command about shares is refused."""
    with pytest.raises(ShareRefused) as error:
        act()
    return error.value.why


def test_each_wrong_share_is_refused_with_its_reason():
    game = game_at_level("cup", "classic", 3)
    assert refused(lambda: commit(game, 0, "0")) == "unasked"
    take_seat(game, 0, "0")
    assert refused(lambda: commit(game, 0, "0")) == "twice"
    assert refused(lambda: reveal(game, 0, "0")) == "early"
    take_seat(game, 1, "1")
    take_seat(game, 2, "2")
    assert refused(lambda: reveal(game, 0, "1")) == "other"
    reveal(game, 0, "0")
    assert refused(lambda: reveal(game, 0, "0")) == "twice"
    assert refused(lambda: commit(game, 0, "0")) == "twice"
    reveal(game, 1, "1")
    reveal(game, 2, "2")
    assert refused(lambda: reveal(game, 2, "2")) == "unasked"
    assert refused(lambda: reveal(game_at_level("plain", "duel", 2, "duplicate"), 0, "0")) == "unasked"


@pytest.mark.parametrize(
    ("level", "kind", "members", "place"),
    [
        ("tournament", "human", {}, "commitment"),
        ("tournament", "bot", {"commitment": "0" * 64}, "commitment"),
        ("tournament", "human", {"commitment": "0" * 64, "contribution": contribution_of_text("0")}, "contribution"),
        ("duplicate", "human", {"contribution": contribution_of_text("0")}, "contribution"),
        ("duplicate", "human", {"commitment": "0" * 64}, "commitment"),
    ],
)
def test_taking_a_seat_requires_the_members_of_its_level(level, kind, members, place):
    game = game_at_level("cup", "duel", 2, level)
    taken = {"seat": 0, "kind": kind, "pseudonym": "seat-0", **members}
    with pytest.raises(Misuse) as error:
        game.act(TakeSeat(**taken), by="seat:0", key=None, at=0)
    assert error.value.errors[0][0] == place


@pytest.mark.parametrize(
    "members",
    [
        {"level": "best"},
        {"term": 60},
        {"level": "tournament", "term": 9},
        {"level": "tournament", "term": 86_401},
        {"contribution": contribution_of_text("0")},
    ],
)
def test_an_invalid_level_is_misuse(members):
    game = Game("cup", Deal("cup", seed_of_text("cup")))
    with pytest.raises(Misuse):
        game.act(CreateGame(edition="duel", players=2, **members), by="organiser", key=None, at=0)


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "F" * 64, "g" * 64, "0" * 63 + "\n"])
def test_commitments_and_shares_must_have_their_length(text):
    with pytest.raises(Misuse, match="64"):
        require_creation_command(CommitShare(seat=0, commitment=text))
    with pytest.raises(Misuse, match="32 bytes"):
        require_creation_command(RevealShare(seat=0, contribution=text))


def test_a_seat_vacated_after_a_reveal_makes_all_seats_commit_again():
    game = game_at_level("cup", "classic", 3)
    for seat in range(3):
        take_seat(game, seat, f"{seat}")
    vacate(game, 2)
    assert seats_deal_awaits(game.table) == (2,)
    take_seat(game, 2, "two")
    reveal(game, 0, "0")
    vacate(game, 2)
    assert seats_deal_awaits(game.table) == (0, 1, 2)
    assert game.table.contributions == ("", "")
    take_seat(game, 2, "third")
    assert refused(lambda: reveal(game, 1, "1")) == "early"
    for seat in (0, 1):
        commit(game, seat, f"new {seat}")
    assert refused(lambda: reveal(game, 0, "0")) == "other"
    for seat, text in enumerate(("new 0", "new 1", "third")):
        reveal(game, seat, text)
    assert said(played(game)) == "deal.share_stopped", "whoever withheld a share may have waited for a better deal"


def test_a_seat_is_vacated_only_at_tournaments_before_the_deal():
    for game in (tournament(), game_at_level("plain", "duel", 2, "duplicate"), game_at_level("cup", "duel", 2)):
        with pytest.raises(CorruptHistory):
            vacate(game, 0)


def test_an_unknown_deal_opens_no_commitment():
    share = contribution_of_text("0")
    assert not UnknownChance().verify_share(0, share, share_commitment("cup", 0, share))


def test_a_fork_before_the_deal_makes_all_seats_commit_again():
    game = game_at_level("cup", "duel", 2)
    for seat in range(2):
        take_seat(game, seat, f"{seat}")
    reveal(game, 0, "0")
    deal = Deal("fork", seed_of_text("fork"))
    fork = Game("fork", deal, fork_exact(game.record(), 7, "fork", deal, at=0).envelopes)
    assert seats_deal_awaits(fork.table) == (0, 1)
    for act in (commit, reveal):
        for seat in range(2):
            act(fork, seat, f"new {seat}")
    assert said(played(fork)) == NOBODY


def test_a_deal_reshuffled_by_a_fork_is_not_proved():
    parent = tournament("classic", people=3)
    deal = Deal("fork", seed_of_text("fork"))
    at = parent.envelopes[-1].at
    fork = Game("fork", deal, fork_exact(parent.record(), parent.version, "fork", deal, at=at).envelopes)
    answer = audit(played(fork), seeds={"cup": parent.chance.reveal() or ""})
    assert answer.deal.says.facts["lacks"].name == "deal.share_fork"


# Negative controls: records that the rules would not allow ----------------------------------------------------------


def test_control_a_commitment_after_a_reveal_is_detected():
    game = game_at_level("cup", "duel", 2)
    for seat in range(2):
        take_seat(game, seat, f"{seat}")
    reveal(game, 0, "0")
    vacate(game, 1)
    take_seat(game, 1, "one")
    commit(game, 0, "zero")
    reveal(game, 1, "one")
    reveal(game, 0, "zero")
    record = played(game)
    assert said(record) == "deal.share_stopped"
    envelopes = list(record.envelopes)
    assert [type(one.event) for one in envelopes[10:12]] == [ShareCommitted, ShareRevealed]
    envelopes[10:12] = [replace(envelopes[11], n=11), replace(envelopes[10], n=12)]
    forged = replace(record, envelopes=tuple(envelopes))
    assert said(forged) == "deal.share_late"
    answer = audit(forged)
    assert (answer.verdicts[10].verdict, answer.verdicts[10].clause) == ("illegal", None)
    with pytest.raises(CorruptFile, match="all have committed"):
        require_valid_creation(forged)


def test_control_a_share_that_contradicts_its_commitment_is_detected():
    record = played(tournament())
    shown = max(one.n for one in record.envelopes if isinstance(one.event, ShareRevealed))
    other = contribution_of_text("another")

    def forged(one: Envelope) -> Envelope:
        if one.n != shown or one.cause is None or one.cause.command is None:
            return one
        cause = replace(one.cause, command=replace(one.cause.command, contribution=other))
        return replace(one, event=replace(one.event, contribution=other), cause=cause)

    answer = audit(replace(record, envelopes=tuple(map(forged, record.envelopes))))
    assert answer.first is not None
    assert (answer.first.n, answer.deal.verdict) == (shown, "false")
