import { type OpenedNetwork, parseOpenedNetworks } from '../webhooks/address.ts'
import { standardSchedule } from '../webhooks/backoff.ts'
import { ConfigError, type Environment, flag, integer, list } from './environment.ts'

/** Ranges alone, none of them written loosely; each for one consumer or for all. */
function openedNetworks(env: Environment, name: string): OpenedNetwork[] {
  try {
    return parseOpenedNetworks(list(env, name))
  } catch {
    throw new ConfigError(
      `${name} must be exact CIDRs, like 10.1.0.0/16=apc_… for one consumer or 10.1.0.0/16 for all, separated by commas.`,
    )
  }
}

function schedule(env: Environment, name: string, fallback: readonly number[]): readonly number[] {
  const seconds = list(env, name).map(Number)
  if (seconds.length === 0) return fallback
  if (!seconds.every((value) => Number.isFinite(value) && value >= 0)) {
    throw new ConfigError(`${name} must be seconds, separated by commas.`)
  }
  return seconds.map((value) => value * 1_000)
}

/** Where deliveries may go, and how often they are tried. */
export function readWebhookConfig(env: Environment) {
  return {
    webhookWorker: flag(env, 'WEBHOOK_WORKER', true),
    webhookAllowCidrs: openedNetworks(env, 'WEBHOOK_ALLOW_CIDRS'),
    webhooks: {
      /** Milliseconds before each attempt; given in seconds. */
      retrySchedule: schedule(env, 'WEBHOOK_RETRY_SCHEDULE', standardSchedule),
      /** How long a claimed delivery is nobody else's: longer than an attempt may take. */
      leaseMs: integer(env, 'WEBHOOK_LEASE_MS', 30_000, { min: 100 }),
      pollMs: integer(env, 'WEBHOOK_POLL_MS', 1_000, { min: 10 }),
    },
  }
}
