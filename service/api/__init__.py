"""The HTTP API, version 1: its operations in groups, each beside the schemas of its bodies; `routes` lists them all."""
