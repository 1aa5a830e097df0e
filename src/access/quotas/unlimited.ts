import type { Admission } from './reservations.ts'
import type { Limits, QuotaPolicy } from './service.ts'

const free: Admission = { settle: () => undefined }

/** An empty count. */
export const noRefusals = (): Record<QuotaPolicy, number> => ({
  requests: 0,
  resolve: 0,
  misses: 0,
  registrations: 0,
  grants: 0,
  releases: 0,
  unauthenticated: 0,
})

/** `RATE_LIMITS=off`. */
export const unlimited: Limits = {
  admitRequest: () => undefined,
  admitLookUps: () => free,
  admitGuesses: () => free,
  settleEndpoints: () => undefined,
  admitRegistration: () => free,
  admitGrant: () => free,
  admitRelease: async () => undefined,
  requireAuthentications: () => undefined,
  admitFailure: () => undefined,
  read: async () => [],
  headers: () => [],
  refusals: noRefusals(),
}
