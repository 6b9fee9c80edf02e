"""Operations for other programs: feed, webhooks, exports, statistics."""
