import { randomBytes, randomUUID } from 'node:crypto'
import { decodeId } from '../../src/kernel/id.ts'
import { freshNumber, writeClaim } from './claims.ts'
import { query, registryOf } from './registry.ts'
import type { Key, TestServer } from './server.ts'

let serial = 0
/** A word that nothing else of the database holds. */
const needle = (stem: string) => `${stem}${(serial++).toString(36)}${randomBytes(6).toString('hex')}`

export type Filled = {
  identity: string
  uuid: string
  /** All personal values written for the identity. */
  needles: string[]
  username: string
  phone: string
}

/** An identity of `owner` that holds something in every column that an erasure is about, and is known to `other`. */
export async function fillIdentity(server: TestServer, owner: Key, other: Key): Promise<Filled> {
  const mine = registryOf(server, owner)
  const needles: string[] = []
  const said = (stem: string) => {
    const word = needle(stem)
    needles.push(word)
    return word
  }
  const noted = () => ({ external_reference: said('ref-'), metadata: { [said('key')]: said('value') } })
  const send = async (key: Key, path: string, body: object) => {
    const answer = await server.send('POST', path, { key: key.key, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const { id: identity } = await mine.identity({ display_name: said('Name'), ...noted() })
  const uuid = decodeId('identity', identity)!
  const username = said('user')
  const alias = await mine.username(identity, username, { privacy_level: 'consent_required', ...noted() })
  const phone = freshNumber()
  needles.push(phone)
  const number = await mine.alias(identity, 'phone', phone, noted())
  await mine.patch(`/v1/aliases/${alias.id}`, { is_primary: true })
  await send(owner, `/v1/aliases/${alias.id}/verify`, { method: 'document' })
  const endpoint = await mine.account(identity, noted())
  await mine.wallet(identity, { capabilities: [{ asset: 'USDC', rail: 'onchain', network: 'polygon' }] })
  const gone = await mine.wallet(identity, noted())
  await mine.remove(`/v1/endpoints/${gone.id}`)
  await send(owner, `/v1/identities/${identity}/payee_names`, { kind: 'legal', name: said('Payee ') })

  await send(other, '/v1/consent_requests', { alias: username, purpose: said('wish ') })
  await server.app.jobs.find(({ name }) => name === 'match-consent-requests')!.run()
  await mine.grant(identity, other.consumer, { purpose: said('grant ') })

  await fillByHand(
    server,
    { uuid, alias: decodeId('alias', alias.id)!, endpoint: decodeId('endpoint', endpoint.id)! },
    [said('token'), said('link'), said('code'), said('jwe')],
  )
  const claimer = await registryOf(server, other).identity()
  await writeClaim(server, {
    claimer: { consumerId: other.consumerId, identity: claimer.id },
    value: phone,
    alias: number.id,
    livemode: owner.livemode,
  })
  const own = freshNumber()
  needles.push(own)
  await writeClaim(server, {
    claimer: { consumerId: owner.consumerId, identity },
    value: own,
    livemode: owner.livemode,
  })
  return { identity, uuid, needles, username, phone }
}

/** Writes rows that otherwise need a sender of codes, a domain or a payer's key. Ids are uuids. */
async function fillByHand(
  server: TestServer,
  { uuid, alias, endpoint }: { uuid: string; alias: string; endpoint: string },
  [token, link, code, jwe]: string[],
): Promise<void> {
  await query(
    server,
    `insert into challenge (id, livemode, consumer_id, identity_id, alias_id, method, purpose, code_hash, token, link,
       attempts_left, expires_at)
     select $2, i.livemode, i.consumer_id, i.id, $3, 'dns_txt', 'prove', $4, $5, $6, 3, now() + interval '1 day'
     from identity i where i.id = $1`,
    [uuid, randomUUID(), alias, Buffer.from(code!), token, link],
  )
  await server.query`insert into domain_proof (alias_id, livemode, identity_id, method, token, subject_id, next_check_at)
    select ${alias}, livemode, id, 'dns_txt', ${token}, ${alias}, now() + interval '1 day' from identity
    where id = ${uuid}`
  await server.query`update endpoint set verification = 'proved', verified_method = 'wallet_signature'
    where identity_id = ${uuid}`
  const release = randomUUID()
  const key = randomUUID()
  await query(
    server,
    `with key as (insert into sealing_key (id, livemode, consumer_id, x, usable_at)
       select $3::uuid, livemode, consumer_id, $3::uuid::text, now() from identity where id = $1 returning id)
     insert into release (id, livemode, consumer_id, identity_id, alias_id, endpoint_id, sealing_key_id, alias_type, status, jwe, expires_at)
     select $2, livemode, consumer_id, id, $4, $5, (select id from key), 'username', 'ready', $6, now() + interval '10 minutes'
     from identity where id = $1`,
    [uuid, release, key, alias, endpoint, jwe],
  )
  await server.query`insert into release_job (id, request_id, reference)
    values (${release}, ${release}, ${Buffer.from(jwe!)})`
}

/** Every row of every table as text, without what must stay. */
export async function everyRow(server: TestServer): Promise<Map<string, string>> {
  const tables = await server.query<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition
    and relnamespace = 'public'::regnamespace`
  const rows = new Map<string, string>()
  for (const { name } of tables) {
    const found = await query<{ text: string | null }>(
      server,
      `select string_agg(t::text, E'\\n') as text from "${name}" t`,
    )
    rows.set(name, found[0]!.text ?? '')
  }
  return rows
}

/** Where one of the needles is: also as PostgreSQL prints bytes. */
export function foundIn(rows: ReadonlyMap<string, string>, needles: readonly string[]): string[] {
  return [...rows].flatMap(([table, text]) =>
    needles
      .filter((word) => text.includes(word) || text.includes(Buffer.from(word).toString('hex')))
      .map((word) => `${table}: ${word}`),
  )
}
