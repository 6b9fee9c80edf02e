"""Tells a chat what happens in all games: `HARICOT_SECRET=whsec_... python bridge.py 8080 [https://chat.example/hook]`.

It takes the webhooks of Haricot (`"tell": ["names"]`), verifies each, and posts a line as `{"content": ...}`, which is
how Discord and others take it; without an address it prints. It needs `pip install standardwebhooks`, and a proxy for
TLS in front.
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from urllib.request import Request, urlopen

from standardwebhooks import Webhook, WebhookVerificationError

PORT, CHAT = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
VERIFIER = Webhook(os.environ["HARICOT_SECRET"])
SEEN = Path(os.environ.get("HARICOT_SEEN", "bridge.seen"))
SEEN.touch()
seen, one_at_a_time = set(SEEN.read_text("utf-8").split()), Lock()


def said(message):
    """The line for the chat; None for what a chat need not hear of."""
    data, event = message["data"], message["data"].get("envelope", {}).get("event", {})
    names = [name or f"seat {seat + 1}" for seat, name in enumerate(data.get("names", []))]
    match message["type"]:
        case "game_started.1":
            return f"{' against '.join(names) or 'Somebody'} have begun: {data['game']}"
        case "game_ended.1":
            scores = enumerate(event["scores"] or [])
            best = ", ".join(f"{names[seat] if names else f'seat {seat + 1}'} {score}" for seat, score in scores)
            return f"{data['game']} is over. {best}"
        case "game_voided.1":
            return f"{data['game']} was voided"
        case "ping":
            return "Haricot can reach this chat"


def tell(line):
    """Posts a line, or prints it; raises when the chat does not take it, and then Haricot sends it again."""
    if CHAT is None:
        print(line, flush=True)
        return
    body = json.dumps({"content": line}).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "haricot-bridge"}
    urlopen(Request(CHAT, body, headers), timeout=8).close()


class Bridge(BaseHTTPRequestHandler):
    """Answers 204 when a message was delivered, 401 for a wrong signature, 503 while the chat is unavailable."""

    def do_POST(self):
        self.send_response(self.answer(self.rfile.read(int(self.headers.get("content-length", 0)))))
        self.send_header("content-length", "0")
        self.end_headers()

    def answer(self, body):
        try:
            message = VERIFIER.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except WebhookVerificationError:
            return 401
        id_ = self.headers["webhook-id"]
        with one_at_a_time:
            if id_ not in seen:  # it may come more than once
                line = said(message)
                try:
                    if line is not None:
                        tell(line)
                except OSError:
                    return 503
                with SEEN.open("a", encoding="utf-8") as file:
                    file.write(f"{id_}\n")
                seen.add(id_)
        return 204

    def log_message(self, *_):
        """Says nothing beside what it tells."""


ThreadingHTTPServer(("127.0.0.1", PORT), Bridge).serve_forever()
