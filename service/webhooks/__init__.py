"""Webhooks: lines of the feed, signed, sent to other servers until they have been taken."""
