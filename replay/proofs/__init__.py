"""What makes a game's record believable to somebody who trusts neither the server nor the other players."""
