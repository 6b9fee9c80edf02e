"""Games whose players contribute shares to the deal, set up step by step."""

from base64 import b64encode

from msgspec.structs import replace

from domain.commands import CreateGame, TakeSeat
from domain.deal_commitments import CommitShare, GameOpened, RevealShare, SeatVacated
from domain.events import DealRevealed, Event
from domain.evolve import fold
from replay.codec import Cause, Envelope
from replay.game import Game, batch_of
from replay.proofs.shuffle import Deal, contribution_of_text, seed_of_text, share_commitment


def game_at_level(
    id_: str, edition: str, players: int, level: str = "tournament", tables: tuple[str, ...] = ()
) -> Game:
    """Return a game of this level with empty seats; a duplicate game can be one of several `tables`."""
    share = contribution_of_text("organiser") if level == "duplicate" else None
    deal = Deal(
        id_,
        seed_of_text(id_),
        tuple(f"{contribution_of_text(f'{k}')}" for k in range(players)),
        name=share or "",
        withheld=bool(tables),
    )
    game = Game(id_, deal)
    term = 60 if level == "tournament" else None
    create = CreateGame(edition=edition, players=players, level=level, term=term, contribution=share)
    create = replace(create, tables=tables)
    game.act(create, by="organiser", key=None, at=0)
    return game


def commitment_of(game: Game, seat: int, text: str) -> str:
    """Return a seat's commitment to the share made from a text."""
    return share_commitment(game.game, seat, contribution_of_text(text))


def take_seat(game: Game, seat: int, text: str | None = None, kind: str = "human") -> list[Envelope]:
    """Take a seat, with a commitment to the share of this text if one is given."""
    commitment = None if text is None else commitment_of(game, seat, text)
    taken = TakeSeat(seat=seat, kind=kind, pseudonym=f"seat-{seat}", commitment=commitment)
    return game.act(taken, by=f"seat:{seat}", key=None, at=0)


def commit(game: Game, seat: int, text: str) -> list[Envelope]:
    """Commit a seat to the share of this text."""
    return game.act(
        CommitShare(seat=seat, commitment=commitment_of(game, seat, text)), by=f"seat:{seat}", key=None, at=0
    )


def reveal(game: Game, seat: int, text: str) -> list[Envelope]:
    """Reveal a seat's share."""
    shown = RevealShare(seat=seat, contribution=contribution_of_text(text))
    return game.act(shown, by=f"seat:{seat}", key=None, at=0)


def vacate(game: Game, seat: int) -> None:
    """Vacate a seat, as the service does."""
    _by_the_service(game, SeatVacated(seat=seat))


def open_table(game: Game) -> None:
    """Reveal the deal, as the service does when the last of several tables has ended."""
    revealed = DealRevealed(seed=b64encode(seed_of_text(game.game)).decode())
    _by_the_service(game, GameOpened(), revealed)


def _by_the_service(game: Game, *events: Event) -> None:
    game.table = fold(events, game.table)
    game.envelopes += batch_of(game.game, game.version, events, Cause(command=None, by="service"), at=0)
