import { exampleOf } from './examples.ts'
import { openApiWebhooks } from './openapi-webhooks.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { curlOf, graphqlOf, typescriptOf } from './samples.ts'

type Document = { openapi: string; info: { description?: string }; paths?: Record<string, unknown> }

const samplesOf = (row: Route, url: string) => [
  { lang: 'Shell', label: 'curl', source: curlOf(row, url) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(row, url) },
  { lang: 'GraphQL', label: 'GraphQL', source: graphqlOf(row, url) },
]

type Operation = { responses: Record<string, { content: Record<string, { schema: object }> }> }

/** The responses with an example of the answer beside its schema. */
function withExample({ responses }: Operation, path: string): object {
  const [status, response] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
  const answer = response.content['application/json']!
  const examples = { answer: { value: exampleOf(answer.schema, path) } }
  return { ...responses, [status]: { ...response, content: { 'application/json': { ...answer, examples } } } }
}

const pathOf = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}')

/** The document for a host: it names that host, and its samples use it. */
export function servedDocument({ openapi, info, paths, ...rest }: Document, url: string): object {
  const described = paths as Record<string, Record<string, Operation>>
  const sampled: Record<string, Record<string, object>> = {}
  for (const row of routes) {
    const [path, verb] = [pathOf(row), row.verb.toLowerCase()]
    const found = described[path]![verb]!
    const responses = withExample(found, path)
    const operation = { ...found, responses, 'x-codeSamples': samplesOf(row, url) }
    sampled[path] = { ...sampled[path], [verb]: operation }
  }
  return {
    openapi,
    info: {
      ...info,
      description: `[Documentation](${url}/docs) · [every error](${url}/docs/errors) · [every event](${url}/docs/events)\n\n${info.description}`,
      contact: { name: 'The operator of this service', url: `${url}/docs` },
    },
    servers: [{ url, description: 'This service' }],
    externalDocs: { url: `${url}/docs`, description: 'Documentation: guides, limits, every error and every event' },
    ...rest,
    paths: sampled,
    webhooks: openApiWebhooks(),
  }
}
