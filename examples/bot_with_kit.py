"""Plays a whole game for the link to a seat, with the client kit: `python bot_with_kit.py 'http://.../join/GAME#token=...'`."""

import random
import sys
from typing import Any

from haricot_client import Haricot


def worth(order: Any, choice: Any) -> float:
    """Return the value of a command: plant beans with their like, and keep growing fields."""
    seat, chance = choice["table"]["seats"][order["seat"]], random.random()
    if order["type"] == "PlantFromHand":
        return 2 + chance if seat["fields"][order["field"]][:1] == seat["hand"][:1] else chance
    return {"AcceptTrade": 3, "EndPlanting": 1, "EndTrading": 1, "HarvestField": -1}.get(order["type"], 0) + chance


seat, game = Haricot.join(sys.argv[1])
with seat:
    seat.play(game, lambda choice: max(choice["legal"], key=lambda order: worth(order, choice)))
