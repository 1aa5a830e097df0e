import type { Pool } from 'pg'
import type { BucketStore } from '../domain/token-bucket.ts'

/** What a bucket `b` holds now by the database's clock, for a size and a refill. */
const held = (size: string, refill: string) =>
  `least(${size}, b.tokens + greatest(0, extract(epoch from clock_timestamp() - b.updated_at)::float8) * ${refill})`

/**
 * One draw: $1 key, $2 size, $3 refill, $4 need, $5 cost; the gate's $6 key (null without one), $7 size, $8 refill, $9 need.
 * The row's lock orders concurrent draws; the conflict clause judges the row as it is then, not as the snapshot has it.
 */
const statement = `
with gate as (
  select coalesce((select ${held('$7::float8', '$8::float8')} from rate_bucket b where b.key = $6::text), $7::float8) as tokens
), drawn as (
  insert into rate_bucket as b (key, tokens, updated_at)
  select $1::text, $2::float8 - $5::float8, clock_timestamp()
  from gate
  where ($6::text is null or gate.tokens >= $9::float8) and $2::float8 >= $4::float8
  on conflict (key) do update
    set tokens = ${held('$2::float8', '$3::float8')} - $5::float8, updated_at = greatest(b.updated_at, clock_timestamp())
    where ${held('$2::float8', '$3::float8')} >= $4::float8
  returning tokens
)
select drawn.tokens is not null,
  coalesce(drawn.tokens, (select ${held('$2::float8', '$3::float8')} from rate_bucket b where b.key = $1::text), $2::float8),
  gate.tokens
from gate left join drawn on true`

const forgetStale = `delete from rate_bucket where updated_at < clock_timestamp() - interval '2 days'`

type Row = [admitted: boolean, tokens: number, gateTokens: number | null]

/** Buckets in PostgreSQL, shared by every process on it: one statement for each draw, by the database's clock. */
export function createPostgresBuckets(
  pool: Pick<Pool, 'query'>,
  { prepared = true, timeoutMs = 500, sweepMs = 600_000 } = {},
): BucketStore {
  const sweep = setInterval(() => void pool.query(forgetStale).catch(() => undefined), sweepMs).unref()
  return {
    async draw(draw, gate) {
      const { rows } = await pool.query<Row>({
        ...(prepared ? { name: 'rate-bucket-draw' } : {}),
        text: statement,
        values: [
          draw.key,
          draw.rule.size,
          draw.rule.refillPerSecond,
          draw.need,
          draw.cost,
          gate?.key ?? null,
          gate?.rule.size ?? null,
          gate?.rule.refillPerSecond ?? null,
          gate?.need ?? null,
        ],
        rowMode: 'array',
        query_timeout: timeoutMs,
      } as never)
      const [admitted, tokens, gateTokens] = rows[0]!
      return { admitted, tokens, gateTokens }
    },
    close: async () => clearInterval(sweep),
  }
}
