import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '../../src/kernel/id.ts'
import { query } from './registry.ts'
import type { TestServer } from './server.ts'

let serial = 0
/** A phone number that nothing else has. */
export const freshNumber = (): string => `+1646${2_000_000 + ((process.pid * 997) % 5_000_000) + ++serial}`

type Side = { consumerId: string; identity: string }

/**
 * A claim as it is once it was proved and the worker has looked: open, for a phone alias of the donor's. Without one it
 * waits for its proof. It is written by hand, for tests whose subject is something else.
 */
export async function writeClaim(
  server: TestServer,
  { claimer, value, alias, livemode }: { claimer: Side; value: string; alias?: string; livemode: boolean },
): Promise<string> {
  const id = randomUUID()
  await query(
    server,
    `insert into claim (id, livemode, consumer_id, identity_id, kind, type, value, skeleton, norm_version, status, method,
       proved_at, deadline, next_at, donor_id, donor_identity_id, donor_alias_id)
     select $1, $2, $3, $4, 'portability', 'phone', $5, $5, 1, case when a.id is null then 'pending_proof' else 'open' end,
       'sms_code', case when a.id is not null then now() end, now() + interval '7 days', now() + interval '7 days',
       i.consumer_id, i.id, a.id
     from (select 1) one left join alias a on a.id = $6 left join identity i on i.id = a.identity_id`,
    [
      id,
      livemode,
      claimer.consumerId,
      decodeId('identity', claimer.identity),
      value,
      alias === undefined ? null : decodeId('alias', alias),
    ],
  )
  await server.query`update alias_reservation set claim_id = ${id}
    where alias_id = ${alias === undefined ? null : decodeId('alias', alias)}`
  return encodeId('claim', id)
}
