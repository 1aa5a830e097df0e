import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { matchOnce } from '../../../src/consent/requests/store.ts'
import { decodeId, encodeId } from '../../../src/kernel/id.ts'
import { newApiKey } from '../../../src/vault/secret.ts'
import { freshNumber, writeClaim } from '../../support/claims.ts'
import type { TestServer } from '../../support/server.ts'
import type { Wire } from '../../support/wire.ts'
import { allScopes, type Records, type ScopeName } from './privilege-matrix.ts'

/** The owner grants to the grantee, the grantee to the stranger, the stranger to the owner. */
export const people = ['owner', 'grantee', 'stranger'] as const
export type Person = (typeof people)[number]

export const keyStates = ['valid', 'revoked', 'expired', 'unknown', 'malformed', 'missing'] as const
export type KeyState = (typeof keyStates)[number]

const next = { owner: 'grantee', grantee: 'stranger', stranger: 'owner' } as const
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
let serial = 0
/** A username that nothing else has; letters only, so that no two look alike. */
export const freshName = () =>
  `m-${(serial++).toString().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}-${process.pid.toString(26).replace(/\d/g, 'x')}`

export type World = {
  records(person: Person, livemode: boolean): Records
  /** Separate records for a cell that uses them up. */
  fresh(person: Person, livemode: boolean, at: string): Promise<Records>
  key(person: Person, livemode: boolean, scopes: readonly ScopeName[], state: KeyState): Promise<string | undefined>
  /** Of every row of the registry, a digest by table. An audit trail, quotas and heartbeats are not the registry. */
  fingerprint(): Promise<Record<string, string>>
}

