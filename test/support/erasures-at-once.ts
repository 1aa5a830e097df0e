import { randomBytes, randomUUID } from 'node:crypto'
import { createPurposes } from '../../src/consent/purposes.ts'
import { sealName } from '../../src/payees/rules.ts'
import { importValues } from './importing.ts'
import { iban, query } from './registry.ts'
import type { Key, TestServer } from './server.ts'

/** Many identities, of each of which every column that an erasure is about holds this mark, or a number that begins so. */
export type Crowd = { ids: string[]; mark: string; numbers: string }

type Place = { id: string; consumerId: string; n: number; alias: string; number: string; endpoint: string }

const pad = (n: number) => String(n).padStart(7, '0')

/** Returns the import lines of one person: identity, aliases and an endpoint, with notes. */
function linesOf({ mark, numbers }: Crowd, n: number) {
  const noted = (kind: string) => ({ ref: `${kind}-${mark}-${n}`, metadata: { [`k${mark}`]: `v${mark} ${n}` } })
  const identity = noted('i').ref
  return [
    { object: 'identity', ...noted('i'), type: 'user', display_name: `Name ${mark} ${n}` },
    { object: 'alias', ...noted('a'), identity, type: 'username', value: `@u${n}.${mark}`, is_primary: true },
    { object: 'alias', ...noted('p'), identity, type: 'phone', value: `${numbers}${pad(n)}`, privacy_level: 'public' },
    {
      object: 'endpoint',
      ...noted('e'),
      identity,
      type: 'payment_pointer',
      address: `https://pay.example.com/${mark}/${n}`,
      privacy_level: 'public',
      capabilities: [{ asset: 'EUR', rail: 'sepa' }],
    },
    {
      object: 'endpoint',
      ...noted('b'),
      identity,
      type: 'bank_account',
      address: iban,
      details: { holder_name: `Holder ${mark} ${n}`, country: 'DE' },
    },
  ]
}

async function placesOf(server: TestServer, { mark }: Crowd): Promise<Place[]> {
  return query<Place>(
    server,
    `select i.id, i.consumer_id as "consumerId", (row_number() over (order by i.id))::int as n, a.id as alias, p.id as number, e.id as endpoint
     from identity i join alias a on a.identity_id = i.id and a.type = 'username'
       join alias p on p.identity_id = i.id and p.type = 'phone' join endpoint e on e.identity_id = i.id and e.type = 'payment_pointer'
     where i.display_name like $1`,
    [`%${mark}%`],
  )
}

/** Runs an insert for all places at once: `rows` are its further columns, `q` has the places. */
const insertAll = (server: TestServer, places: readonly Place[], text: string, more: readonly unknown[][]) =>
  query(server, text, [
    places.map(({ id }) => id),
    places.map(({ alias }) => alias),
    places.map(({ number }) => number),
    places.map(({ endpoint }) => endpoint),
    ...more,
  ])

const from = (more: string, names: string) =>
  `from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]${more}) as q (id, alias, number, endpoint${names})
   join identity i on i.id = q.id`

