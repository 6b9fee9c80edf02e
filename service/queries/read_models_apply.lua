-- Changes a generation that is still at the position KEYS[1] = ARGV[1], and brings it to ARGV[2]; its position now.
-- ARGV[3] are commands of Redis as they are, all of text and numbers, since its MessagePack knows no bytes. A
-- generation without a position is none: somebody emptied Redis.
local at = redis.call('GET', KEYS[1])
if at ~= ARGV[1] then return at end
for _, command in ipairs(cmsgpack.unpack(ARGV[3])) do redis.call(unpack(command)) end
redis.call('SET', KEYS[1], ARGV[2])
return ARGV[2]
