import Type from 'typebox'
import type { Metadata } from '../../registry/notes/rules.ts'
import { camel } from '../camel.ts'
import { nullable, text } from './schema-parts.ts'

/*
 * What owners note on their records, as REST has it. The keys of metadata are the owner's: they are spelled as they were
 * sent, and the use case judges them, so that no refusal repeats one.
 */

const metadata = Type.Unsafe<Record<string, unknown> | null>({
  anyOf: [{ type: 'object', description: 'At most 50 keys' }, { type: 'null' }],
  description: 'Merged into what is stored: a key with null is deleted, null deletes all',
})

/** The fields of bodies. */
export const noteFields = {
  external_reference: Type.Optional(nullable(text('Your own id of it, at most 200 characters'))),
  metadata: Type.Optional(metadata),
}

/** The fields of records. */
export const notedFields = {
  external_reference: nullable(text('Your own id of it')),
  metadata: Type.Unsafe<Metadata>({ type: 'object', additionalProperties: { type: 'string' } }),
}

export const notesView = ({
  externalReference,
  metadata,
}: {
  externalReference: string | null
  metadata: Metadata
}) => ({
  external_reference: externalReference,
  metadata,
})

/** A body in camelCase but for its metadata. */
export function camelNoted<B extends { metadata?: unknown }>({ metadata, ...body }: B) {
  return { ...camel(body), ...(metadata === undefined ? {} : { metadata }) }
}
