"""Verify an audit bundle of a game of beans alone, with nothing but Python 3.9 or newer.

    python verify_bundle.py GAME.haricot-audit.json [--key FILE] [--json]

It shares no code with the program that made the bundle: take it from a person you trust, or read it. It shows that the
server signed every event, in this order, with none left out or rewritten; that each hidden card is the one that was
fixed when it was dealt; that the server had committed to the seed of each shuffle before the deal; that each card came
from where it lay. It knows no rules: `haricot verify` decides every move again.

Exit codes: 0 good; 1 tampered, with the first bad event; 2 misuse; 3 incomplete, such as a running game; 4 signed with
another key than the one in --key FILE; 5 unproved: whole, but the deal was never committed to, or never revealed.
"""
import argparse, base64, hashlib, hmac, json, pathlib, re, sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

TAMPERED, OTHER_KEY, INCOMPLETE, UNPROVED, GOOD = "tampered", "other_key", "incomplete", "unproved", "good"
EXIT_CODES = {TAMPERED: 1, OTHER_KEY: 4, INCOMPLETE: 3, UNPROVED: 5, GOOD: 0}  # of several the first counts
STEPS = {
    "canonical": "the file is written as bundles are, to the last byte",
    "note": "the server's key signed the checkpoint",
    "root": "the entries are those that were signed, in this order, with none left out",
    "consistency": "nothing of what was signed before was rewritten",
    "service": "the checkpoint stands in the public log of the server",
    "parents": "a fork goes on from the game that it names",
    "disclosures": "each hidden value is the one that was fixed when it happened",
    "deal": "each shuffle follows from the seed, and each card lay where it was taken from"}
HIDDEN, STEPS_BEFORE_DEAL = "face_down", {"parents", "disclosures"}  # after faults there the deal is not checked
Json = Dict[str, Any]
Key = Tuple[str, bytes, bytes]  # its name, its id of four bytes, its 32 bytes
class InvalidPart(Exception):
    """A part of the bundle is not valid."""
class FaultList(List[Tuple[str, str, Optional[int], str]]):
    """The faults, each as (step, verdict, event or None, sentence)."""
    def add(self, step: str, says: str, n: Optional[int] = None, verdict: str = TAMPERED) -> None:
        self.append((step, verdict, n, says))
def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()
def require(holds: bool, says: str) -> None:
    if not holds:
        raise InvalidPart(says)

