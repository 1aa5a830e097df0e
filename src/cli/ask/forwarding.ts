import { createSignpost } from '../../client/client.ts'
import { paint } from '../paint.ts'
import { chooseCredentials } from './credentials.ts'
import { followEvents } from './following.ts'
import { explain } from './refusal.ts'
import { isAccepted, newSecret, sendSigned } from './signed.ts'
import { untilStopped } from './stopping.ts'

type Options = { secret: string[]; url?: string; interval: number; json?: boolean }

/**
 * Delivers the events of a running service to a local receiver until a signal ends it.
 *
 * DECISION: it polls and makes no webhook, so none is left behind, and it works with any service:
 * docs/decisions.md#events-are-forwarded-by-asking-for-them-not-by-a-webhook
 */
export async function forward(
  to: string,
  { secret: given, url: named, interval, json = false }: Options,
): Promise<void> {
  const { url, key } = chooseCredentials(named)
  const client = createSignpost({ apiKey: key, baseUrl: url })
  const secret = given.at(-1) ?? newSecret()
  if (json) console.log(JSON.stringify({ forwarding: to, secret }))
  else console.log(`Events of ${url} go to ${to}, signed with ${secret}`)
  const deliver = (signal: AbortSignal) => deliverAll({ client, to, secret, interval, json, signal })
  await untilStopped(deliver).catch((error) => explain(error, { url, json }))
}

type Delivering = {
  client: ReturnType<typeof createSignpost>
  to: string
  secret: string
  interval: number
  json: boolean
  signal: AbortSignal
}

async function deliverAll({ client, to, secret, interval, json, signal }: Delivering): Promise<void> {
  for await (const event of followEvents(client, { everySeconds: interval, last: 0, signal })) {
    const outcome = await sendSigned(to, event, secret)
    const { status, error } = outcome
    const verdict = isAccepted(outcome) ? paint('green', '✓') : paint('red', '✗')
    if (json) console.log(JSON.stringify({ event: event.id, type: event.type, status, error }))
    else console.log(`${verdict} ${status ?? error}  ${event.type}  ${event.id}`)
  }
}
