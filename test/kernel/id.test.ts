import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { fromString, TypeID } from 'typeid-js'
import { describe, expect, test } from 'vitest'
import { decodeId, encodeId, type Kind, kindOf, prefixes } from '../../src/kernel/id.ts'

const kinds = Object.keys(prefixes) as Kind[]
const zero = '00000000-0000-0000-0000-000000000000'
const full = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

describe('ids', () => {
  test('have the text form of TypeID, both ways', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.uuid(), (kind, uuid) => {
        const id = encodeId(kind, uuid)
        expect(id).toBe(TypeID.fromUUID(prefixes[kind], uuid).toString())
        expect(TypeID.fromString(id).toUUID()).toBe(uuid)
        expect(decodeId(kind, id)).toBe(uuid)
        expect(kindOf(id)).toBe(kind)
      }),
    )
    expect(encodeId('identity', zero)).toBe('idn_00000000000000000000000000')
    expect(encodeId('identity', full)).toBe('idn_7zzzzzzzzzzzzzzzzzzzzzzzzz')
    expect(decodeId('identity', 'idn_7zzzzzzzzzzzzzzzzzzzzzzzzz')).toBe(full)
    expect(fromString('idn_7zzzzzzzzzzzzzzzzzzzzzzzzz')).toBeTruthy()
  })

  test('read from any other text are null', () => {
    const id = encodeId('alias', randomUUID())
    const malformed = [
      id.toUpperCase(),
      `als_${id.slice(4).toUpperCase()}`,
      id.replace('als_', 'idn_'),
      id.replace('als_', 'als-'),
      id.slice(4),
      id.slice(0, -1),
      `${id}0`,
      ` ${id}`,
      `${id}\n`,
      'als_80000000000000000000000000',
      'als_z0000000000000000000000000',
      'als_0000000000000000000000000u',
      'als_0000000000000000000000000i',
      'als_0000000000000000000000000\u0100',
      '',
      null,
      undefined,
      7,
      {},
      [id],
    ]
    for (const text of malformed) expect(decodeId('alias', text), String(text)).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => decodeId('alias', `als_${text}`) === null))
  })

  test('that are read are the only spelling of their UUID', () => {
    const suffix = fc.string({
      unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'),
      minLength: 26,
      maxLength: 26,
    })
    fc.assert(
      fc.property(suffix, (text) => {
        const uuid = decodeId('event', `evt_${text}`)
        expect(uuid === null).toBe(text[0]! > '7')
        if (uuid !== null) expect(encodeId('event', uuid)).toBe(`evt_${text}`)
      }),
    )
  })

  test('are made of UUIDs only', () => {
    const uuid = randomUUID()
    for (const text of [
      '',
      uuid.replaceAll('-', ''),
      uuid.toUpperCase().replace(/[0-9]/g, 'A'),
      uuid.replace('-', 'a'),
      'x'.repeat(36),
    ]) {
      expect(() => encodeId('alias', text)).toThrow(RangeError)
    }
  })

  test('name a kind by their prefix alone', () => {
    expect(kindOf('idn_')).toBe('identity')
    for (const text of ['identity_x', 'idn', 'IDN_x', '_', '', 'toString_x', null, 3]) expect(kindOf(text)).toBeNull()
    expect(new Set(Object.values(prefixes)).size).toBe(kinds.length)
  })
})