# Canonical JSON (RFC 8785), and the shape of a bundle -----------------------------------------------------------------
def canonical(value: Any) -> bytes:
    """Return the only text for a value: without spaces or needless escapes, names sorted in the order of UTF-16."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return b"{" + b",".join(canonical(name) + b":" + canonical(value[name]) for name in names) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(map(canonical, value)) + b"]"
    return json.dumps(value, ensure_ascii=False).encode()
def unformat(data: bytes) -> bytes:
    """Return the text as it was written, without blanks and marks that editors and shells added."""
    data = data.decode("utf-16", "replace").encode() if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data
    data = (data[3:] if data.startswith(b"\xef\xbb\xbf") else data).strip(b"\r\n")
    is_laid_out = re.match(rb'\{(\s|"\w+": )', data)
    return b"".join(re.findall(rb'"(?:[^"\\]|\\.)*"|[^"\s]+', data)) if is_laid_out else data
def refuse_fraction(text: str) -> Any:
    raise ValueError("there are whole numbers only, not " + text[:20])
def read_json(data: bytes) -> Any:
    """Return the value in canonical JSON. Any flipped bit gives another value, or no canonical JSON."""
    try:
        value = json.loads(data.decode(), parse_float=refuse_fraction, parse_constant=refuse_fraction)
        require(canonical(value) == data, "it is not written as canonical JSON is")
    except (ValueError, RecursionError) as error:
        raise InvalidPart("it is not JSON: %s" % error) from error
    return value
# A shape is a type, None, [shape] for a list, {name: shape} for exactly these members, or (shape, shape) for either.
ENTRIES = {"entries": [str], "hashes": [str], "disclosures": [[str]]}
LOG = {**ENTRIES, "checkpoint": str, "earlier": [{"checkpoint": str, "proof": [str]}], "service": (str, None)}
RULES = {"edition": str, "version": str, "digest": str, "deck": [[(str, int)]]}
PARENT = {**ENTRIES, "game": str, "seed": (str, None)}
BUNDLE = {"format": str, "game": str, "view": str, "key": str, "table": str, "rules": RULES, "parents": [PARENT],
          "log": LOG, "proceedings": (LOG, None), "seed": (str, None)}
LEAF = {"v": int, "game": str, "n": int, "type": str, "at": str, "actor": (str, None), "_sd": [str],
        "public": dict, "command": (dict, None)}
def fits(value: Any, shape: Any) -> bool:
    """Return whether a value has this shape."""
    if isinstance(shape, tuple):
        return any(value is None if one is None else fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and value.keys() == shape.keys() and all(fits(value[k], shape[k]) for k in shape)
    return isinstance(value, shape) and not (shape is int and isinstance(value, bool))

# Ed25519 (RFC 8032) ---------------------------------------------------------------------------------------------------
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = Tuple[int, int, int, int]  # x and y as fractions over z, and their product
def add_points(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def multiply_point(scalar: int, point: Point) -> Point:
    result = (0, 1, 1, 0)
    while scalar:
        result = add_points(result, point) if scalar & 1 else result
        point, scalar = add_points(point, point), scalar >> 1
    return result
def point_of(raw: bytes) -> Point:
    y, sign = int.from_bytes(raw, "little") & (1 << 255) - 1, raw[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    require(y < P and not (x * x - square) % P and bool(x or not sign), "the key is no point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P
def bytes_of(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")
BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
def verify_ed25519(public: bytes, signature: bytes, message: bytes) -> bool:
    """Return whether this is the signature of the message by this key."""
    scalar = int.from_bytes(signature[32:], "little")
    hashed = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    x, y, z, t = point_of(public)
    point = add_points(multiply_point(scalar % L, BASE), multiply_point(hashed, (-x % P, y, z, -t % P)))
    return len(signature) == 64 and scalar < L and bytes_of(point) == signature[:32]

# Signed notes and checkpoints (C2SP) ----------------------------------------------------------------------------------
def decode64(text: str, size: int = 0) -> bytes:
    """Return the bytes of canonical base64; `size` is their number if that is known."""
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise InvalidPart("not base64: %.60r" % text) from error
    require(encode64(raw) == text and size in (0, len(raw)), "not base64 as it is written: %.60r" % text)
    return raw
def encode64(raw: bytes) -> str:
    return base64.b64encode(raw).decode()
def read_key(text: str) -> Key:
    """Return the key that is written name+id+key."""
    name, _, rest = text.partition("+")
    raw = decode64(rest.partition("+")[2], 33)
    id_ = sha256(name.encode(), b"\n", raw)[:4]
    ok = bool(name) and not any(sign.isspace() or sign < " " for sign in name) and raw[0] == 1
    require(ok and text == "%s+%s+%s" % (name, id_.hex(), encode64(raw)), "it is no key, or its id is another's")
    return name, id_, raw[1:]
def verify_note(note: str, key: Key) -> str:
    """Verify the key's signature of a note and return the text. Signatures of other keys are ignored."""
    require(all(sign >= " " or sign == "\n" for sign in note), "a note holds no control characters")
    text, blank, below = note.rpartition("\n\n")
    require(bool(blank) and below.endswith("\n"), "a note is a text, a blank line and signatures")
    found = False
    for line in below[:-1].split("\n"):
        dash, name, signature = line.split(" ") if line.count(" ") == 2 else ("", "", "")
        raw = decode64(signature)
        ok = dash == "\u2014" and bool(name) and "+" not in name and len(raw) > 4
        require(ok and not any(sign.isspace() for sign in name), "this is no line of a signature: %.60r" % line)
        if (name, raw[:4]) == key[:2]:
            found = verify_ed25519(key[2], raw[4:], (text + "\n").encode())
            require(found, "the signature of %s is not the one under this text: one of them was changed" % name)
    require(found, "%s did not sign it" % key[0])
    return text + "\n"
