import { disclosedName, endpointTypeTable } from '../../src/registry/endpoints/types/table.ts'
import type { Body, Json } from './server.ts'
import type { Wire } from './wire.ts'

/*
 * The same look-ups over every surface, each answer in one form: so that surfaces can be held against each other, and
 * one process against another.
 */

/** Payment filters that each alias is resolved with. */
export const payments: readonly (Json | undefined)[] = [
  undefined,
  { asset: 'usd', amount: 7 },
  { rail: 'sct', asset: 'EUR', amount: 30 },
]

/** Removes nulls and what differs per request. */
function plain(value: Body): Body {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const rest = Object.entries(value).filter(([name, held]) => held !== null && !/^(requestId|request_id)$/.test(name))
  return Object.fromEntries(
    rest.map(([name, held]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), plain(held)]),
  )
}

/** An entry of any surface: what it shows, or the code of why it shows nothing. */
function shownOf(entry: Body, code?: string): Body {
  const identity = entry?.identity ?? entry?.identityId
  if (!identity) return (code ?? entry?.error?.code ?? 'alias_not_found').toLowerCase()
  const { alias: _, status: _status, identity_id: _id, matched_alias: matched, assurance, ...rest } = plain(entry)
  return {
    ...rest,
    identity,
    endpoints: rest.endpoints.map((endpoint: Body) => ({ ...endpoint, type: endpoint.type.toLowerCase() })),
    type: rest.type.toLowerCase(),
    matched_alias: { ...matched, type: matched.type.toLowerCase() },
    ...(assurance && {
      assurance: {
        ...assurance,
        alias: { ...assurance.alias, verification: assurance.alias.verification.toLowerCase() },
        changed: assurance.changed.map(({ endpoint_id, ...change }: Body) => ({
          ...change,
          ...(endpoint_id && { endpoint: endpoint_id }),
        })),
      },
    }),
  }
}

const fields = `identityId type matchedAlias { type value } disclosure { consumer totalEndpoints disclosed visible } livemode
  assurance { alias { verification days transferred } identity { days } changed { endpointId payeeNames days } }`
const disclosedFields = Object.entries(endpointTypeTable).map(
  ([type, { discloses }]) => `... on ${disclosedName(type)} { ${discloses.join(' ')} }`,
)
const endpointFields = `id type capabilities { asset network rail } ${disclosedFields.join(' ')}`

type Asked = { alias: string; payment: Json | undefined }
/** Answers of each surface to each question. */
export type Said = Record<string, Body[]>

const withPayment = ({ alias, payment }: Asked) => ({ alias, ...(payment && { for: payment }) })

async function overRest({ send }: Wire, key: string, asked: readonly Asked[]): Promise<Said> {
  const include = ['assurance']
  const single = asked.map(async (one) => {
    const { body } = await send('POST', '/v1/resolve', { key, body: { ...withPayment(one), include } })
    return shownOf(body, body.error?.code)
  })
  const bulk = await send('POST', '/v1/resolve/bulk', { key, body: { items: asked.map(withPayment), include } })
  const { results = [], livemode, error } = bulk.body
  return {
    rest: await Promise.all(single),
    bulk: asked.map((_, index) => shownOf(results[index] && { ...results[index], livemode }, error?.code)),
  }
}

const codeOf = ({ errors }: Body, name: string): string | undefined =>
  (errors ?? []).find(({ path }: Body) => path === undefined || path[0] === name)?.extensions.code

async function overGraphql({ send }: Wire, key: string, asked: readonly Asked[]): Promise<Said> {
  const ask = async (query: string, variables: Json) =>
    (await send('POST', '/graphql', { key, body: { query, variables } })).body
  const single = asked.map(async ({ alias, payment }) => {
    const body = await ask(
      `query ($alias: String!, $for: PaymentContextInput) {
        found: resolve(input: { alias: $alias }) { ${fields} endpoints(for: $for) { ${endpointFields} } }
      }`,
      { alias, for: payment },
    )
    return shownOf(body.data?.found, codeOf(body, 'found'))
  })
  const bulk = await ask(
    `query ($items: [ResolveInput!]!) {
      found: resolveBulk(items: $items) { ${fields} endpoints { ${endpointFields} } error { code } }
    }`,
    { items: asked.map(withPayment) },
  )
  const entities = payments.map(async (payment) => {
    const body = await ask(
      `query ($all: [_Any!]!, $for: PaymentContextInput) {
        found: _entities(representations: $all) { ... on Resolution { ${fields} endpoints(for: $for) { ${endpointFields} } } }
      }`,
      {
        all: asked.filter((one) => one.payment === payment).map(({ alias }) => ({ __typename: 'Resolution', alias })),
        for: payment,
      },
    )
    return asked
      .filter((one) => one.payment === payment)
      .map((_, index) => shownOf(body.data?.found?.[index], codeOf(body, 'found')))
  })
  const byPayment = await Promise.all(entities)
  const at = new Map(payments.map((payment, index) => [payment, byPayment[index]!.values()]))
  return {
    graphql: await Promise.all(single),
    graphqlBulk: asked.map((_, index) => shownOf(bulk.data?.found?.[index], codeOf(bulk, 'found'))),
    entities: asked.map(({ payment }) => at.get(payment)!.next().value),
  }
}

/** A machine that is busy with other suites refuses for a while, which says nothing of what is asked. */
const isBusy = (said: Said): boolean =>
  Object.values(said)
    .flat()
    .some((answer) => /^(service_unavailable|overloaded)$/.test(String(answer)))

/** Every alias with every payment, over every surface at once. */
export async function lookUp(wire: Wire, key: string, aliases: readonly string[]): Promise<Said> {
  const asked = aliases.flatMap((alias) => payments.map((payment) => ({ alias, payment })))
  for (let attempt = 1; ; attempt++) {
    const [rest, graphql] = await Promise.all([overRest(wire, key, asked), overGraphql(wire, key, asked)])
    const said = { ...rest, ...graphql }
    if (!isBusy(said)) return said
    if (attempt === 20) throw new Error('The service is busy, and stays so.')
  }
}
