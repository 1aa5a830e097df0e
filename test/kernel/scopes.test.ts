import { describe, expect, test } from 'vitest'
import { hasEveryScope, hasScope, isScope, type Scope, scopes } from '../../src/kernel/scopes.ts'

const all = Object.keys(scopes).filter(isScope)

describe('scopes', () => {
  test('the star grants every scope, and only itself grants it', () => {
    for (const scope of all) expect(hasScope(['*'], scope)).toBe(true)
    expect(
      hasEveryScope(
        all.filter((scope) => scope !== '*'),
        ['*'],
      ),
    ).toBe(false)
  })

  test('a scope grants itself, a write scope the reads of its family, and nothing else', () => {
    for (const held of all.filter((scope) => scope !== '*')) {
      const granted = all.filter((scope) => hasScope([held], scope))
      const read = held.replace(':write', ':read') as Scope
      expect(granted.sort()).toEqual([...new Set([held, ...(isScope(read) ? [read] : [])])].sort())
    }
  })

  test('an unknown or empty list grants nothing', () => {
    for (const scope of all) expect(hasScope(['', 'toString', 'resolve:write', 'RESOLVE', '**'], scope)).toBe(false)
    expect(hasScope([], 'resolve')).toBe(false)
  })

  test('a key is handed out by one that has every scope of it', () => {
    expect(hasEveryScope(['aliases:write', 'resolve'], ['aliases:read', 'resolve'])).toBe(true)
    expect(hasEveryScope(['aliases:read'], ['aliases:read', 'aliases:write'])).toBe(false)
  })
})