def read_number(text: str) -> int:
    require(text.isdecimal() and str(int(text)) == text and len(text) < 19, "no number: %.40r" % text)
    return int(text)
def read_checkpoint(note: str, key: Key) -> Tuple[str, int, bytes]:
    """Verify a checkpoint and return the name, the number of entries and the root of its log."""
    lines = verify_note(note, key).split("\n")
    require(len(lines) == 4 and bool(lines[0]), "a checkpoint has three lines: origin, size and root")
    return lines[0], read_number(lines[1]), decode64(lines[2], 32)

# The Merkle tree (RFC 6962) -------------------------------------------------------------------------------------------
def split_size(size: int) -> int:
    return 1 << (size - 1).bit_length() - 1
def root_of(hashes: Sequence[bytes]) -> bytes:
    """Return the root over these leaf hashes. It changes with any of them, and with their order."""
    if len(hashes) < 2:
        return hashes[0] if hashes else sha256()
    split = split_size(len(hashes))
    return sha256(b"\x01", root_of(hashes[:split]), root_of(hashes[split:]))
def consistency_proof(old: int, hashes: Sequence[bytes], whole: bool = True) -> List[bytes]:
    """Return the consistency proof of a log with these leaf hashes and its first `old` entries."""
    if old in (0, len(hashes)):
        return [] if whole or not old else [root_of(hashes)]
    split = split_size(len(hashes))
    if old <= split:
        return [*consistency_proof(old, hashes[:split], whole), root_of(hashes[split:])]
    return [*consistency_proof(old - split, hashes[split:], False), root_of(hashes[:split])]
def root_from_proof(hashed: bytes, place: int, size: int, proof: Sequence[bytes]) -> bytes:
    """Return the root of a log of this size with this leaf hash as number `place`, from 0, by an inclusion proof."""
    if size == 1 or not proof:
        return hashed if size == 1 and not proof else b""
    split = split_size(size)
    if place < split:
        return sha256(b"\x01", root_from_proof(hashed, place, split, proof[:-1]), proof[-1])
    return sha256(b"\x01", proof[-1], root_from_proof(hashed, place - split, size - split, proof[:-1]))
def check_service(proof: str, checkpoint: str, key: Key) -> None:
    """Check that the server's public log holds the SHA-256 of checkpoint and nonce, which reveals nothing to others."""
    head, _, note = proof.partition("\n\n")
    first, extra, index, *path = [*head.split("\n"), "", ""]
    ok = first == "c2sp.org/tlog-proof@v1" and extra.startswith("extra ") and index.startswith("index ")
    require(ok and path[-2:] == ["", ""], "it is no proof of a log")
    origin, size, root = read_checkpoint(note, key)
    place = read_number(index[6:])
    hashed = sha256(b"\x00", sha256(checkpoint.encode(), decode64(extra[6:], 16)))
    above = root_from_proof(hashed, place, size, [decode64(line, 32) for line in path[:-2]]) if place < size else b""
    require(origin == key[0] + "/log" and above == root, "the checkpoint is not where the proof says")

# A log of the bundle --------------------------------------------------------------------------------------------------
def read_leaf(entry: str) -> Json:
    leaf: Json = read_json(entry.encode())
    require(fits(leaf, LEAF), "it has another shape than an entry")
    return leaf
