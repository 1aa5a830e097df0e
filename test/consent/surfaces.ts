import { snakeName } from '../../src/kernel/camel.ts'
import type { Body, Json, TestServer } from '../support/server.ts'

/** A surface's answer: the record in REST's spelling, or the code of the error. */
export type Said = { code: string | null; record: Body }

export type Asked = { alias?: string; type?: string; value?: string; purpose?: string | null; wants?: string[] }
export type Approval = { covers?: Json; release?: string[]; expires_at?: number }

export type ConsentSurface = {
  ask(key: string, input: Asked): Promise<Said>
  read(key: string, id: string): Promise<Said>
  list(key: string, query: { direction?: string; limit?: number; starting_after?: string }): Promise<Said>
  approve(key: string, id: string, input?: Approval): Promise<Said>
  decline(key: string, id: string): Promise<Said>
}

const fields =
  'id livemode type value purpose wants status expiresAt createdAt grantId identityId aliasId consumerId updatedAt __typename'
const owned = ['identity', 'alias', 'consumer', 'updated']
const seconds = (at: string) => Math.floor(Date.parse(at) / 1000)

function recordOf(node: Body): Body {
  const { __typename, expiresAt, createdAt, updatedAt, grantId, identityId, aliasId, consumerId, ...rest } = node
  const record = {
    object: snakeName(__typename).slice(1),
    ...rest,
    ...{ grant: grantId, identity: identityId, alias: aliasId, consumer: consumerId },
    type: rest.type.toLowerCase(),
    wants: rest.wants.map((want: string) => want.toLowerCase()),
    status: rest.status.toLowerCase(),
    expires_at: seconds(expiresAt),
    created: seconds(createdAt),
    updated: updatedAt && seconds(updatedAt),
  }
  if (record.identity === null) for (const name of owned) delete record[name]
  return record
}

export function restConsent(server: TestServer): ConsentSurface {
  const say = async (method: string, path: string, key: string, body?: unknown): Promise<Said> => {
    const answer = await server.send(method, path, { key, body })
    return answer.status < 300
      ? { code: null, record: answer.body }
      : { code: answer.body.error.code, record: answer.body.error }
  }
  return {
    ask: (key, input) => say('POST', '/v1/consent_requests', key, input),
    read: (key, id) => say('GET', `/v1/consent_requests/${id}`, key),
    list: (key, query) =>
      say('GET', `/v1/consent_requests?${new URLSearchParams(query as Record<string, string>)}`, key),
    approve: (key, id, input) => say('POST', `/v1/consent_requests/${id}/approve`, key, input),
    decline: (key, id) => say('POST', `/v1/consent_requests/${id}/decline`, key),
  }
}

export function graphqlConsent(server: TestServer): ConsentSurface {
  const say = async (key: string, document: string, variables: Json, read: (data: Body) => Body): Promise<Said> => {
    const { body } = await server.graphql(key, document, variables)
    const [error] = body.errors ?? []
    if (error) return { code: error.extensions.code.toLowerCase(), record: error.extensions }
    const found = read(body.data)
    return found === null ? { code: 'resource_missing', record: null } : { code: null, record: found }
  }
  const one = (key: string, signature: string, call: string, variables: Json) =>
    say(key, `${signature} { it: ${call} { ${fields} } }`, variables, ({ it }) => it && recordOf(it))
  return {
    ask: (key, { type, wants, ...input }) =>
      one(key, 'mutation ($input: RequestConsentInput!)', 'requestConsent(input: $input)', {
        input: {
          ...input,
          ...(type && { type: type.toUpperCase() }),
          ...(wants && { wants: wants.map((want) => want.toUpperCase()) }),
        },
      }),
    read: (key, id) => one(key, 'query ($id: ID!)', 'consentRequest(id: $id)', { id }),
    list: (key, { direction, limit, starting_after }) =>
      say(
        key,
        `query ($direction: ConsentRequestDirection, $first: Int, $after: String) {
          it: consentRequests(direction: $direction, first: $first, after: $after) {
            edges { node { ${fields} } } pageInfo { hasNextPage }
          }
        }`,
        { direction: direction?.toUpperCase(), first: limit, after: starting_after },
        ({ it }) => ({
          object: 'list',
          has_more: it.pageInfo.hasNextPage,
          data: it.edges.map(({ node }: Body) => recordOf(node)),
        }),
      ),
    approve: (key, id, input) =>
      one(
        key,
        'mutation ($id: ID!, $input: ApproveConsentRequestInput)',
        'approveConsentRequest(id: $id, input: $input)',
        {
          id,
          ...(input && {
            input: {
              ...(input.covers && { covers: input.covers }),
              ...(input.release && { release: input.release }),
              ...(input.expires_at && { expiresAt: new Date(input.expires_at * 1000).toISOString() }),
            },
          }),
        },
      ),
    decline: (key, id) => one(key, 'mutation ($id: ID!)', 'declineConsentRequest(id: $id)', { id }),
  }
}
