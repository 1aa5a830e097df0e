import { createHash } from 'node:crypto'
import { Valkey } from 'iovalkey'
import type { BucketStore } from './token-bucket.ts'

/**
 * One draw, by the server's clock. KEYS: the bucket, and the gate's if there is one. ARGV: size, refill, need and cost
 * of the bucket, then of the gate. A full bucket is deleted.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local function held(key, size, refill)
  local bucket = redis.call('HMGET', key, 'tokens', 'at')
  if not bucket[1] then return size end
  return math.min(size, bucket[1] + math.max(0, now - bucket[2]) / 1000 * refill)
end
local function take(key, tokens, cost, size, refill)
  if cost == 0 then return tokens end
  local left = math.min(size, tokens - cost)
  redis.call('HSET', key, 'tokens', string.format('%.17g', left), 'at', string.format('%.17g', now))
  redis.call('PEXPIRE', key, math.ceil((size - left) / refill * 1000) + 1000)
  return left
end
local function text(number) return string.format('%.17g', number) end
local size, refill, need, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local tokens = held(KEYS[1], size, refill)
local admitted = tokens >= need
if not KEYS[2] then
  if not admitted then return {0, text(tokens), false} end
  return {1, text(take(KEYS[1], tokens, cost, size, refill)), false}
end
local gateSize, gateRefill = tonumber(ARGV[5]), tonumber(ARGV[6])
local gateTokens = held(KEYS[2], gateSize, gateRefill)
if not admitted or gateTokens < tonumber(ARGV[7]) then return {0, text(tokens), text(gateTokens)} end
tokens = take(KEYS[1], tokens, cost, size, refill)
return {1, text(tokens), text(take(KEYS[2], gateTokens, tonumber(ARGV[8]), gateSize, gateRefill))}`

const digest = createHash('sha1').update(script).digest('hex')

/**
 * Connects to a Valkey or Redis server: a command that takes longer than `timeoutMs` rejects, and is never sent twice.
 */
export function openValkey(url: string, { timeoutMs = 250 } = {}): Valkey {
  const client = new Valkey(url, {
    commandTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 50, 1_000),
  })
  // Commands reject by themselves. Without a listener the event would end the process.
  return client.on('error', () => undefined)
}

/** Buckets in Valkey or Redis (5 and newer), shared by every process on it: one script for each draw. */
export function createValkeyBuckets(client: Valkey): BucketStore {
  return {
    async draw(draw, gate) {
      const keys = (gate ? [draw.key, gate.key] : [draw.key]).map((key) => `signpost:${key}`)
      const numbers = [draw.rule.size, draw.rule.refillPerSecond, draw.need, draw.cost]
      if (gate) numbers.push(gate.rule.size, gate.rule.refillPerSecond, gate.need, gate.cost)
      const reply = await client.evalsha(digest, keys.length, ...keys, ...numbers).catch((error: Error) => {
        if (!error.message.startsWith('NOSCRIPT')) throw error
        return client.eval(script, keys.length, ...keys, ...numbers)
      })
      const [admitted, tokens, gateTokens] = reply as [number, string, string | null]
      return { admitted: admitted === 1, tokens: Number(tokens), gateTokens: gate ? Number(gateTokens) : null }
    },
    close: async () => client.disconnect(),
  }
}