def check_entries(log: Json, name: str, first: int, faults: FaultList) -> List[bytes]:
    """Check that each entry is that of its event and has the stated hash; return the hashes."""
    hashes = [sha256(b"\x00", entry.encode(errors="replace")) for entry in log["entries"]]
    for n, (entry, hashed, beside) in enumerate(zip(log["entries"], hashes, log["hashes"]), first):
        try:
            require(encode64(hashed) == beside, "it was changed after it was signed, for its hash is another")
            leaf = read_leaf(entry)
            require([leaf[k] for k in ("v", "game", "n")] == [1, name, n], "it is %s of %s" % (leaf["n"], leaf["game"]))
        except InvalidPart as wrong:
            faults.add("root", "this is not the entry that belongs here: %s" % wrong, n)
    return hashes
def check_signed(log: Json, name: str, first: int, key: Key, faults: FaultList) -> None:
    """Check note, root, consistency and service log of one log."""
    known, hashes = len(faults), check_entries(log, name, first, faults)
    try:
        origin, size, root = read_checkpoint(log["checkpoint"], key)
    except InvalidPart as wrong:
        faults.add("note", "the checkpoint does not hold: %s" % wrong)
        return
    if origin != "%s/games/%s" % (key[0], name):
        faults.add("note", "the checkpoint is of %s" % origin)
    if len(hashes) != size:
        says = "%d events were signed, and there are %d: some are missing or were added" % (size, len(hashes))
        faults.add("root", says, first + min(size, len(hashes)))
    elif root_of(hashes) != root and len(faults) == known:
        faults.add("root", "an entry from here on is not the one that was signed", first)
    for earlier in log["earlier"]:
        try:
            before, count, old = read_checkpoint(earlier["checkpoint"], key)
            proof = [decode64(text, 32) for text in earlier["proof"]]
            require(before == origin, "it is of another log, %s" % before)
            ok = count <= len(hashes) and root_of(hashes[:count]) == old
            require(ok, "the first %d entries are not those that were signed then: history was rewritten" % count)
            require(proof == consistency_proof(count, hashes), "its proof is not the one that follows from the entries")
        except InvalidPart as wrong:
            faults.add("consistency", "an earlier checkpoint does not hold: %s" % wrong)
    if log["service"] is None:
        faults.add("service", "nothing shows the checkpoint in the public log of the server", None, INCOMPLETE)
        return
    try:
        check_service(log["service"], log["checkpoint"], key)
    except InvalidPart as wrong:
        faults.add("service", "the public log of the server does not hold the checkpoint: %s" % wrong)
def check_parent(parent: Json, following: Json, n: int, faults: FaultList) -> None:
    """Check that a fork names the root of the log that it continues; `n` is its first event."""
    try:
        leaf = read_leaf(following["entries"][0])
        require([leaf["type"], leaf["n"]] == ["game_forked.1", n], "no fork of the game before it begins here")
        root, hashes = leaf["public"].get("root"), [sha256(b"\x00", entry.encode()) for entry in parent["entries"]]
        require(root in (None, encode64(root_of(hashes))), "the fork continues another game than that of this bundle")
        if root is None:
            faults.add("parents", "the fork tells no root, so nothing binds what was played before it", n, UNPROVED)
    except InvalidPart as wrong:
        faults.add("parents", str(wrong), n)
def insert_disclosure(leaf: Json, text: str) -> str:
    """Put the value of a disclosure (RFC 9901) into the entry, where a JSON pointer names the hidden place."""
    within: Any = leaf
    try:
        raw = base64.b64decode(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4), validate=True)
        salt, place, value = json.loads(raw.decode())
        root, *way, last = place.split("/")
        require(len(base64.urlsafe_b64decode(salt + "==")) == 16 and not root, "this is no disclosure")
        for step in way:
            within = within[int(step) if isinstance(within, list) else step]
        at: Any = int(last) if isinstance(within, list) else last
        there = within.get(at) if isinstance(within, dict) else within[at]
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise InvalidPart("a disclosure cannot be read, or is of nothing here: %s" % error) from error
    require(there in (None, HIDDEN) and [*way, last][0] in ("public", "command", "key"), "%s is in the open" % place)
    within[at] = value
    return "%s was not %s" % (place, value)
