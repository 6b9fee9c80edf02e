"""Plays a whole game for the link to a seat: `python bot.py 'http://127.0.0.1:8000/join/GAME#token=hrc_seat_...'`."""

import json
import random
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

page, _, token = sys.argv[1].partition("#token=")
GAME, TOKEN = page.replace("/join/", "/v1/games/"), {"Authorization": f"Bearer {token}"}


def ask(path, headers, body=None):
    """Each line of the answer; where it breaks off, or the service is away or busy, asks again."""
    while True:
        try:
            with urlopen(Request(GAME + path, body, TOKEN | headers), timeout=30) as answer:
                yield from (json.loads(line) for line in answer if line.strip())  # a blank one is a sign of life
        except (OSError, HTTPException, ValueError) as error:
            if isinstance(error, HTTPError) and error.code not in (429, 502, 503):
                raise
        time.sleep(0.5)


stream, moved = {"Accept": "application/x-ndjson"}, 0
for message in ask("/stream?with=choices", stream):
    if "end" in message:
        break
    if "event" in message:
        stream["Last-Event-ID"] = str(message["n"])  # a new connection goes on here
    state = message.get("notice", message)  # that a game goes on after a pause is no event, but a notice
    n, legal = state.get("n") or state.get("table", {}).get("n"), state.get("legal")  # a problem has neither
    if legal and n >= moved and (seat := legal[0]["seat"]) in state["to_act"] + state["asked"]:
        if str(seat) in state.get("asked_until", {}):  # a bot of the service waits for an answer, until then
            legal = [one for one in legal if one["type"].startswith(("Accept", "Decline"))] or legal
        key = {"Content-Type": "application/json", "Idempotency-Key": f"after event {n}"}  # sent twice, done once
        try:
            moved = next(ask("/commands", key, json.dumps(random.choice(legal)).encode()))["version"]
        except HTTPError as refusal:
            print(refusal.read().decode())  # another request was faster: the next message has the legal commands
