import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { openApiDocument } from '../../scripts/openapi-document.ts'

type Script = { listen: 'prerequest' | 'test'; script: { type: string; exec: string[] } }
type Item = {
  id: string
  name: string
  request: {
    method: string
    url: { path: string[]; query: { value: string }[]; variable: { key: string; value: string }[] }
    header: { key: string }[]
    body: { raw?: string }
    auth: object | null
  }
  response: unknown[]
  event: Script[]
}
type Folder = { id: string; name: string; item: Item[] }
type Converted = { item: Folder[]; info: { _postman_id: string; name: string; schema: string; description: object } }

export const collectionFile = fileURLToPath(new URL('signpost.postman_collection.json', import.meta.url))

const bearer = (variable: string) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
})
const event = (listen: Script['listen'], exec: string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec },
})
/** The same for the same name, every time. */
const idOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')

const variableOf: Record<string, string> = {
  identities: 'identity',
  aliases: 'alias',
  endpoints: 'endpoint',
  consent_grants: 'consent_grant',
  consent_requests: 'consent_request',
  challenges: 'challenge',
  payee_names: 'payee_name',
  claims: 'claim',
  sealing_keys: 'sealing_key',
  releases: 'release',
  api_keys: 'api_key',
  webhooks: 'webhook',
  events: 'event',
  audit: 'audit_entry',
}

/** The file of `scripts` that runs before a request. */
const before: Record<string, string> = {
  'POST /v1/identities': 'new-handle',
  'POST /v1/aliases/:id/challenges': 'new-address',
  'POST /v1/consent_grants': 'grantee',
  'GET /v1/consent_requests/:id': 'await-match',
  'POST /v1/webhooks/:id/recover': 'an-hour-ago',
  'GET /v1/releases/:id': 'any-release',
  'POST /v1/sandbox/reset': 'own-consumer',
}
/** The file of `scripts` that checks an answer, where success is not expected. */
const after: Record<string, string> = {
  'POST /v1/identities/:id/erase': 'still-open',
  'POST /v1/consent_requests/:id/decline': 'after-approval',
  'POST /v1/claims/:id/confirm': 'other-side',
  'POST /v1/claims/:id/refuse': 'other-side',
  'POST /v1/claims/:id/contest': 'other-side',
  'POST /v1/releases': 'not-granted',
  'GET /v1/releases/:id': 'nothing-released',
}

const script = (name: string): string[] =>
  readFileSync(new URL(`scripts/${name}.js`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

const routeOf = ({ method, url }: Item['request']) => `${method} /${url.path.join('/')}`

/** The body's example, its ids and names taken from what the requests before have made. */
const withVariables = (raw: string): string =>
  raw
    .replace(/"idn_\w+"/g, '"{{identity}}"')
    .replace(/"als_\w+"/g, '"{{alias}}"')
    .replace(/"apc_\w+"/g, '"{{consumer}}"')
    .replace(/"end_\w+"/g, '"{{endpoint}}"')
    .replace(/"slk_\w+"/g, '"{{sealing_key}}"')
    .replace(/"@bob"/gi, '"@{{handle}}"')
    .replace(/"https:\/\/hooks[^"]*"/, '"{{webhookUrl}}"')
    .replace(/("since": )\d+/, '$1{{since}}')

function refine(item: Item, status: string): Item {
  const { request } = item
  const route = routeOf(request)
  for (const param of request.url.variable) {
    const isOfAddress = route === 'POST /v1/aliases/:id/challenges'
    const own = isOfAddress ? 'address' : variableOf[request.url.path[1]!]
    param.value = `{{${param.key === 'id' ? own : 'webhook_delivery'}}}`
  }
  // The converter makes up a value, another one each time.
  for (const param of request.url.query) param.value = ''
  return {
    ...item,
    id: idOf(route),
    request: {
      ...request,
      header: request.header.filter(({ key }) => key !== 'idempotency-key'),
      body: request.body.raw ? { ...request.body, raw: withVariables(request.body.raw) } : request.body,
      auth: route === 'POST /v1/consent_requests' ? bearer('otherApiKey') : null,
    },
    response: [],
    event: [
      ...(before[route] ? [event('prerequest', script(before[route]))] : []),
      event(
        'test',
        after[route] ? script(after[route]) : [`pm.test('${status}', () => pm.response.to.have.status(${status}))`],
      ),
    ],
  }
}

/** The collection: the document's folders, what removes records last, so that it runs from the first request to the end. */
export async function collection(): Promise<object> {
  const document = await openApiDocument()
  const statusOf = ({ method, url }: Item['request']): string => {
    const path = `/${url.path.map((step) => step.replace(/^:(.*)/, '{$1}')).join('/')}`
    return Object.keys(document.paths[path]![method.toLowerCase()]!.responses).find((code) => code.startsWith('2'))!
  }
  const converted = await convert(document)
  const folders = converted.item.map((folder) => ({
    ...folder,
    id: idOf(folder.name),
    item: folder.item.map((item) => refine(item, statusOf(item.request))),
  }))
  const isReset = ({ request }: Item) => routeOf(request) === 'POST /v1/sandbox/reset'
  const isRemoval = (item: Item) => item.request.method === 'DELETE' || isReset(item)
  const removals = folders.flatMap(({ item }) => item.filter(isRemoval))
  return {
    info: { ...converted.info, _postman_id: idOf('signpost') },
    auth: bearer('apiKey'),
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:4000' },
      { key: 'apiKey', value: '' },
      { key: 'otherApiKey', value: '' },
      { key: 'webhookUrl', value: 'https://hooks.example.com/signpost' },
    ],
    event: [event('test', script('every'))],
    item: [
      ...folders.map((folder) => ({ ...folder, item: folder.item.filter((item) => !isRemoval(item)) })),
      {
        id: idOf('removals'),
        name: 'removals',
        item: removals.toSorted((a, b) => Number(isReset(a)) - Number(isReset(b))),
      },
    ],
  }
}

const options = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  schemaFaker: false,
  enableOptionalParameters: false,
  alwaysInheritAuthentication: true,
}

function convert(document: object): Promise<Converted> {
  const { convertV2 } = createRequire(import.meta.url)('openapi-to-postmanv2')
  const data = JSON.parse(JSON.stringify(document))
  return new Promise((resolve, reject) =>
    convertV2(
      { type: 'json', data },
      options,
      (error: unknown, done: { output: { data: Converted }[]; reason: string }) =>
        error || !done.output ? reject(error ?? new Error(done.reason)) : resolve(done.output[0]!.data),
    ),
  )
}

if (import.meta.main) writeFileSync(collectionFile, `${JSON.stringify(await collection(), null, 2)}\n`)