def open_log(log: Json, first: int, whole: bool, faults: FaultList) -> List[Tuple[int, str, Json]]:
    """Return every event as (number, type, members). An entry holds the SHA-256 of each disclosure that it hides."""
    events = []
    for n, (entry, found) in enumerate(zip(log["entries"], log["disclosures"]), first):
        try:
            leaf = read_leaf(entry)
            closed = set(leaf["_sd"])
            for text in found:
                digest = base64.urlsafe_b64encode(sha256(text.encode())).rstrip(b"=").decode()
                require(digest in closed, "the value that was hidden here is another: " + insert_disclosure(leaf, text))
                closed.discard(digest)
        except InvalidPart as wrong:
            faults.add("disclosures", str(wrong), n)
            continue
        command = leaf["command"] or {}
        erased = leaf["type"].startswith("seat_taken.") and "pseudonym" not in leaf["public"]  # as a name may be
        erased += command.get("type") == "TakeSeat" and "pseudonym" not in command
        if whole and len(closed) > erased:
            faults.add("disclosures", "%d hidden values are kept back" % (len(closed) - erased), n, INCOMPLETE)
        events.append((n, leaf["type"], leaf["public"]))
    return events

# The deal (haricot-shuffle/1) -----------------------------------------------------------------------------------------
CARDS_FROM_PILE = {"cards_drawn": "cards", "cards_turned_up": "cards", "merchant_stocked": "cards",
         "abbey_card_revealed": "variety", "combat_card_committed": "pile_card"}
DISCARDS = {"field_harvested": "discarded", "hand_card_discarded": "variety", "offered_card_discarded": "variety",
            "turned_up_discarded": "cards", "third_field_bought": "coin_cards", "depot_bought": "coin_cards",
            "merchant_bought": "coin_cards", "fortress_built": "coin_cards", "attack_declared": "coin_card",
            "abbey_card_revealed": "variety"}
NOT_DISCARDED_IF = {"third_field_bought": ("destination", "removed"), "abbey_card_revealed": ("result", "coin")}
def shuffled(seed: bytes, nonce: str, shares: List[str], pile: List[Any]) -> List[Any]:
    """Return the pile as the seed shuffles it: Fisher-Yates with draws by HMAC_DRBG (NIST SP 800-90A)."""
    key, value, cards = bytes(32), b"\x01" * 32, list(pile)
    def update(data: bytes) -> None:
        nonlocal key, value
        for mark in (b"\x00", b"\x01") if data else (b"\x00",):
            key = hmac.new(key, value + mark + data, "sha256").digest()
            value = hmac.new(key, value, "sha256").digest()
    update(seed + nonce.encode() + canonical([shares, pile]))
    for i in range(len(cards) - 1, 0, -1):
        drawn = limit = 2**64 - 2**64 % (i + 1)
        while drawn >= limit:  # values above would favour the small numbers, so draw again
            value = hmac.new(key, value, "sha256").digest()
            drawn = int.from_bytes(value[:8], "big")
            update(b"")
        j = drawn % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
def as_list(cards: Any) -> List[Any]:
    return [cards] if isinstance(cards, str) else [card for card in cards or () if card is not None]
