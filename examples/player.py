"""Plays with a client that openapi-python-client made: `python player.py http://127.0.0.1:8000 40` gives 40 orders."""

import sys

from haricot_api import AuthenticatedClient, Client
from haricot_api.api.commands import submit_command
from haricot_api.api.games import create_game, get_game
from haricot_api.api.history import list_legal_commands
from haricot_api.models.bean_planted import BeanPlanted
from haricot_api.models.command_result import CommandResult
from haricot_api.models.created_game import CreatedGame
from haricot_api.models.edition import Edition
from haricot_api.models.game_head import GameHead
from haricot_api.models.game_status import GameStatus
from haricot_api.models.legal_commands import LegalCommands
from haricot_api.models.new_game import NewGame
from haricot_api.models.seat_request import SeatRequest

ONWARD = ("EndPlanting", "EndTrading", "DrawCards")
address, orders = sys.argv[1], int(sys.argv[2])
anybody = Client(base_url=address)
wish = NewGame(edition=Edition.CLASSIC, seats=[SeatRequest(name=name) for name in ("Ana", "Bo", "Cem")])
made = create_game.sync(client=anybody, body=wish)  # type: ignore[arg-type]  # it does not know that no token will do
assert isinstance(made, CreatedGame), made
seats = {one.seat: AuthenticatedClient(base_url=address, token=one.token) for one in made.tokens}
given = 0
while given < orders:
    head = get_game.sync(made.game, client=seats[0])
    assert isinstance(head, GameHead), head
    if head.status is not GameStatus.RUNNING:
        break
    seat = head.to_act[0]
    choices = list_legal_commands.sync(made.game, client=seats[seat], seat=seat)
    assert isinstance(choices, LegalCommands), choices
    command = next((one for one in choices.legal if one.type_ in ONWARD), choices.legal[0])
    done = submit_command.sync(made.game, client=seats[seat], body=command)
    assert isinstance(done, CommandResult), done
    given += 1
    for envelope in done.events:
        if isinstance(envelope.event, BeanPlanted):
            print(f"{envelope.event.variety} in field {envelope.event.field} of seat {envelope.event.seat}")
print(made.game, given)
