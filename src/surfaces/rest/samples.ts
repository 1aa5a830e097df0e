import { operationIdOf } from './operation.ts'
import type { Route } from './route.ts'
import { nouns, routes } from './routes.ts'

const environment = (name: string): string => `process.env.${name}!`

/** A value in TypeScript; a marked variable becomes one of the environment. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/"\$([A-Z_]+)"/g, (_, name: string) => environment(name))
    .replace(/^(\s*)"(\w+)":/gm, '$1$2:')

/** The route as a complete call of the client. */
export function typescriptOf(row: Route, url: string): string {
  const ids = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => environment(variableOf(row.path, name!)))
  const args = [...ids, ...(row.example ? [literal(marked(row.example))] : [])]
  return `import { createSignpost } from '@signpost/client'

const signpost = createSignpost({ apiKey: ${environment('KEY')}, baseUrl: '${url}' })
const answer = await signpost.${operationIdOf(row, routes)}(${args.join(', ')})`
}

const variables: Record<string, string> = Object.assign({}, ...nouns.map((noun) => noun.variables))

/** The variable of the shell for a parameter of a path. */
export const variableOf = (path: string, name: string): string => variables[name] ?? variables[path.split('/')[2]!]!

const pathOf = (path: string): string => path.replace(/:(\w+)/g, (_, name: string) => `$${variableOf(path, name)}`)

/** An example with marked variables instead of ids. */
export const marked = (example: object): object =>
  JSON.parse(
    JSON.stringify(example)
      .replace(/"([a-z]{3})_\w{26}"/g, (_, prefix: string) => `"$${variables[prefix]}"`)
      .replace(/"url":"[^"]+"/, '"url":"$WEBHOOK_URL"'),
  )

/** A body between single quotes, which are closed around each variable. */
function bodyOf(example: object): string {
  const body = JSON.stringify(example)
    .replace(/"([a-z]{3})_\w{26}"/g, (_, prefix: string) => `"'$${variables[prefix]}'"`)
    // Use a URL that resolves: the service refuses any other.
    .replace(/"url":"[^"]+"/, `"url":"'$$WEBHOOK_URL'"`)
    // Recovery is limited to the last 14 days.
    .replace(/"since":\d+/, `"since":'$(($(date +%s) - 3600))'`)
  return `'${body}'`
}

/** The route as a command that runs unchanged, if `KEY` and the ids are set in the shell. */
export function curlOf({ verb, path, example }: Route, url: string): string {
  const isPlain = verb === 'GET' || (verb === 'POST' && example !== undefined)
  return [
    `curl -s ${url}${pathOf(path)}${isPlain ? '' : ` -X ${verb}`}`,
    '-H "Authorization: Bearer $KEY"',
    ...(example ? ["-H 'Content-Type: application/json'", `-d ${bodyOf(example)}`] : []),
  ].join(' \\\n  ')
}