class Piles:
    """The draw pile and the discard pile, top first, as events change them. `seed` is that of the deal, if known."""
    def __init__(self, deck: List[str]) -> None:
        self.deck, self.draw, self.discards, self.shuffles = deck, list[Any](), list[Any](), 0
        self.shares, self.commitments, self.seed = dict[int, str](), dict[int, str](), b""
        self.name, self.seats_to_draw = "", 0  # the game in the nonces, and the number of seats to draw from
    def apply_event(self, game: str, kind: str, event: Json) -> None:
        """Move the cards of an event; InvalidPart if they did not lie there, or were shuffled in another way."""
        if kind == "game_created":
            self.seats_to_draw = event["players"] * (event["rules"]["options"].get("start_player") != "seat_0")
        elif kind == "deal_agreed" and event["level"] == "duplicate":
            self.name = event["contribution"]
        elif kind == "share_committed":
            self.commitments[event["seat"]] = event["commitment"]
        elif kind in ("seat_taken", "share_revealed"):
            share = self.shares[event["seat"]] = event.get("contribution") or ""
            text = canonical(["haricot-shuffle/1", "share", game, event["seat"], share])
            ok = kind == "seat_taken" or sha256(text).hex() == self.commitments.get(event["seat"])
            require(ok, "seat %d reveals another share of the deal than it had committed to" % (event["seat"] + 1))
        elif kind == "game_started" and self.seed and self.seats_to_draw and event.get("start_player") is not None:
            first = self.shuffled_pile("|lot|0", game, [*range(self.seats_to_draw)])[0]
            require(first == event["start_player"], "the seed draws seat %d as the one that starts" % (first + 1))
        elif kind == "deck_shuffled":
            self.shuffle(game, self.deck if event["reason"] == "setup" else self.discards, event["order"])
            self.discards = self.discards if event["reason"] == "setup" else []
        elif kind == "pile_shuffled":
            self.shuffle(game, self.draw, event["order"])
        elif kind == "cards_dealt":
            places = event["places"]
            self.match([self.draw[place] for place in places], event["cards"], "dealt to seat %d" % (event["seat"] + 1))
            self.draw = [card for place, card in enumerate(self.draw) if place not in places]
        elif kind == "game_forked" and event.get("table"):
            self.draw, self.discards = event["table"].get("draw_pile", []), event["table"].get("discard_pile", [])
        elif kind == "discard_matched":
            self.match(self.discards[: len(event["cards"])], event["cards"], "taken from the top of the discard pile")
            self.discards = self.discards[len(event["cards"]) :]
        origin, target = (event.get(end) if kind == "table_corrected" else "" for end in ("origin", "target"))
        for card in event["cards"] if origin == "discard_pile" else ():  # an arbiter moved it
            self.discards.remove(card)
        taken = as_list(event.get("cards" if origin == "draw_pile" else CARDS_FROM_PILE.get(kind, "")))
        how = "drawn by seat %d" % (event["seat"] + 1) if kind == "cards_drawn" else "taken from the top of the pile"
        self.match(self.draw[: len(taken)], taken, how)
        above, under = (as_list(event["cards"] if target == end else None) for end in ("draw_pile", "draw_pile_bottom"))
        self.draw = [*above, *self.draw[len(taken) :], *under]
        fought = [event.get("attack_card"), event.get("defence_card")] if kind == "combat_resolved" else None
        gone = as_list(fought or event.get("cards" if target == "discard_pile" else DISCARDS.get(kind, "")))
        if kind not in NOT_DISCARDED_IF or event.get(NOT_DISCARDED_IF[kind][0]) != NOT_DISCARDED_IF[kind][1]:
            self.discards = gone[::-1] + self.discards
    def match(self, there: List[Any], cards: List[Any], how: str) -> None:
        """Check that these cards are the ones that lay there. A face-down card can be any card."""
        ok = len(there) == len(cards) and all(a == b or HIDDEN in (a, b) for a, b in zip(there, cards))
        require(ok, "%s were %s, but there lay %s" % (", ".join(cards), how, ", ".join(there) or "nothing"))
    def shuffled_pile(self, nonce: str, game: str, pile: List[Any]) -> List[Any]:
        shares = [share for _, share in sorted(self.shares.items())]
        return shuffled(self.seed, (self.name or game) + nonce, shares, pile)
    def shuffle(self, game: str, pile: List[Any], order: List[Any]) -> None:
        """Check that the shuffled pile has the order that follows from the seed."""
        ok = len(order) == len(pile) and (HIDDEN in {*order, *pile} or sorted(order) == sorted(pile))
        require(ok, "the cards that were shuffled are not those that lay there")
        if self.seed and HIDDEN not in pile:
            follows = self.shuffled_pile("|%d" % self.shuffles, game, pile)
            for place, (card, other) in enumerate(zip(order, follows), 1):
                says = "the seed shuffles the pile otherwise: as card %d from the top it gives %s, not %s"
                require(card in (HIDDEN, other), says % (place, other, card))
            order = follows
        self.draw, self.shuffles = order, self.shuffles + 1
