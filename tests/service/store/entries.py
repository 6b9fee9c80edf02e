"""An entry of every kind in the register, plain and odd."""

from service.store.register import Annotation, Answered, Arrangement, Entry, FormerPlayer, Player, TokenEntry

KINDS = Entry.__subclasses__()
PLAIN: dict[type[Entry], Entry] = {
    Arrangement: Arrangement(game="g"),
    Player: Player(game="g", seat=0, kind="bot"),
    FormerPlayer: FormerPlayer(game="g", seat=0, n=1, at=0, kind="bot"),
    TokenEntry: TokenEntry(digest="d", kind="service", game=None, seat=None, made=0),
    Annotation: Annotation(id="a", game="g", n=1, at=0, by="", kind="comment", text=""),
    Answered: Answered(scope="s", key="k", digest="d", made="g"),
}
"""An entry of each kind, as plain as it can be."""
FULL: dict[type[Entry], Entry] = {
    Arrangement: Arrangement(game="h", private=True, delay_events=3, delay_ms=2**40, pace_ms=1, paused=True),
    Player: Player(game="g", seat=2, kind="human", bot="trader", name="Zoë 🫘 'O'Bean\";--"),
    FormerPlayer: FormerPlayer(game="h", seat=2, n=2**31, at=2**62, kind="", bot="7", name="null"),
    TokenEntry: TokenEntry(
        digest="e", kind="seat", game="g", seat=0, made=2**62, expires=1, revoked=2, reason="a\nb\x01c"
    ),
    Annotation: Annotation(id="", game="h", n=2**31, at=1, by="true", kind="7", text="null", author="1"),
    Answered: Answered(scope="", key="1.0", digest="0x7", made="NULL", at=2**62),
}
"""An entry of each kind with something in every field, and that something odd."""
