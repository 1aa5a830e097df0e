import {
  type Answer,
  forTests,
  type Json,
  type Key,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from './server.ts'

export const evmAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
export const iban = 'DE89370400440532013000'

/** The fields of an identity whose settings nobody changed and whose erasure nobody requested. */
export const unsetOfIdentity = {
  payee_checks: 'on',
  close_match: 'on',
  declared_match: 'on',
  destination_checks: 'on',
  external_reference: null,
  metadata: {},
  erasing: false,
  erased_at: null,
}

const made = ({ status, text, body }: Answer) => {
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${text}`)
  return body
}

let counter = 0
/** A name that nothing else of the file is or looks like: no 0 and no 1 in it. */
export function freshName(stem = 'person'): string {
  const digits = (counter++).toString(8).replaceAll('0', '8').replaceAll('1', '9')
  return `${stem}.${digits}`
}

/** Makes records over REST, for tests whose subject is something else. Each answers the record. */
export function registryOf(server: TestServer, owner: Pick<Key, 'key'>) {
  const send = (method: string, path: string, body?: Json) => server.send(method, path, { key: owner.key, body })
  const post = async (path: string, body: Json) => made(await send('POST', path, body))
  return {
    identity: (fields: Json = {}) => post('/v1/identities', { type: 'user', ...fields }),
    username: (identity: string, value = freshName(), fields: Json = {}) =>
      post('/v1/aliases', { identity, type: 'username', value, privacy_level: 'public', ...fields }),
    alias: (identity: string, type: string, value: string, fields: Json = {}) =>
      post('/v1/aliases', { identity, type, value, privacy_level: 'public', ...fields }),
    wallet: (identity: string, fields: Json = {}) =>
      post('/v1/endpoints', {
        identity,
        type: 'crypto_wallet',
        address: evmAddress,
        privacy_level: 'public',
        ...fields,
      }),
    account: (identity: string, fields: Json = {}) =>
      post('/v1/endpoints', { identity, type: 'bank_account', address: iban, privacy_level: 'public', ...fields }),
    grant: (identity: string, consumer: string, fields: Json = {}) =>
      post('/v1/consent_grants', { identity, consumer, covers: { all: true }, ...fields }),
    get: async (path: string) => (await send('GET', path)).body,
    patch: (path: string, body: Json) => send('PATCH', path, body),
    remove: (path: string) => send('DELETE', path),
    resolve: (alias: string) => send('POST', '/v1/resolve', { alias }),
  }
}

export type Registry = ReturnType<typeof registryOf>

/** A server for the tests of a file, the key of an owner, and what makes its records. */
export function registryForTests(options?: TestServerOptions) {
  const server = forTests(() => startTestServer(options))
  const owner = forTests(() => server.key())
  return { server, owner, mine: registryOf(server, owner) }
}

/** Runs SQL whose text a test builds; `server.query` takes a statement with its values in place. */
export async function query<R extends Json = Json>(
  server: TestServer,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await server.app.pool.query(text, values)).rows as R[]
}

/** Lets days pass for one alias and its reservation: the database's clock is what counts. */
export const letDaysPass = (server: TestServer, value: string, days: number) =>
  query(
    server,
    `with a as (update alias set available_at = available_at - $2 * interval '1 day' where value = $1 returning id)
     update alias_reservation set available_at = available_at - $2 * interval '1 day' where alias_id in (select id from a)`,
    [value, days],
  )

/** The types and data of a consumer's events in the order in which they were recorded. */
export async function eventsOf(server: TestServer, consumerId: string): Promise<{ type: string; data: Json }[]> {
  const rows = await query<{ body: string }>(
    server,
    `select b.body from event e join event_body b using (id, created_at) where e.consumer_id = $1
     order by e.created_at, e.ctid`,
    [consumerId],
  )
  return rows.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return { type, data }
  })
}

/** An error envelope without its request id and the address of its page. */
export const failure = ({ body }: Answer) => {
  const { request_id, doc_url, ...rest } = body.error
  return rest
}
