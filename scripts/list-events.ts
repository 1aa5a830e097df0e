import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type EventType, eventTypes } from '../src/events/event-types.ts'

/** The same bodies where the OpenAPI document reads them: a package of the service holds nothing of scripts/. */
export const servedEventsFile = fileURLToPath(
  new URL('../src/surfaces/rest/generated/recorded-events.ts', import.meta.url),
)

export const eventsFile = fileURLToPath(new URL('../docs/events.md', import.meta.url))

/** A body of each type, as a run sent it: `RECORD_EVENTS=1 vitest run test/webhooks/emissions.test.ts` records them. */
export const recordedEvents = JSON.parse(
  readFileSync(new URL('recorded-events.json', import.meta.url), 'utf8'),
) as Record<EventType, object>

const types = Object.keys(eventTypes) as EventType[]

const shapeText = (type: EventType): string =>
  `\`data\` holds ${Object.keys((eventTypes[type].data as { properties: object }).properties)
    .map((name) => `\`${name}\``)
    .join(', ')}.`

const section = (type: EventType): string => `### \`${type}\`

Sent when ${eventTypes[type].when}. ${shapeText(type)}

\`\`\`json
${JSON.stringify(recordedEvents[type], null, 2)}
\`\`\`
`

/** The page of all event types, with bodies that a run of the service has sent. */
export const eventsPage = (): string => `# Events

Made by \`npm run generate -- events\` of \`src/events/event-types.ts\`. The bodies are those of a run.

A delivery's body is \`id\`, \`type\`, \`created\` (Unix seconds), \`livemode\` and \`data\`: ids and types, never personal data. Read the record for
the rest. How deliveries are signed, repeated and recovered is in [webhooks](webhooks.md). \`GET /v1/event_types\` has the JSON Schema of each
\`data\`, the OpenAPI document each body under \`webhooks\`.

| Type | Sent when |
|---|---|
${types.map((type) => `| [\`${type}\`](#${type.replace('.', '')}) | ${eventTypes[type].when} |`).join('\n')}

## Each type

${types.map(section).join('\n')}`

/** A module of the recorded bodies. */
export const servedEvents =
  (): string => `// Made by \`npm run generate -- events\` of scripts/recorded-events.json: a body of each type, as a run sent it.

export const recordedEvents: Readonly<Record<string, object>> = ${JSON.stringify(recordedEvents, null, 2)}
`

if (import.meta.main) {
  writeFileSync(eventsFile, eventsPage())
  writeFileSync(servedEventsFile, servedEvents())
}
