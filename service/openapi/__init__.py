"""The OpenAPI description, made from the operations and the types of their bodies."""