export async function makeWorld(server: TestServer, wire: Wire): Promise<World> {
  const kept = new Map<string, Records>()
  const keys = new Map<string, Promise<string>>()
  const keptKeys: string[] = []

  const keyOf = (person: Person, livemode: boolean, scopes: readonly ScopeName[], state: KeyState): Promise<string> => {
    const name = [person, livemode, scopes.join(), state].join('|')
    const known = keys.get(name) ?? issue(person, livemode, scopes, state)
    keys.set(name, known)
    return known
  }

  async function issue(person: Person, livemode: boolean, scopes: readonly ScopeName[], state: KeyState) {
    const { key, keyId } = await server.key({
      consumer: person,
      livemode,
      scopes,
      ...(state === 'expired' ? { expiresAt: new Date(Date.now() - 60_000) } : {}),
    })
    if (state === 'revoked') {
      await sql`update api_key set revoked_at = now() where id = ${decodeId('apiKey', keyId)}`.execute(server.app.db)
    }
    return key
  }

  const makingWith = (key: string) => async (path: string, body: unknown) => {
    const { status, text, body: record } = await wire.send('POST', path, { key, body })
    if (status !== 201 && status !== 202) throw new Error(`The world could not be built: ${path} answered ${text}`)
    return record.id as string
  }

  /** The kept records with a sealing key and a release of their own: nothing else of them is used up. */
  async function sealed(person: Person, livemode: boolean): Promise<Records> {
    const records = kept.get(`${person}|${livemode}`)!
    const made = makingWith(await keyOf(person, livemode, ['*'], 'valid'))
    const [sealingKey, release] = await released(made, records.value, records.endpoint)
    return { ...records, sealingKey, release }
  }

  /** The kept records with a closed identity of its own. */
  async function closed(person: Person, livemode: boolean): Promise<Records> {
    const made = makingWith(await keyOf(person, livemode, ['*'], 'valid'))
    const identity = await made('/v1/identities', { type: 'user' })
    await sql`update identity set status = 'closed' where id = ${decodeId('identity', identity)}`.execute(server.app.db)
    return { ...kept.get(`${person}|${livemode}`)!, identity }
  }

  async function build(person: Person, livemode: boolean, isKept: boolean, at: string): Promise<Records> {
    const key = await keyOf(person, livemode, ['*'], 'valid')
    const made = makingWith(key)
    const { consumer } = await server.key({ consumer: person, livemode })
    const { consumer: grantee } = await server.key({ consumer: next[person], livemode })
    const value = freshName()
    const identity = await made('/v1/identities', { type: 'user' })
    const alias = await made('/v1/aliases', { identity, type: 'username', value, privacy_level: 'public' })
    const endpoint = await made('/v1/endpoints', {
      identity,
      type: 'crypto_wallet',
      address: wallet,
      privacy_level: 'public',
      release: 'public',
    })
    // A record that an operation changes has what the operation's name names, and no more.
    const isAbout = (noun: RegExp) => isKept || noun.test(at)
    const grant = isAbout(/consent|grant/i)
      ? await made('/v1/consent_grants', { identity, consumer: grantee, covers: { all: true } })
      : ''
    const apiKey = isAbout(/key/i) ? await made('/v1/api_keys', { scopes: ['keys:write'] }) : ''
    const payeeName = isAbout(/payee_?name/i)
      ? await made(`/v1/identities/${identity}/payee_names`, { kind: 'legal', name: 'John Smith' })
      : ''
    const request = isAbout(/request/i) ? await requested(person, livemode, value) : ''
    const disclosure = isKept ? await disclosed(key, identity, value) : ''
    const [webhook, delivery] = isAbout(/webhook/i) ? await hook(key) : ['', '']
    const [claim, claimed] = isAbout(/claim/i) ? await claims(person, livemode, identity, made) : ['', '']
    const [address, challenge] = isAbout(/challenge/i) ? await challenged(identity, made) : ['', '']
    const [sealingKey, release] = isKept ? await released(made, value, endpoint) : ['', '']
    if (isKept) keptKeys.push(sealingKey)
    const event = isKept ? await eventOf(identity) : ''
    const registered = { consumer, identity, alias, value, endpoint, grant, grantee, apiKey, request, disclosure }
    return {
      ...registered,
      payeeName,
      sealingKey,
      release,
      address,
      challenge,
      claim,
      claimed,
      webhook,
      delivery,
      event,
      entry: event && encodeId('auditEntry', decodeId('event', event)!),
    }
  }

  /** A claim by the person, and one by the next of a number of the person's. */
  async function claims(
    person: Person,
    livemode: boolean,
    identity: string,
    made: (path: string, body: unknown) => Promise<string>,
  ): Promise<[string, string]> {
    const own = await server.key({ consumer: person, livemode })
    const other = await server.key({ consumer: next[person], livemode })
    const value = freshNumber()
    const alias = await made('/v1/aliases', { identity, type: 'phone', value })
    const key = await keyOf(next[person], livemode, ['*'], 'valid')
    const theirs = (await wire.send('POST', '/v1/identities', { key, body: { type: 'user' } })).body.id
    return [
      await writeClaim(server, { claimer: { ...own, identity }, value: freshNumber(), livemode }),
      await writeClaim(server, { claimer: { ...other, identity: theirs }, value, alias, livemode }),
    ]
  }

  /** A sealing key without its wait, and a release to it. Five are the most: those that cells used up make room. */
  async function released(
    made: (path: string, body: unknown) => Promise<string>,
    value: string,
    endpoint: string,
  ): Promise<[string, string]> {
    const kept = keptKeys.map((id) => decodeId('sealingKey', id))
    const { db } = server.app
    await sql`update sealing_key set removed_at = now() - interval '2 days'
      where created_at < now() and not id = any(${kept}::uuid[])`.execute(db)
    const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
    const sealingKey = await made('/v1/sealing_keys', { jwk: { kty: 'OKP', crv: 'X25519', x } })
    await sql`update sealing_key set usable_at = now() where id = ${decodeId('sealingKey', sealingKey)}`.execute(db)
    const body = { type: 'username', value, endpoint, sealing_key: sealingKey }
    return [sealingKey, await made('/v1/releases', body)]
  }

  /** An e-mail address, and a challenge for it. */
  async function challenged(
    identity: string,
    made: (path: string, body: unknown) => Promise<string>,
  ): Promise<[string, string]> {
    const address = await made('/v1/aliases', { identity, type: 'email', value: `${freshName()}@mail.example` })
    return [address, await made(`/v1/aliases/${address}/challenges`, { method: 'email_code' })]
  }

  /** A webhook that nothing but its test is sent to, and that test's delivery. */
  async function hook(key: string): Promise<[string, string]> {
    const { body: webhook } = await wire.send('POST', '/v1/webhooks', {
      key,
      body: { url: 'https://127.0.0.1:8443/hook', enabled_events: ['webhook.disabled'] },
    })
    const { body: delivery } = await wire.send('POST', `/v1/webhooks/${webhook.id}/test`, { key })
    if (!webhook.id || !delivery.id)
      throw new Error(`The world could not be built: ${JSON.stringify([webhook, delivery])}`)
    return [webhook.id, delivery.id]
  }

  /** Reads the database: a list that lost its filter may fail, and that is the cells' to find. */
  async function eventOf(identity: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select id from event_body
      where type = 'identity.created' and body::jsonb -> 'data' ->> 'identity' = ${identity}`.execute(server.app.db)
    return encodeId('event', rows[0]!.id)
  }

  /** A request of the next person for this alias, matched. */
  async function requested(person: Person, livemode: boolean, value: string): Promise<string> {
    const key = await keyOf(next[person], livemode, ['*'], 'valid')
    const { body } = await wire.send('POST', '/v1/consent_requests', { key, body: { type: 'username', value } })
    await match(body.id)
    return body.id
  }

  /** Another lane's worker may have the request in hand. */
  async function match(request: string): Promise<void> {
    for (;;) {
      await matchOnce(server.app.db, 500)
      const { rows } = await sql`
        select 1 from consent_request where id = ${decodeId('consentRequest', request)} and matched_at is not null`.execute(
        server.app.db,
      )
      if (rows.length > 0) return
    }
  }

  async function disclosed(key: string, identity: string, value: string): Promise<string> {
    await wire.send('POST', '/v1/resolve', { key, body: { type: 'username', value } })
    const { body } = await wire.send('GET', `/v1/identities/${identity}/disclosures`, { key })
    return body.data[0].id
  }

  for (const person of people) {
    for (const livemode of [false, true]) kept.set(`${person}|${livemode}`, await build(person, livemode, true, ''))
  }
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('migration', 'disclosure_record', 'value_budget', 'rate_bucket', 'node', 'usage_hour', 'usage_key_day', 'request_record')
    order by 1`.execute(server.app.db)

  return {
    records: (person, livemode) => kept.get(`${person}|${livemode}`)!,
    fresh(person, livemode, at) {
      if (/erase/i.test(at)) return closed(person, livemode)
      return /sealing|createRelease|\/releases/i.test(at)
        ? sealed(person, livemode)
        : build(person, livemode, false, at)
    },
    async key(person, livemode, scopes, state) {
      if (state === 'missing') return undefined
      if (state === 'unknown') return newApiKey(livemode)
      const key = await keyOf(person, livemode, scopes, state === 'malformed' ? 'valid' : state)
      return state === 'malformed' ? `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` : key
    },
    async fingerprint() {
      const parts = tables.map(
        ({ name }) => sql`select ${name} as name, count(*)::text || ' ' ||
          coalesce(md5(string_agg((to_jsonb(t) - 'last_used_at' - 'seals' - 'send_state')::text, '' order by (to_jsonb(t) - 'last_used_at' - 'seals' - 'send_state')::text)), '') as digest
          from ${sql.table(name)} t`,
      )
      const { rows } = await sql<{ name: string; digest: string }>`${sql.join(parts, sql` union all `)}`.execute(
        server.app.db,
      )
      return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
    },
  }
}

/** Ids that nothing has. */
export const absentRecords = (records: Records): Records => ({
  ...records,
  identity: encodeId('identity', randomUUID()),
  alias: encodeId('alias', randomUUID()),
  address: encodeId('alias', randomUUID()),
  challenge: encodeId('challenge', randomUUID()),
  claim: encodeId('claim', randomUUID()),
  claimed: encodeId('claim', randomUUID()),
  endpoint: encodeId('endpoint', randomUUID()),
  grant: encodeId('consentGrant', randomUUID()),
  apiKey: encodeId('apiKey', randomUUID()),
  request: encodeId('consentRequest', randomUUID()),
  disclosure: encodeId('disclosureRecord', randomUUID()),
  webhook: encodeId('webhook', randomUUID()),
  delivery: encodeId('delivery', randomUUID()),
  event: encodeId('event', randomUUID()),
})

/** The scope sets of a case: none, each alone, `*` among them, and all but those that open it. */
export function scopeSets(opens: readonly ScopeName[]): readonly (readonly ScopeName[])[] {
  return [
    [],
    ...allScopes.map((scope) => [scope]),
    allScopes.filter((scope) => scope !== '*' && !opens.includes(scope)),
  ]
}
