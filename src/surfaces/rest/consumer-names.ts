import Type from 'typebox'
import type { ConsumerName } from '../../access/consumers/names.ts'
import type { Beside } from '../../kernel/record.ts'
import type { RequestContext } from '../request-context.ts'
import { nullable, text } from './schema-parts.ts'

/** Names that are shown with the id of a consumer. */
const consumerRecord = Type.Object(
  { id: text('apc_…'), name: nullable(text()), display_name: nullable(text('The display name')) },
  { description: "The consumer's name" },
)

/** By the record that refers to the consumer: read once for all records of an answer. */
const names = new WeakMap<object, ConsumerName>()

type Named<R> = (record: R) => string | null | undefined

const recordsOf = <R>(result: unknown): R[] =>
  typeof result === 'object' && result !== null && 'edges' in result
    ? (result.edges as { node: R }[]).map(({ node }) => node)
    : [result as R]

/** Reads the names of the consumers in the records of an answer, in one statement. */
export const readingNames =
  <R extends object>(idOf: Named<R>) =>
  async (result: unknown, { loaders }: RequestContext): Promise<void> => {
    await Promise.all(
      recordsOf<R>(result).map(async (record) => {
        const id = record && idOf(record)
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

/** The name of a consumer after its id, in every record that refers to one. */
export const besideConsumer: Beside = {
  behind: 'consumer',
  name: 'consumer_record',
  schema: nullable(consumerRecord),
  show: nameBeside,
}
