import Type from 'typebox'
import type { ConsumerName } from '../../access/consumers/names.ts'
import { type Definition, type Fields, restOf } from '../../kernel/record.ts'
import type { RequestContext } from '../request-context.ts'
import { nullable, text } from './schema-parts.ts'

/** Names that are shown with the id of a consumer. */
const consumerRecord = Type.Object(
  { id: text('apc_…'), name: nullable(text()), display_name: nullable(text('The display name')) },
  { description: "The consumer's name" },
)

/** By the record that refers to the consumer: read once for all records of an answer. */
const names = new WeakMap<object, ConsumerName>()

/** A record that refers to a consumer, by itself or in its owner's part. */
type Referring = { consumer: string } | { owned: { consumer: string } | null }

const consumerOf = (record: Referring): string | undefined =>
  'owned' in record ? record.owned?.consumer : record.consumer

const recordsOf = (result: unknown): Referring[] =>
  typeof result === 'object' && result !== null && 'edges' in result
    ? (result.edges as { node: Referring }[]).map(({ node }) => node)
    : [result as Referring]

/** Reads the names of the consumers in the records of an answer, in one statement. */
export async function readNames(result: unknown, { loaders }: RequestContext): Promise<void> {
  await Promise.all(
    recordsOf(result).map(async (record) => {
      const id = record && consumerOf(record)
      const found = id ? await loaders.consumer.load(id) : null
      if (found) names.set(record, found)
    }),
  )
}

/** The name that was read for a record. */
function nameBeside(record: object): { id: string; name: string | null; display_name: string | null } | null {
  const found = names.get(record)
  return found ? { id: found.id, name: found.name, display_name: found.displayName } : null
}

const beside = { behind: 'consumer', name: 'consumer_record', schema: nullable(consumerRecord), show: nameBeside }

/** The schema and view of a record that refers to a consumer, whose name follows its id, and the reader of the name. */
export const restWithNames = <F extends Fields>(definition: Definition<F>) => ({
  ...restOf(definition, { beside }),
  reads: readNames,
})
