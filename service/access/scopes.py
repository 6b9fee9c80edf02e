"""The scopes of service tokens, and the scopes that each operation requires."""

from typing import Final

CREATE: Final = "games:create"
READ: Final = "games:read"
RUN: Final = "games:run"
FEED: Final = "feed"
WEBHOOKS: Final = "webhooks"
EXPORTS: Final = "exports"
TOKENS: Final = "tokens"
SCOPES: Final = {
    CREATE: "create games, import them from files",
    READ: "see everything in every game, running or private",
    RUN: "act as the organiser of every game, and for each of its seats",
    FEED: "follow the feed of all games",
    WEBHOOKS: "send events of the feed to webhooks",
    EXPORTS: "export many games at once",
    TOKENS: "create service tokens, with scopes that the creator has",
}
"""Every scope, with what it allows."""
ALL_SCOPES: Final = frozenset(SCOPES)
FULL_ACCESS_SCOPES: Final = frozenset({READ, RUN})
"""A service token with one of these scopes has full access to every game. Without them it is a stranger to games."""
NO_SCOPES: Final[tuple[str, ...]] = ()

REQUIRED_SCOPES: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        (
            "get_service",
            "list_rulesets",
            "get_ruleset",
            "get_clause",
            "get_remedies",
            "get_remedy",
            "list_keys",
            "list_log_entries",
            "list_commitments",
            "get_log_consistency_proof",
            "adjudicate_position",
            "read_record",
            "get_token",
            "revoke_token",
        ),
        NO_SCOPES,
    ),
    **dict.fromkeys(("create_game", "import_game", "create_tournament"), (CREATE,)),
    "set_game_metadata": (CREATE, READ),
    **dict.fromkeys(("create_person_token", "revoke_person_tokens", "set_person_hidden"), (CREATE,)),
    **dict.fromkeys(("fork_tournament", "start_round_games"), (CREATE, RUN)),
    "fork_game": (CREATE, READ),  # a player of a fork sees cards of its parent
    **dict.fromkeys(
        (
            "list_games",
            "get_leaderboard",
            "get_statistics",
            "list_counted_games",
            "get_player",
            "list_rating_steps",
            "list_ratings",
            "get_game",
            "list_events",
            "get_event",
            "get_event_verdict",
            "list_sentences",
            "get_table",
            "list_tables",
            "get_card_history",
            "list_known_cards",
            "get_knowledge",
            "get_timeline",
            "get_story",
            "get_par",
            "request_par",
            "stream_game",
            "watch_game",
            "export_game",
            "audit_game",
            "get_audit",
            "list_legal_commands",
            "get_clock",
            "list_forks",
            "list_annotations",
            "list_checkpoints",
            "get_consistency_proof",
            "get_inclusion_proof",
            "get_audit_bundle",
            "list_disputes",
            "get_dispute",
            "list_tournaments",
            "get_tournament",
            "list_tournament_events",
            "get_standings",
            "export_tournament",
            "audit_tournament",
            "list_tournament_checkpoints",
            "get_tournament_proof",
            "get_tournament_bundle",
            "stream_tournament",
            "get_slot_field",
            "stream_annotations",
            "list_awaited_tables",
        ),
        (READ,),
    ),
    **dict.fromkeys(
        (
            "annotate_game",
            "remove_comment",
            "open_comments",
            "submit_command",
            "submit_commands",
            "check_command",
            "create_token",
            "create_arbiter_token",
            "void_game",
            "act_on_clock",
            "pause_game",
            "resume_game",
            "update_seat",
            "set_persons",
            "name_seat",
            "submit_tournament_commands",
            "list_slots",
            "bind_slot",
            "set_broadcast_rules",
            "publish_commentary",
            "register_tournament_players",
            "create_tournament_token",
        ),
        (RUN,),
    ),
    "read_feed": (FEED,),
    "export_games": (EXPORTS,),
    **dict.fromkeys(
        (
            "create_webhook",
            "list_webhooks",
            "get_webhook",
            "delete_webhook",
            "get_webhook_secret",
            "rotate_webhook_secret",
            "pause_webhook",
            "resume_webhook",
            "replay_webhook",
            "ping_webhook",
            "list_dead_letters",
            "send_dead_letters",
            "delete_dead_letters",
        ),
        (WEBHOOKS,),
    ),
    **dict.fromkeys(("create_service_token", "list_service_tokens", "revoke_service_token"), (TOKENS,)),
}
"""The scopes that a service token needs for each operation, by its operationId."""