/** Writes rows of others about the crowd, and rows that wait for a code, a claim or a payer, as the services do. */
async function writeAbout(server: TestServer, crowd: Crowd, places: readonly Place[], other: Key, livemode: boolean) {
  const { keyring } = server.app
  const purposes = createPurposes(keyring)
  const fresh = () => places.map(() => randomUUID())
  const said = (kind: string) => places.map(({ n }) => `${kind} ${crowd.mark} ${n}`)
  const sealed = (use: 'grant_purpose' | 'request_purpose', ids: string[]) =>
    ids.map((id, at) => purposes.seal(use, id, livemode, said(use)[at]!))
  const [names, grants, requests, claims, challenges, releases, owned] = Array.from({ length: 7 }, fresh) as string[][]
  const [key] = fresh()
  await insertAll(
    server,
    places,
    `insert into payee_name (id, livemode, identity_id, kind, sealed)
     select q.name, i.livemode, i.id, 'legal', q.sealed ${from(', $5::uuid[], $6::bytea[]', ', name, sealed')}`,
    [
      names!,
      names!.map((id, at) => {
        const { id: identityId, consumerId } = places[at]!
        const place = { id, livemode, identityId, consumerId, kind: 'legal', basis: 'declared' }
        return sealName(keyring, place, { kind: 'legal', name: said('Payee')[at]! })
      }),
    ],
  )
  await insertAll(
    server,
    places,
    `insert into consent_grant (id, livemode, identity_id, consumer_id, covers_all, sealed_purpose)
     select q.given, i.livemode, i.id, $7, true, q.sealed
     ${from(', $5::uuid[], $6::bytea[]', ', given, sealed')}`,
    [grants!, sealed('grant_purpose', grants!), other.consumerId as never],
  )
  await insertAll(
    server,
    places,
    `insert into consent_request (id, livemode, consumer_id, type, value, skeleton, sealed_purpose, expires_at, owner_id,
       identity_id, alias_id, matched_at)
     select q.request, i.livemode, $7, a.type, a.value, a.skeleton, q.sealed, now() + interval '7 days', i.consumer_id, i.id,
       a.id, now()
     ${from(', $5::uuid[], $6::bytea[]', ', request, sealed')} join alias a on a.id = q.alias`,
    [requests!, sealed('request_purpose', requests!), other.consumerId as never],
  )
  // Of the other consumer's on the number, and of the identity's own on another one.
  const claimed = `insert into claim (id, livemode, consumer_id, identity_id, kind, type, value, skeleton, norm_version, status,
    method, proof_token, proved_at, deadline, next_at, donor_id, donor_identity_id, donor_alias_id)`
  await insertAll(
    server,
    places,
    `with claimed as (${claimed}
       select q.claim, i.livemode, $6, (select id from identity where consumer_id = $6 limit 1), 'portability', 'phone', a.value,
         a.skeleton, 1, 'open', 'sms_code', 'proof-token', now(), now() + interval '7 days', now() + interval '7 days', i.consumer_id, i.id, a.id
       ${from(', $5::uuid[]', ', claim')} join alias a on a.id = q.number returning id, donor_alias_id)
     update alias_reservation s set claim_id = c.id from claimed c where s.alias_id = c.donor_alias_id`,
    [claims!, other.consumerId as never],
  )
  await insertAll(
    server,
    places,
    `${claimed}
     select q.claim, i.livemode, i.consumer_id, i.id, 'portability', 'phone', a.value || '9', a.skeleton || '9', 1, 'pending_proof',
       'sms_code', 'proof-token', null, now() + interval '7 days', now() + interval '7 days', null, null, null
     ${from(', $5::uuid[]', ', claim')} join alias a on a.id = q.number`,
    [owned!],
  )
  await insertAll(
    server,
    places,
    `insert into challenge (id, livemode, consumer_id, identity_id, alias_id, method, purpose, code_hash, token, link,
       attempts_left, expires_at)
     select q.challenge, i.livemode, i.consumer_id, i.id, q.alias, 'dns_txt', 'prove', q.said::bytea, q.said, q.said, 3,
       now() + interval '1 day' ${from(', $5::uuid[], $6::text[]', ', challenge, said')}`,
    [challenges!, said('challenge')],
  )
  await insertAll(
    server,
    places,
    `insert into domain_proof (alias_id, livemode, identity_id, method, token, subject_id, next_check_at)
     select q.alias, i.livemode, i.id, 'dns_txt', q.said, q.alias, now() + interval '1 day' ${from(', $5::text[]', ', said')}`,
    [said('token')],
  )
  await server.query`insert into sealing_key (id, livemode, consumer_id, x, usable_at)
    values (${key}::uuid, ${livemode}, ${other.consumerId}, ${key}::uuid::text, now())`
  await insertAll(
    server,
    places,
    `with released as (
       insert into release (id, livemode, consumer_id, identity_id, alias_id, endpoint_id, sealing_key_id, alias_type, status, jwe, sealed_reference, expires_at)
       select q.release, i.livemode, $8, i.id, q.alias, q.endpoint, $9, 'username', 'ready', q.said, q.sealed, now() + interval '10 minutes'
       ${from(', $5::uuid[], $6::text[], $7::bytea[]', ', release, said, sealed')} returning id, jwe)
     insert into release_job (id, request_id, reference) select id, id, jwe::bytea from released`,
    [
      releases!,
      said('jwe'),
      releases!.map((id, at) => keyring.seal('release_reference', id, livemode, said('reference')[at]!)) as never,
      other.consumerId as never,
      key as never,
    ],
  )
  await server.query`update endpoint set verification = 'proved', verified_method = 'wallet_signature'
    where id = any(${places.map(({ endpoint }) => endpoint)}::uuid[])`
  await server.query`update alias set verification = 'attested', verified_at = now(), verified_method = 'document'
    where id = any(${places.map(({ alias }) => alias)}::uuid[])`
}

/** Makes `count` identities of `owner` that are known to `other`, who has an identity of its own. `numbers` is of four digits. */
export async function fillCrowd(
  server: TestServer,
  { owner, other, count, numbers }: { owner: Key; other: Key; count: number; numbers: string },
): Promise<Crowd> {
  const crowd: Crowd = { ids: [], mark: `zq${randomBytes(5).toString('hex').replace(/[01]/g, 'z')}`, numbers }
  const lines = Array.from({ length: count }, (_, n) => linesOf(crowd, n)).flat()
  const { report, rejected } = await importValues(server, owner.consumerId, lines, { livemode: owner.livemode })
  if (report.created !== lines.length) throw new Error(JSON.stringify(rejected[0]))
  const places = await placesOf(server, crowd)
  crowd.ids.push(...places.map(({ id }) => id))
  for (let at = 0; at < places.length; at += 1_000)
    await writeAbout(server, crowd, places.slice(at, at + 1_000), other, owner.livemode)
  return crowd
}
