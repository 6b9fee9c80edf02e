"""Server-sent events and lines of JSON: subscribers, what they are sent, and how slow ones are treated."""
