import { readFileSync } from 'node:fs'
import type { EventType } from '../../events/event-types.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schema/examples/${name}.json`, import.meta.url), 'utf8'))

/**
 * A recorded example of each component of the OpenAPI document. `RECORD_ANSWERS=1 npx vitest run
 * test/surfaces/rest/samples.test.ts` records them.
 */
export const recordExamples: Readonly<Record<string, object>> = read('records')

/**
 * A recorded body of each event type: `RECORD_EVENTS=1 npx vitest run test/webhooks/emissions.test.ts` records them.
 */
export const eventExamples: Readonly<Record<EventType, object>> = read('events')

type Answer = { $ref?: string; properties?: { data?: { items?: { $ref?: string } } } }

/** The component of an answer, or of its records if it is a list. */
export const componentOf = ({ $ref, properties }: Answer): string =>
  ($ref ?? properties!.data!.items!.$ref!).split('/').at(-1)!

/** An example of an answer: its record, or a list of one. */
export function exampleOf(answer: Answer, path: string): object {
  const example = recordExamples[componentOf(answer)]!
  return answer.$ref ? example : { object: 'list', url: path, has_more: false, data: [example] }
}
