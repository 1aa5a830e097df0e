import type { Pool } from 'pg'
import { type BucketStore, type Draw, unconditionally } from './token-bucket.ts'

/** Tokens of a bucket `b` now, by the database's clock, for a size and a refill. */
const held = (size: string, refill: string) =>
  `least(${size}, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)::float8) * ${refill})`

/** The state of the bucket `key` that a refused draw returns. */
const shown = (key: string, size: string, refill: string) =>
  `coalesce((select ${held(size, refill)} from rate_bucket b where b.key = ${key}), ${size})`

/**
 * Draws from one bucket if `condition` holds. The row's lock orders concurrent draws, and the condition sees the locked
 * row.
 */
const take = (key: string, size: string, refill: string, need: string, cost: string, condition: string) => `
  insert into rate_bucket as b (key, tokens, updated_at)
  select ${key}, least(${size}, ${size} - ${cost}), clock_timestamp()
  where ${condition} and ${size} >= ${need}
  on conflict (key) do update
    set tokens = least(${size}, ${held(size, refill)} - ${cost}),
      updated_at = greatest(b.updated_at, clock_timestamp())
    where ${held(size, refill)} >= ${need}
  returning tokens`

const draws = ['$1::text', '$2::float8', '$3::float8', '$4::float8', '$5::float8'] as const
const gates = ['$6::text', '$7::float8', '$8::float8', '$9::float8', '$10::float8'] as const

/**
 * One draw: $1 key, $2 size, $3 refill, $4 need, $5 cost; the gate's in $6 to $10, null without a gate. The gate is
 * drawn from first: if it refuses, nothing is taken. If the gate grants and the bucket refuses, the caller returns the
 * gate's tokens.
 */
const statement = `
with gated as (${take(...gates, '$6::text is not null')}
), drawn as (${take(...draws, '($6::text is null or exists (select from gated))')}
)
select exists (select from drawn), coalesce((select tokens from drawn), ${shown(draws[0], draws[1], draws[2])}),
  case when $6::text is not null then coalesce((select tokens from gated), ${shown(gates[0], gates[1], gates[2])}) end,
  exists (select from gated)`

type Row = [admitted: boolean, tokens: number, gateTokens: number | null, gateGave: boolean]

/** Buckets in PostgreSQL, shared by all processes: one statement per draw, by the database's clock. */
export function createPostgresBuckets(pool: Pick<Pool, 'query'>, { timeoutMs = 500 } = {}): BucketStore {
  const run = async (draw: Draw, gate?: Draw): Promise<Row> => {
    const values = [draw, gate].flatMap((one) => [
      one?.key ?? null,
      one?.rule.size ?? null,
      one?.rule.refillPerSecond ?? null,
      one?.need ?? null,
      one?.cost ?? null,
    ])
    const { rows } = await pool.query<Row>({
      name: 'rate-bucket-draw',
      text: statement,
      values,
      rowMode: 'array',
      query_timeout: timeoutMs,
    } as never)
    return rows[0]!
  }

  return {
    async draw(draw, gate) {
      const [admitted, tokens, gateTokens, gateGave] = await run(draw, gate)
      if (admitted || !gate || !gateGave) return { admitted, tokens, gateTokens }
      const [, given] = await run({ ...gate, need: unconditionally, cost: -gate.cost })
      return { admitted, tokens, gateTokens: given }
    },
    close: async () => undefined,
  }
}
