import { randomBytes, randomUUID } from 'node:crypto'
import { Option } from 'commander'
import { type EventType, exampleData } from '../../events/event-types.ts'
import { encodeId } from '../../kernel/id.ts'
import { serviceSignature, standardSignature } from '../../webhooks/signature.ts'
import { CliError } from '../options.ts'
import { paint } from '../terminal.ts'

const timeoutMs = 10_000

/** Makes a secret in the service's format, for events that are signed on this machine. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The event's fields in a delivery: fewer than in a list of events. */
type Delivered = { id: string; type: string; created: number; livemode: boolean; data: object }

const bodyOf = ({ id, type, created, livemode, data }: Delivered): string =>
  JSON.stringify({ id, type, created, livemode, data })

function headersOf(id: string, body: string, secret: string): Record<string, string> {
  const unix = Math.floor(Date.now() / 1_000)
  return {
    'content-type': 'application/json',
    'user-agent': 'Signpost-Webhooks/1.0 (command line)',
    'service-signature': serviceSignature(body, [secret], unix),
    'service-event-id': id,
    'service-delivery-id': encodeId('delivery', randomUUID()),
    'service-attempt': '1',
    'webhook-id': id,
    'webhook-timestamp': String(unix),
    'webhook-signature': standardSignature(id, body, [secret], unix),
  }
}

/** Outcome of a delivery: the status of the response, or the reason for its absence. */
type Outcome = { status: number | null; error: 'unreachable' | 'timeout' | null }

/** Sends an event like the service's deliveries, signed on this machine. It follows no redirect and tries once. */
export async function sendSigned(to: string, event: Delivered, secret: string): Promise<Outcome> {
  const body = bodyOf(event)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const headers = headersOf(event.id, body, secret)
    const response = await fetch(to, { method: 'POST', redirect: 'manual', headers, body, signal })
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch {
    return { status: null, error: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

export const isAccepted = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

/** A line for people: the mark and the status or error of a delivery, and its event. */
export function outcomeLine(outcome: Outcome, { type, id }: Pick<Delivered, 'type' | 'id'>): string {
  const mark = isAccepted(outcome) ? paint('green', '✓') : paint('red', '✗')
  return `${mark} ${outcome.status ?? outcome.error}  ${type}  ${id}`
}

/** Makes an event like the service's, with random ids. */
export const sampleEvent = (type: EventType): Delivered => ({
  id: encodeId('event', randomUUID()),
  type,
  created: Math.floor(Date.now() / 1_000),
  livemode: false,
  data: exampleData(type, randomUUID),
})

function signingSecret(text: string): string {
  if (/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/.test(text)) return text
  throw new CliError("--secret must be a webhook's signing secret, like whsec_…: it is shown when the webhook is made.")
}

/** `--secret`, which may be given several times. */
export const secretOption = (description: string): Option =>
  new Option('--secret <secret>', description)
    .argParser((value, all: string[]) => [...all, signingSecret(value)])
    .default([])
