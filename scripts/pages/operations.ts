import { type Operation, openApiDocument } from '../openapi-document.ts'
import { graphqlAnchor } from './graphql.ts'
import { code, inText, table } from './reference-text.ts'

type Field = {
  type?: string | string[]
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: Field[]
  oneOf?: Field[]
  items?: Field
  $ref?: string
  description?: string
  properties?: Record<string, Field>
  required?: string[]
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** A schema in a few words: `string`, `"user"`, `Identity`, `string[]`. */
function typeOf({ type, enum: values, const: value, anyOf, oneOf, items, $ref }: Field): string {
  if ($ref) return nameOf($ref)
  if (values) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (value !== undefined) return JSON.stringify(value)
  const several = anyOf ?? oneOf
  if (several) return [...new Set(several.map(typeOf))].join(' | ')
  if (items) return `(${typeOf(items)})[]`.replace(/^\((\w+)\)/, '$1')
  return [type ?? 'any'].flat().join(' | ')
}

const descriptionOf = ({ description, anyOf, items }: Field): string =>
  description ?? anyOf?.map(descriptionOf).find((text) => text !== '') ?? (items ? descriptionOf(items) : '')

type Described = { name: string; where: string; required: boolean; field: Field }

/** Inputs of a request: path, query and body. */
function fieldsOf({ parameters = [], requestBody }: Operation): Described[] {
  const given = parameters.map(({ name, in: where, schema, description, required }) => ({
    name,
    where,
    required: required === true,
    field: { ...schema, ...(description ? { description } : {}) } as Field,
  }))
  const body = requestBody?.content['application/json'].schema as Field | undefined
  const inBody = Object.entries(body?.properties ?? {}).map(([name, field]) => ({
    name,
    where: 'body',
    required: body?.required?.includes(name) === true,
    field,
  }))
  return [...given, ...inBody]
}

/** One piece of code for each alternative: a line breaks between them. */
const inWords = (type: string): string => type.split(' | ').map(code).join(' or ')

const fieldRow = ({ name, where, required, field }: Described): string[] => [
  code(name) + (required ? ', required' : ''),
  where,
  inWords(typeOf(field)),
  inText(descriptionOf(field)),
]

/** Successful response: the status, and the name of the record or of those of a list. */
function answerOf({ responses }: Operation): string {
  const [status, answer] = Object.entries(responses).find(([status]) => /^2/.test(status))!
  const { $ref, properties } = (answer.content?.['application/json'].schema ?? {}) as Field
  const listed = properties?.data?.items?.$ref
  if (listed) return `${status} with a list of ${code(nameOf(listed))}`
  return $ref ? `${status} with ${code(nameOf($ref))}` : status
}

/** The place of an operation in the reference, with a form to try it. */
const triedAt = (tag: string, verb: string, path: string): string =>
  `../../web/reference/#tag/${tag.replaceAll('_', '-')}/${verb}${encodeURI(path)}`

export const operationHeading = ({ summary, operationId }: Operation): string => `${summary} (${code(operationId)})`

function section(path: string, verb: string, operation: Operation): string {
  const { description, 'x-graphql-field': field } = operation
  const upper = verb.toUpperCase()
  const links = `GraphQL: [${code(field.split('.')[1]!)}](graphql-reference.md#${graphqlAnchor(field)}). [Try it](${triedAt(operation.tags[0]!, upper, path)}).`
  return `### ${operationHeading(operation)}

${code(`${upper} ${path}`)}. ${inText(description)} Answers ${answerOf(operation)}. ${links}
${table(['Field', 'In', 'Type', ''], fieldsOf(operation).map(fieldRow))}`
}

/** The page of all operations: the content of the reference, for the docs and their search. */
export async function operationsPage(): Promise<string> {
  const { paths, tags } = await openApiDocument()
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ path, verb, operation })),
  )
  const groups = tags.map(({ name, description, 'x-displayName': title }) => {
    const sections = all.filter(({ operation }) => operation.tags[0] === name)
    const texts = sections.map(({ path, verb, operation }) => section(path, verb, operation))
    return `## ${title}\n\n${description}\n\n${texts.join('\n')}`
  })
  return `# REST reference

Made by \`npm run generate -- operations\` of the OpenAPI document. Each operation is named as the clients name its method. "Try it" leads to the
reference of the service that serves this page, which has examples and the shape of each answer; refusals are in [errors](errors.md), prices
in [limits](limits.md).

${groups.join('\n')}`
}
