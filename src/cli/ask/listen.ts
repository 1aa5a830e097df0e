import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Command } from 'commander'
import { SignatureVerificationError, verifySignature } from '../../verifier/verify.ts'
import { CliError, type Commands, httpUrl, valued, wholeNumber } from '../options.ts'
import { printable } from '../terminal.ts'
import { connect, explain, urlOption } from './ask.ts'
import { followEvents, intervalOption, untilStopped } from './events.ts'
import { newSecret, outcomeLine, secretOption, sendSigned } from './signed.ts'

type Options = { port: number; secret: string[]; tolerance: number; status: number; json?: boolean }
type Forwarding = { forwardTo?: string; url?: string; interval: number }

const largestBody = 64 * 1024

async function readRaw(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) throw new RangeError('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Verifies the signature with each secret, or returns the reason of the failure. */
function judge(body: Buffer, header: string | undefined, secrets: readonly string[], tolerance: number): string {
  if (secrets.length === 0) return 'unverified'
  let reason = ''
  for (const secret of secrets) {
    try {
      verifySignature(body, header, secret, { tolerance })
      return 'verified'
    } catch (error) {
      if (!(error instanceof SignatureVerificationError)) throw error
      reason = error.reason
    }
  }
  return reason
}

/** Runs a receiver on this machine: it prints each delivery, and the result of its signature check. */
export async function listen(options: Options): Promise<{ url: string; close(): void }> {
  const { port, tolerance, status } = options
  const server = createServer(async (request, response) => {
    const body = await readRaw(request).catch(() => null)
    if (body === null) return request.destroy()
    const header = request.headers['service-signature']
    const signature = judge(body, typeof header === 'string' ? header : undefined, options.secret, tolerance)
    const accepted = signature === 'verified' || signature === 'unverified'
    const arrived = {
      signature,
      event: request.headers['service-event-id'] ?? null,
      delivery: request.headers['service-delivery-id'] ?? null,
      attempt: Number(request.headers['service-attempt'] ?? 0),
      body: body.toString('utf8'),
    }
    console.log(
      options.json
        ? JSON.stringify(arrived)
        : `${accepted ? '✓' : '✗'} ${signature}  attempt ${arrived.attempt}  ${printable(arrived.body)}`,
    )
    response.writeHead(accepted ? status : 400).end()
  })
  await new Promise<void>((settle, fail) => server.once('error', fail).listen(port, '127.0.0.1', settle)).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new CliError(`--port ${port} can't be opened (${code}): choose another, or 0 for any that is free.`)
    },
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

async function run(options: Options & Forwarding): Promise<void> {
  if (options.forwardTo !== undefined) {
    return forward(options.forwardTo, options)
  }
  const { url } = await listen(options)
  if (options.json) return
  console.log(`Listening on ${url}. The service must be started with WEBHOOK_ALLOW_CIDRS=127.0.0.0/8 to reach it.`)
  if (options.secret.length === 0) console.log('Give the signing secret with --secret whsec_… to verify what arrives.')
}

function addListen(listen: Command): void {
  listen
    .addOption(valued('--port <port>', 'where to listen; 0 for any that is free', wholeNumber(0, 65_535), 4010))
    .addOption(secretOption('the signing secret; twice during a rotation'))
    .addOption(valued('--tolerance <seconds>', "the tolerance of a signature's time", wholeNumber(0, 31_536_000), 300))
    .addOption(valued('--status <status>', 'the status to answer to a valid signature', wholeNumber(200, 599), 204))
    .addOption(
      valued(
        '--forward-to <url>',
        'instead of listening: poll the events of a running service and deliver them here',
        httpUrl,
      ),
    )
    .addOption(urlOption())
    .addOption(intervalOption())
    .option('--json', 'a JSON object per line')
    .action(run)
}

/**
 * Delivers the events of a running service to a local receiver until a signal ends it.
 *
 * DECISION: it polls and makes no webhook, so none is left behind, and it works with any service:
 * docs/decisions.md#events-are-forwarded-by-asking-for-them-not-by-a-webhook
 */
async function forward(
  to: string,
  { secret: given, url: named, interval, json = false }: Options & Forwarding,
): Promise<void> {
  const { client, url } = await connect(named, {})
  const secret = given.at(-1) ?? newSecret()
  if (json) console.log(JSON.stringify({ forwarding: to, secret }))
  else console.log(`Events of ${url} go to ${to}, signed with ${secret}`)
  const deliverAll = async (signal: AbortSignal) => {
    for await (const event of followEvents(client, { everySeconds: interval, last: 0, signal })) {
      const outcome = await sendSigned(to, event, secret)
      if (json) console.log(JSON.stringify({ event: event.id, type: event.type, ...outcome }))
      else console.log(outcomeLine(outcome, event))
    }
  }
  await untilStopped(deliverAll).catch((error) => explain(error, { url, json }))
}

export const commands: Commands = { listen: addListen }
