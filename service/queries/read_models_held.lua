-- What the generation that is read, which KEYS[1] names, holds of the kind ARGV[1] under each name from ARGV[2] on.
local live = redis.call('GET', KEYS[1])
if not live then return nil end
return redis.call('HMGET', live .. ARGV[1], unpack(ARGV, 2))
