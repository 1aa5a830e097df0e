import { expect, test } from 'vitest'
import { clientNetwork } from '../../../src/access/quotas/client-network.ts'
import { callerRules, parseBucketRule, policyHeader, ruleText, stateHeader } from '../../../src/access/quotas/rules.ts'
import { refilled, secondsUntil } from '../../../src/access/quotas/token-bucket.ts'

const misses = { size: 200, refillPerSecond: 25 / 60 }
const rules = {
  requests: { live: { size: 200, refillPerSecond: 100 }, test: { size: 200, refillPerSecond: 25 } },
  resolve: { size: 1000, refillPerSecond: 100 },
  misses,
  registrations: { size: 10_000, refillPerSecond: 10_000 / 86_400 },
  grants: { size: 100, refillPerSecond: 1 },
  releases: { size: 100, refillPerSecond: 1 },
  endpointReleases: { size: 100, refillPerSecond: 1 },
  unauthenticated: { size: 60, refillPerSecond: 1 },
}

test('an absent bucket is full, and none holds more than its size', () => {
  expect(refilled(undefined, misses, 0)).toBe(200)
  expect(refilled({ tokens: 190, at: 0 }, misses, 3_600_000)).toBe(200)
  expect(refilled({ tokens: -10, at: 0 }, misses, 60_000)).toBeCloseTo(15)
})

test('a clock that goes back gives nothing and takes nothing', () => {
  expect(refilled({ tokens: 3, at: 10_000 }, misses, 0)).toBe(3)
})

test('the wait is in whole seconds, one at least, and ends', () => {
  expect(secondsUntil(0.5, 1, { size: 10, refillPerSecond: 100 })).toBe(1)
  expect(secondsUntil(-24, 1, misses)).toBe(60)
  expect(secondsUntil(0, 1, { size: 10, refillPerSecond: 1e-9 })).toBe(86_400)
  expect(secondsUntil(5, 100, { size: 10, refillPerSecond: 1 })).toBe(5)
})

test('rules are read from text, and anything else is refused', () => {
  expect(parseBucketRule('1000 + 100/s')).toEqual({ size: 1000, refillPerSecond: 100 })
  expect(parseBucketRule('200+25/min')).toEqual(misses)
  expect(parseBucketRule('10000 + 10000/day')).toEqual({ size: 10_000, refillPerSecond: 10_000 / 86_400 })
  for (const text of ['', '200', '0 + 1/s', '5 + 0/s', '-1 + 1/s', '1 + 1/h', '1e3 + 1/s']) {
    expect(parseBucketRule(text)).toBeNull()
  }
})

test('the environment sets the refill of requests, and an override that is no positive number is ignored', () => {
  expect(callerRules(rules, true).requests.refillPerSecond).toBe(100)
  expect(callerRules(rules, false).requests.refillPerSecond).toBe(25)
  const overrides = { misses: { size: 10 }, resolve: { size: Number.NaN, refillPerSecond: -1 }, requests: { size: 0 } }
  expect(callerRules(rules, false, overrides)).toEqual({
    requests: rules.requests.test,
    resolve: rules.resolve,
    misses: { size: 100, refillPerSecond: 250 / 60 },
    registrations: rules.registrations,
    grants: rules.grants,
    releases: rules.releases,
    endpointReleases: rules.endpointReleases,
  })
})

test('test mode has ten times the misses', () => {
  expect(callerRules(rules, true).misses).toEqual(misses)
  expect(callerRules(rules, false).misses).toEqual({ size: 2_000, refillPerSecond: 250 / 60 })
})

test('a rendered rule reads as the same rule', () => {
  for (const text of [
    '1000 + 100/s',
    '200 + 25/min',
    '10000 + 10000/day',
    '7 + 0.25/s',
    '1 + 1/day',
    '3 + 0.000001/day',
  ]) {
    expect(ruleText(parseBucketRule(text)!)).toBe(text)
  }
})

test('the headers are structured fields: lists of strings with integer parameters', () => {
  const own = callerRules(rules, true)
  expect(policyHeader(own)).toBe(
    '"requests";q=200;w=2, "resolve";q=1000;w=10, "misses";q=200;w=480, "registrations";q=10000;w=86400',
  )
  expect(stateHeader(own, { requests: 199.5, misses: -3.2 })).toBe('"requests";r=199;t=1, "misses";r=0;t=488')
})

test('addresses count by network: /24 in IPv4, /64 in IPv6, IPv4 inside IPv6 as IPv4', () => {
  expect(clientNetwork('192.0.2.17')).toBe('192.0.2.0/24')
  expect(clientNetwork('192.0.2.200')).toBe(clientNetwork('::ffff:192.0.2.1'))
  expect(clientNetwork('2001:db8:1:2::1')).toBe(clientNetwork('2001:db8:1:2:ffff::9'))
  expect(clientNetwork('2001:db8:1:3::1')).not.toBe(clientNetwork('2001:db8:1:2::1'))
  expect(clientNetwork('not an address')).toBe('unknown')
})