def check_deal(bundle: Json, parts: List[Any], faults: FaultList) -> None:
    """Deal the game again, part by part. A fork has its own seed from its first event on."""
    deck, text = bundle["rules"]["deck"], parts[0][1]
    piles, ended, doubts, n = Piles([card for card, count in deck for _ in range(count)]), False, FaultList(), 1
    try:
        n, kind, event = parts[0][2][0]
        named = [bundle["rules"][name] for name in ("edition", "version", "digest")]
        ok = kind == "game_created.1" and [event["edition"], *map(event["rules"].get, ("version", "digest"))] == named
        require(ok, "the game was not created under the rules that the bundle names")
        views = ["omniscient", "spectator", *["seat:%d" % seat for seat in range(event["players"])]]
        require(bundle["view"] in views, "there is no such view")
        for index, (game, beside, events) in enumerate(parts):
            n, committed, piles.name = events[0][0], events[0][2].get("commitment"), ""
            piles.shuffles, piles.seed = 0, b""
            revealed = [(n, event["seed"]) for n, kind, event in events if kind == "deal_revealed.1"]
            n, text = revealed[0] if revealed else (n, beside)
            if committed is not None and text is not None:
                piles.seed = decode64(text, 48)
                binds = sha256(canonical(["haricot-shuffle/1", "commit", game, text])).hex() == committed
                require(binds, "the seed is not the one that the server had committed to before the deal")
            for n, kind, event in events:  # noqa: B007  # where it stops
                ended = ended or kind in ("game_ended.1", "game_voided.1")
                piles.apply_event(game, kind.partition(".")[0], event)
            if committed is None:
                doubts.add("deal", "the server never committed to this deal", None, UNPROVED)
            elif text is None and (piles.shuffles or index == 0 or not ended):
                doubts.add("deal", "the seed of %s is not revealed, or not in the bundle" % game, None, UNPROVED)
        require(bundle["seed"] == text, "the bundle tells another seed than the last event reveals")
        if deck != sorted(deck, key=lambda variety: -variety[1]):  # of several orders the server could take one
            doubts.add("deal", "the deck did not lie with the most frequent bean on top", None, UNPROVED)
    except (InvalidPart, LookupError, TypeError, ValueError, AttributeError) as wrong:
        faults.add("deal", str(wrong) if isinstance(wrong, InvalidPart) else "this cannot be an event: %r" % wrong, n)
        return
    hidden = any(HIDDEN.encode() in canonical(one) or "table" in one for *_, events in parts for *_, one in events)
    if not ended or hidden or bundle["view"] != "omniscient":
        faults.add("deal", "cards are hidden" if ended else "the game goes on: this is all so far", None, INCOMPLETE)
    faults.extend(doubts)

