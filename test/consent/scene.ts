import { sql } from 'kysely'
import { decodeId } from '../../src/kernel/id.ts'
import { type Body, type Key, startTestServer } from '../support/server.ts'

/** One server, an owner and a payer, and the few things that the consent tests do over and over. */
export async function openScene() {
  const server = await startTestServer()
  const [owner, payer, stranger] = await Promise.all([
    server.key({ consumer: 'owner' }),
    server.key({ consumer: 'payer' }),
    server.key({ consumer: 'stranger' }),
  ])
  let made = 0
  const fresh = (name = 'name') => `${name}${++made}x${Math.random().toString(36).slice(2, 8)}`
  const runJob = (name: string): Promise<void> => server.app.jobs.find((job) => job.name === name)!.run()

  const post = async (path: string, body: unknown, { key }: Key = owner): Promise<Body> => {
    const answer = await server.send('POST', path, { key, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }

  return {
    server,
    owner,
    payer,
    stranger,
    post,
    fresh,
    runJob,
    match: () => runJob('match-consent-requests'),

    /** An identity with one username alias of this level and endpoints of these levels. */
    async register({
      level = 'consent_required',
      endpoints = [] as string[],
      key = owner,
      name = fresh(),
    } = {}): Promise<{ name: string; identity: string; alias: string; endpoints: string[] }> {
      const identity = await post('/v1/identities', { type: 'user' }, key)
      const alias = await post(
        '/v1/aliases',
        { identity: identity.id, type: 'username', value: name, privacy_level: level },
        key,
      )
      const ids: string[] = []
      for (const privacy_level of endpoints) {
        const body = { identity: identity.id, type: 'mobile_money', address: '+14155552671', privacy_level }
        ids.push((await post('/v1/endpoints', body, key)).id)
      }
      return { name, identity: identity.id, alias: alias.id, endpoints: ids }
    },

    /** Lets a request's seven days pass. */
    async lapse(request: string): Promise<void> {
      await sql`update consent_request set expires_at = now() - interval '1 second'
        where id = ${decodeId('consentRequest', request)}`.execute(server.app.db)
    },

    async events(type: string, about: string): Promise<{ audience: number; body: Body }[]> {
      const rows = await server.app.db
        .selectFrom('event')
        .innerJoin('event_body', 'event_body.id', 'event.id')
        .select(['body', 'grantee_id'])
        .where('event.type', '=', type)
        .where('body', 'like', `%${about}%`)
        .orderBy('event.created_at')
        .execute()
      return rows.map(({ body, grantee_id }) => ({ audience: grantee_id ? 2 : 1, body: JSON.parse(body) }))
    },

    async bulk(items: unknown[], { key }: Key = payer): Promise<Body[]> {
      return (await server.send('POST', '/v1/resolve/bulk', { key, body: { items } })).body.results
    },
    resolve: (alias: string, { key }: Key = payer) => server.send('POST', '/v1/resolve', { key, body: { alias } }),
    close: () => server.close(),
  }
}

export type Scene = Awaited<ReturnType<typeof openScene>>
