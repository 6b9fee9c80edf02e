"""HTTP without the operations: requests, responses, dispatch, middleware, rate limits, and both servers' adapters."""
