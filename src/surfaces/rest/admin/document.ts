import Type, { type TSchema } from 'typebox'
import { defaultLimit, maximumLimit } from '../../../kernel/page.ts'
import { version } from '../../../kernel/version.ts'
import { operationIdOf } from '../operation.ts'
import { errorEnvelope, text } from '../schema-parts.ts'
import { type AdminRoute, adminRoutes, takesKey } from './routes.ts'

const json = (schema: TSchema) => ({ content: { 'application/json': { schema } } })

const limit = Type.Integer({ minimum: 1, maximum: maximumLimit, default: defaultLimit })
const paging = [
  { name: 'limit', in: 'query', schema: limit },
  { name: 'starting_after', in: 'query', schema: text('An id: the page after it') },
]

const parametersOf = (row: AdminRoute) => [
  ...(row.path.includes(':id') ? [{ name: 'id', in: 'path', required: true, schema: Type.String() }] : []),
  ...(row.isList ? paging : []),
  ...(takesKey(row)
    ? [{ name: 'Idempotency-Key', in: 'header', schema: Type.String({ minLength: 1, maxLength: 255 }) }]
    : []),
]

const tags = {
  consumers: 'Tenants of the service',
  keys: 'The API keys of tenants',
  renormalize: 'Stored aliases',
  payee_names: "Payees' names that the operator has verified",
  sealing_keys: "Payers' keys, which addresses are sealed to",
}
type Tag = keyof typeof tags

/** The noun of the path; the keys of a consumer are keys too. */
const tagOf = ({ path }: AdminRoute): Tag => (path.includes('/keys') ? 'keys' : (path.split('/')[3] as Tag))

const descriptionOf = (row: AdminRoute): string =>
  `Any token of ADMIN_TOKEN_FILE.${takesKey(row) ? ' Sent again with its `Idempotency-Key`, it happens once.' : ''}`

const operationOf = (row: AdminRoute) => ({
  operationId: operationIdOf(row, adminRoutes),
  summary: row.summary,
  description: descriptionOf(row),
  tags: [tagOf(row)],
  parameters: parametersOf(row),
  ...(row.body ? { requestBody: { required: row.bodyOptional !== true, ...json(row.body) } } : {}),
  responses: {
    [row.status ?? 200]: { description: 'Done', ...json(row.answers) },
    '4XX': { description: 'Refused', ...json(errorEnvelope) },
    default: { description: 'Failed', ...json(errorEnvelope) },
  },
})

/** The OpenAPI 3.1 document of the admin interface: a separate file, made from the rows. */
export function adminDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of adminRoutes) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.verb.toLowerCase()]: operationOf(row) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signpost, admin interface',
      version,
      description:
        "Tenants, their keys and the operator's confirmations, for the operator alone. Each request has a token of ADMIN_TOKEN_FILE.",
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service' },
    },
    servers: [
      {
        url: 'http://{host}:{port}',
        description: 'The address of ADMIN_HOST and ADMIN_PORT',
        variables: { host: { default: '127.0.0.1' }, port: { default: '4001' } },
      },
    ],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ adminToken: [] }],
    components: { securitySchemes: { adminToken: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