# All steps ------------------------------------------------------------------------------------------------------------
def verify(data: bytes, expected: Optional[str] = None) -> Tuple[Json, FaultList]:
    """Return the bundle, or {} if it cannot be read, and its faults; `expected` is the key that must have signed it."""
    faults = FaultList()
    try:
        bundle: Json = read_json(unformat(data))
        require(fits(bundle, BUNDLE) and bundle["format"] == "haricot-audit/1", "it has another shape")
        logs = [log for log in (*bundle["parents"], bundle["log"], bundle["proceedings"]) if log is not None]
        require(all({len(log[name]) for name in ENTRIES} == {len(log["entries"]) or 1} for log in logs), "entries miss")
    except InvalidPart as wrong:
        faults.add("canonical", "this is no bundle as it was written: %s" % wrong)
        return {}, faults
    if expected is not None and bundle["key"] != expected:
        faults.add("note", "it is signed with the key %s, not with %s" % (bundle["key"], expected), None, OTHER_KEY)
    whole, parts, first = bundle["view"] == "omniscient", [], 1
    anew = ['"table":{' in log["entries"][0] for _, log in zip(bundle["parents"], logs[1:])]  # by a fork
    for k, parent in enumerate(bundle["parents"]):
        check_entries(parent, parent["game"], first, faults)
        parts.append((parent["game"], parent["seed"], open_log(parent, first, whole and not any(anew[k:]), faults)))
        first += len(parent["entries"])
        check_parent(parent, logs[k + 1], first, faults)
    parts.append((bundle["game"], None, open_log(bundle["log"], first, whole, faults)))
    try:
        key = read_key(bundle["key"])
        check_signed(bundle["log"], bundle["game"], first, key, faults)
        if bundle["proceedings"] is not None:
            check_signed(bundle["proceedings"], bundle["game"] + "/proceedings", 1, key, faults)
            open_log(bundle["proceedings"], 1, False, faults)
    except InvalidPart as wrong:
        faults.add("note", "the key in the bundle does not serve: %s" % wrong)
    if not any(step in STEPS_BEFORE_DEAL and verdict != UNPROVED for step, verdict, _, _ in faults):
        check_deal(bundle, parts, faults)
    return bundle, faults
def main() -> int:
    parser = argparse.ArgumentParser(description="Verify an audit bundle of a game of beans.")
    parser.add_argument("file", help="the bundle, *.haricot-audit.json")
    parser.add_argument("--key", help="a file with the key that it must be signed with")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    given, expected = parser.parse_args(), None
    try:
        data, why = pathlib.Path(given.file).read_bytes(), given.file + " is no audit bundle of a game"
        require(b'"haricot-t' not in data and any(m in unformat(data) for m in (b'"haricot-audit/', b'"hashes":')), why)
        if given.key:
            read_key(expected := unformat(pathlib.Path(given.key).read_bytes()).decode().strip())
    except (OSError, ValueError, InvalidPart) as error:
        print("verify_bundle: %s" % error, file=sys.stderr)
        return 2
    bundle, faults = verify(data, expected)
    verdict = next((one for one in EXIT_CODES if one in [fault[1] for fault in faults]), GOOD)
    faults.sort(key=lambda fault: (fault[1] != verdict, fault[2] is None, fault[2] or 0))
    if given.json:
        listed = [dict(zip(("step", "verdict", "n", "says"), fault)) for fault in faults]
        print(json.dumps({"game": bundle.get("game"), "key": bundle.get("key"), "verdict": verdict, "faults": listed}))
        return EXIT_CODES[verdict]
    print("%s: %s" % (bundle.get("game", given.file), verdict.replace("_", " ")))
    print("  signed with %s%s" % (bundle.get("key"), "" if expected else ", by the bundle's own word: see --key"))
    bad = {step for step, found, _, _ in faults if found not in (UNPROVED, OTHER_KEY)}
    unseen = {"root", "consistency", "service"} if "note" in bad else set()
    unseen |= {"deal"} if bad & STEPS_BEFORE_DEAL else set()
    for step, shows in STEPS.items() if bundle else ():
        else_shows = "not looked at" if step in unseen else shows
        print("  %-12s %s" % (step, "not so: see below" if step in [fault[0] for fault in faults] else else_shows))
    for step, found, at, says in faults:
        print("%s (%s, %s): %s" % ("event %d" % at if at else "bundle", found.replace("_", " "), step, says))
    return EXIT_CODES[verdict]
if __name__ == "__main__":
    sys.exit(main())
