import type { Scope } from '../../../../src/kernel/scopes.ts'
import type { OverviewQuery } from '../generated/documents.ts'
import { aliasText } from '../parts/spelling.ts'
import { webhookState } from '../webhooks/state.ts'

/** An item of the owner's pending work. `at` is the time at the end of its text. */
export type Attention = { tone: 'wait' | 'bad'; text: string; at?: string; href: string }

const soonMs = 14 * 86_400_000
/** The remaining fraction below which a quota is nearly used up. */
const nearlyNone = 0.1

/** The parts that the key may read. */
export const overviewScopes = (can: (scope: Scope) => boolean) => ({
  requests: can('consents:read'),
  claims: can('claims:read'),
  webhooks: can('webhooks:read'),
  sealingKeys: can('sealing_keys:read'),
  apiKeys: can('keys:write'),
})

/** Lists the items that need attention, the most urgent first: those to act on now, by their deadline, then the others. */
export function attentionOf(data: OverviewQuery, now = Date.now()): Attention[] {
  const all = [...claimed(data), ...failing(data, now), ...usedUp(data), ...asked(data), ...ending(data, now)]
  return all.toSorted((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'))
}

const failing = ({ webhooks }: OverviewQuery, now: number): Attention[] =>
  (webhooks?.edges ?? []).flatMap(({ node }) => {
    const { tone, text, at } = webhookState(node, now)
    if (tone === 'good' || tone === 'calm') return []
    return [{ tone, text: `${node.url}: ${text}`, href: `/webhooks/${node.id}`, ...(at ? { at } : {}) }]
  })

const quotas: Record<string, string> = {
  requests: 'Your requests are nearly used up',
  resolve: 'Your look-ups are nearly used up',
  misses: 'Your misses are nearly used up',
}

const usedUp = ({ viewer }: OverviewQuery): Attention[] =>
  viewer.limits
    .filter(({ size, remaining }) => remaining < size * nearlyNone)
    .map(({ policy }) => ({ tone: 'wait', text: quotas[policy] ?? `${policy} is nearly used up`, href: '/limits' }))

const claimed = ({ claims }: OverviewQuery): Attention[] =>
  (claims?.edges ?? [])
    .filter(({ node }) => node.status === 'OPEN')
    .map(
      ({ node }): Attention => ({
        tone: 'bad',
        text: `Somebody claims ${aliasText(node)}: answer`,
        href: '/claims',
        ...(node.deadline ? { at: node.deadline } : {}),
      }),
    )
    .toSorted((one, other) => (one.at ?? '~').localeCompare(other.at ?? '~'))

function asked({ consentRequests }: OverviewQuery): Attention[] {
  const pending = (consentRequests?.edges ?? []).filter(({ node }) => node.status === 'PENDING').length
  if (pending === 0) return []
  const count = consentRequests?.pageInfo.hasNextPage ? `${pending} or more` : pending
  return [
    {
      tone: 'wait',
      text: count === 1 ? 'One asks for access to your aliases' : `${count} ask for access to your aliases`,
      href: '/consent',
    },
  ]
}

function ending({ sealingKeys, apiKeys }: OverviewQuery, now: number): Attention[] {
  const waiting = (sealingKeys?.edges ?? [])
    .filter(({ node }) => node.status === 'WAITING' && Date.parse(node.usableAt) > now)
    .map(
      ({ node }): Attention => ({
        tone: 'wait',
        text: 'A new sealing key is usable',
        at: node.usableAt,
        href: '/sealing-keys',
      }),
    )
  const keys = (apiKeys?.edges ?? []).flatMap(({ node }): Attention[] => {
    const { name, prefix, last4, expiresAt, revokedAt, rolledToId } = node
    if (revokedAt !== null || rolledToId !== null || expiresAt === null) return []
    const left = Date.parse(expiresAt) - now
    if (left <= 0 || left > soonMs) return []
    return [{ tone: 'wait', text: `The key ${name ?? `${prefix}…${last4}`} ends`, at: expiresAt, href: '/keys' }]
  })
  return [...waiting, ...keys]
}
