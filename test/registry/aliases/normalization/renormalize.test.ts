import { expect, it } from 'vitest'
import { NORM_VERSION } from '../../../../src/registry/aliases/normalization/alias-types.ts'
import { planRenormalization } from '../../../../src/registry/aliases/normalization/normalize.ts'

const stored = (value: string, skeleton: string, normVersion = NORM_VERSION - 1) => ({
  type: 'username',
  value,
  skeleton,
  normVersion,
})

it('an alias of the current version is left alone', () => {
  expect(planRenormalization(stored('whatever!', '', NORM_VERSION))).toEqual({ kind: 'current' })
})

it('an unchanged alias needs its version only', () => {
  expect(planRenormalization(stored('b0b', 'bob'))).toEqual({ kind: 'kept' })
})

it('an alias whose value or skeleton changes is moved', () => {
  expect(planRenormalization(stored('b0b', 'b0b'))).toEqual({ kind: 'moved', value: 'b0b', skeleton: 'bob' })
  expect(planRenormalization(stored('\u0448endy', '\u0448endy'))).toEqual({
    kind: 'moved',
    value: 'wendy',
    skeleton: 'wendy',
  })
})

it('an alias that is no longer well-formed is refused with its code, and a reserved word is not', () => {
  expect(planRenormalization(stored('jos\u00e9', 'jos\u00e9'))).toEqual({
    kind: 'refused',
    code: 'alias_invalid_characters',
  })
  expect(planRenormalization({ ...stored('x', 'x'), type: 'fax' })).toEqual({
    kind: 'refused',
    code: 'alias_type_unsupported',
  })
  expect(planRenormalization(stored('admin', 'admin'))).toEqual({ kind: 'kept' })
})
