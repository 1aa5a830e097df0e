import { recordedAnswers } from './generated/recorded-answers.ts'
import { openApiWebhooks } from './openapi-webhooks.ts'
import { operationIdOf } from './operation-ids.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { curlOf } from './samples.ts'
import { graphqlOf } from './samples-graphql.ts'
import { typescriptOf } from './samples-typescript.ts'

type Document = { openapi: string; info: { description?: string }; paths?: Record<string, unknown> }

const samplesOf = (row: Route, url: string) => [
  { lang: 'Shell', label: 'curl', source: curlOf(row, url) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(row, url) },
  { lang: 'GraphQL', label: 'GraphQL', source: graphqlOf(row, url) },
]

type Operation = { responses: Record<string, { content: Record<string, object> }> }

/** The responses, with the answer of a run beside the schema of the one that it had. */
function withAnswer({ responses }: Operation, operationId: string): Operation['responses'] {
  const { status, body } = recordedAnswers[operationId] ?? {}
  const response = status === undefined ? undefined : responses[status]
  if (!response) return responses
  const examples = { recorded: { summary: 'The answer of a run, three records of a list', value: body } }
  const content = { 'application/json': { ...response.content['application/json'], examples } }
  return { ...responses, [status!]: { ...response, content } }
}

const pathOf = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}')

/** The document as a host serves it: it names that host, and its samples ask it. */
export function servedDocument({ openapi, info, paths, ...rest }: Document, url: string): object {
  const described = paths as Record<string, Record<string, Operation>>
  const sampled: Record<string, Record<string, object>> = {}
  for (const row of routes) {
    const [path, verb] = [pathOf(row), row.verb.toLowerCase()]
    const found = described[path]![verb]!
    const responses = withAnswer(found, operationIdOf(row, routes))
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
