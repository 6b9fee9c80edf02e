"""Plays with the models of datamodel-code-generator: `python models.py http://127.0.0.1:8000 40` gives 40 orders."""

import sys

import httpx
from haricot_models import (
    BeanPlanted,
    Command,
    CommandResult,
    CreatedGame,
    GameHead,
    LegalCommands,
    NewGame,
    SeatRequest,
)

ONWARD = ("EndPlanting", "EndTrading", "DrawCards")
address, orders = sys.argv[1], int(sys.argv[2])
http = httpx.Client(base_url=f"{address}/v1", headers={"Content-Type": "application/json"})
wish = NewGame(edition="classic", seats=[SeatRequest(name=name) for name in ("Ana", "Bo", "Cem")])
made = CreatedGame.model_validate_json(http.post("/games", content=wish.model_dump_json(exclude_unset=True)).text)
seats = {one.seat: {"Authorization": f"Bearer {one.token}"} for one in made.tokens}


def chosen(seat: int) -> Command:
    """What brings the game on, of all that a seat may do."""
    answer = http.get(f"/games/{made.game}/legal-commands", params={"seat": seat}, headers=seats[seat])
    legal = LegalCommands.model_validate_json(answer.text).legal
    return next((one for one in legal if one.type in ONWARD), legal[0])


given = 0
while given < orders:
    head = GameHead.model_validate_json(http.get(f"/games/{made.game}").text)
    if head.status != "running":
        break
    seat = head.to_act[0]
    order = chosen(seat).model_dump_json(exclude_unset=True)
    answer = http.post(f"/games/{made.game}/commands", content=order, headers=seats[seat]).raise_for_status()
    given += 1
    for envelope in CommandResult.model_validate_json(answer.text).events:
        event = envelope.event
        if isinstance(event, BeanPlanted):
            print(f"{event.variety} in field {event.field} of seat {event.seat}")
print(made.game, given)
