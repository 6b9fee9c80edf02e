"""A client of Haricot that plays and follows games: `Haricot` is synchronous, `AsyncHaricot` asynchronous."""

from haricot_client.asynchronous import AsyncHaricot
from haricot_client.endpoints import SeatLink
from haricot_client.problems import HaricotProblem, NoAnswer
from haricot_client.synchronous import Haricot

__all__ = ["AsyncHaricot", "Haricot", "HaricotProblem", "NoAnswer", "SeatLink"]
