// One of the processes that draw from a shared bucket as fast as they can. Arguments: the store's URL and name, the
// bucket, the milliseconds. Says one JSON line: what was admitted, what was asked, from when to when.

import { Pool } from 'pg'
import { createPostgresBuckets } from '../../../src/access/quotas/postgres-store.ts'
import { atLeast } from '../../../src/access/quotas/token-bucket.ts'
import { createValkeyBuckets, openValkey } from '../../../src/access/quotas/valkey-store.ts'

const [url = '', size = '', refill = '', milliseconds = ''] = process.argv.slice(2)
const pool = url.startsWith('postgres') ? new Pool({ connectionString: url, max: 4 }) : null
const timeoutMs = 10_000
const store = pool ? createPostgresBuckets(pool, { timeoutMs }) : createValkeyBuckets(openValkey(url, { timeoutMs }))
const draw = {
  key: 'requests:{shared:test}',
  rule: { size: Number(size), refillPerSecond: Number(refill) },
  need: atLeast(1),
  cost: 1,
}
let admitted = 0
let asked = 0
const first = Date.now()
const until = first + Number(milliseconds)
await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (Date.now() < until) {
      asked++
      if ((await store.draw(draw)).admitted) admitted++
    }
  }),
)
process.stdout.write(JSON.stringify({ admitted, asked, first, last: Date.now() }))
await store.close()
await pool?.end()
