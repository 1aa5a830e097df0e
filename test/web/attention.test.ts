import { describe, expect, test } from 'vitest'
import type { OverviewQuery } from '../../web/console/src/generated/documents.ts'
import { attentionOf } from '../../web/console/src/overview/attention.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()

const quiet: OverviewQuery = {
  viewer: { id: 'apc_1', limits: [{ policy: 'misses', size: 25, remaining: 25 }] },
}
const page = { hasNextPage: false }
const attention = (more: Partial<OverviewQuery>) => attentionOf({ ...quiet, ...more }, now)

const key = (expiresAt: string | null, more = {}) => ({
  node: {
    id: 'key_1',
    name: 'Till',
    prefix: 'spk_test_',
    last4: 'abcd',
    expiresAt,
    revokedAt: null,
    rolledToId: null,
    ...more,
  },
})
const webhook = (more = {}) => ({
  node: {
    id: 'whk_1',
    url: 'https://receiver.example',
    description: null,
    enabledEvents: ['*'],
    status: 'ENABLED' as const,
    disabledReason: null,
    failingSince: null,
    pausedUntil: null,
    createdAt: at(-48),
    ...more,
  },
})

describe('the list of pending work', () => {
  test('is nothing where nothing waits, and where the key may not look', () => {
    expect(attention({})).toEqual([])
    expect(
      attention({
        consentRequests: { edges: [], pageInfo: page },
        claims: { edges: [] },
        webhooks: { edges: [webhook()] },
        sealingKeys: { edges: [] },
        apiKeys: { edges: [key(null), key(at(24 * 30))] },
      }),
    ).toEqual([])
  })

  test('counts only pending requests, and shows when there may be more', () => {
    const edges = (['PENDING', 'APPROVED', 'PENDING', 'DECLINED', 'EXPIRED'] as const).map((status, n) => ({
      node: { id: `crq_${n}`, status },
    }))
    const [one] = attention({ consentRequests: { edges, pageInfo: page } })
    expect(one).toMatchObject({ text: '2 ask for access to your aliases', href: '/consent' })
    const [more] = attention({ consentRequests: { edges, pageInfo: { hasNextPage: true } } })
    expect(more!.text).toMatch(/^2 or more/)
  })

  test('names a claim while its holder can still answer, with the time that is left', () => {
    const statuses = ['OPEN', 'QUEUED', 'AWAITING_SECOND_PROOF', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const
    const edges = statuses.map((status) => ({
      node: { id: 'clm_1', type: 'PHONE' as const, value: '+12125550100', status, deadline: at(2) },
    }))
    expect(attention({ claims: { edges } })).toEqual([
      { tone: 'bad', text: 'Somebody claims +12125550100: answer', at: at(2), href: '/claims' },
    ])
  })

  test('has failing and paused webhooks, and none that their owner disabled', () => {
    const edges = [
      webhook({ failingSince: at(-3) }),
      webhook({ pausedUntil: at(1) }),
      webhook({ status: 'AUTO_DISABLED', disabledReason: 'GONE' }),
      webhook({ status: 'DISABLED', disabledReason: 'OWNER' }),
    ]
    // Failures come before rows that only wait.
    expect(attention({ webhooks: { edges } }).map(({ tone }) => tone)).toEqual(['bad', 'bad', 'wait'])
  })

  test('begins with the claim whose deadline is next, before a webhook that fails and requests that wait', () => {
    const claim = (value: string, deadline: string) => ({
      node: { id: `clm_${value}`, type: 'PHONE' as const, value, status: 'OPEN' as const, deadline },
    })
    const items = attention({
      consentRequests: { edges: [{ node: { id: 'crq_1', status: 'PENDING' } }], pageInfo: page },
      webhooks: { edges: [webhook({ failingSince: at(-3) })] },
      claims: { edges: [claim('+1', at(20)), claim('+2', at(1))] },
    })
    expect(items.map(({ href, at: until }) => [href, until])).toEqual([
      ['/claims', at(1)],
      ['/claims', at(20)],
      ['/webhooks/whk_1', at(-3)],
      ['/consent', undefined],
    ])
  })

  test('has keys that end within two weeks, without ended and replaced ones', () => {
    const edges = [
      key(at(24)),
      key(at(24 * 15)),
      key(at(-1)),
      key(at(24), { revokedAt: at(-1) }),
      key(at(24), { rolledToId: 'key_2' }),
    ]
    expect(attention({ apiKeys: { edges } })).toEqual([
      { tone: 'wait', text: 'The key Till ends', at: at(24), href: '/keys' },
    ])
  })

  test('has a quota before it is used up', () => {
    const limits = [
      { policy: 'misses', size: 25, remaining: 2 },
      { policy: 'resolve', size: 60, remaining: 6 },
    ]
    expect(attention({ viewer: { id: 'apc_1', limits } }).map(({ text }) => text)).toEqual([
      'Your misses are nearly used up',
    ])
  })
})
