import { type EventType, eventTypes } from '../../src/events/event-types.ts'
import { eventExamples } from '../../src/surfaces/rest/examples.ts'

const types = Object.keys(eventTypes) as EventType[]

const shapeText = (type: EventType): string =>
  `\`data\` holds ${Object.keys((eventTypes[type].data as { properties: object }).properties)
    .map((name) => `\`${name}\``)
    .join(', ')}.`

const section = (type: EventType): string => `### \`${type}\`

Sent when ${eventTypes[type].when}. ${shapeText(type)}

\`\`\`json
${JSON.stringify(eventExamples[type], null, 2)}
\`\`\`
`

/** The page of all event types, with recorded bodies. */
export const eventsPage = (): string => `# Events

Made by \`npm run generate -- events\` of \`src/events/event-types.ts\`. The bodies are those of a run.

A delivery's body is \`id\`, \`type\`, \`created\` (Unix seconds), \`livemode\` and \`data\`: ids and types, never personal data. Read the record for
the rest. How deliveries are signed, repeated and recovered is in [webhooks](../how-to/webhooks.md). \`GET /v1/event_types\` has the JSON Schema of each
\`data\`, the OpenAPI document each body under \`webhooks\`.

| Type | Sent when |
|---|---|
${types.map((type) => `| [\`${type}\`](#${type.replace('.', '')}) | ${eventTypes[type].when} |`).join('\n')}

## Each type

${types.map(section).join('\n')}`
