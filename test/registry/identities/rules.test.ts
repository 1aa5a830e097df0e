import { expect, test } from 'vitest'
import { privacyLevels, readPrivacy } from '../../../src/kernel/privacy.ts'
import { identityStatuses, transition } from '../../../src/registry/identities/rules.ts'

test('an identity is suspended and taken back, and stays closed once closed', () => {
  const allowed = ['active → suspended', 'active → closed', 'suspended → active', 'suspended → closed']
  for (const from of identityStatuses) {
    for (const to of identityStatuses) {
      if (from === to) expect(transition(from, to)).toBe('unchanged')
      else if (allowed.includes(`${from} → ${to}`)) expect(transition(from, to)).toBe('changed')
      else expect(() => transition(from, to)).toThrow(expect.objectContaining({ code: 'status_transition_invalid' }))
    }
  }
})

test('a stored level that is unknown or null reads as private', () => {
  for (const level of privacyLevels) expect(readPrivacy(level)).toBe(level)
  for (const level of [null, undefined, '', 'PUBLIC', 'secret', 'toString']) expect(readPrivacy(level)).toBe('private')
})
