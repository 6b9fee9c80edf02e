"""Operations on a table: commands, events, tables at any event, streams, annotations."""
