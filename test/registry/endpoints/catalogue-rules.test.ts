import { describe, expect, test } from 'vitest'
import { SignpostError } from '../../../src/kernel/errors.ts'
import { catalogue, requireKnown, warningsOf } from '../../../src/registry/endpoints/catalogue/catalogue.ts'
import { foldName } from '../../../src/registry/endpoints/catalogue/names.ts'
import { endpointTypes } from '../../../src/registry/endpoints/endpoint-types.ts'
import vectors from '../../vectors/addresses.json' with { type: 'json' }

describe.each(['networks', 'rails'] as const)('%s', (what) => {
  test('have unique names and a title', () => {
    const folded = catalogue[what].flatMap(({ name, names }) => [name, ...names]).map(foldName)
    expect(folded.filter((name, at) => folded.indexOf(name) !== at)).toEqual([])
    for (const { name, title, names } of catalogue[what]) {
      expect(name).toMatch(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/)
      expect(title).not.toBe('')
      for (const other of names) expect(other).toBe(foldName(other))
    }
  })
})

test('every network whose addresses are checked is in it, and checks them by each of its names', () => {
  const usable = '0x52908400098527886E0F7030069857D2E4169EE7'
  for (const { name, names, isChecked } of catalogue.networks) {
    for (const network of [name, ...names]) {
      const normalize = () =>
        endpointTypes.crypto_wallet.normalizes(`${usable}0`, [{ asset: 'X', network, rail: 'onchain' }])
      if (isChecked) expect(normalize, network).toThrow(SignpostError)
      else expect(normalize(), network).toBe(`${usable}0`)
    }
  }
  const named = vectors.wallets.flatMap(({ networks }) => networks.filter((one) => one !== null))
  const unknown = named.filter((network) => warningsOf([{ asset: 'X', network, rail: 'onchain' }]).length > 0)
  expect(unknown.length).toBeLessThan(named.length / 2)
})

test('names match in any case and with any punctuation, and unknown ones are reported by their place', () => {
  const known = [
    { asset: 'USDC', network: 'BNB Smart-Chain', rail: 'On chain' },
    { asset: 'USDC', network: 'eip155:137', rail: 'onchain' },
    { asset: 'EUR', rail: 'SCT Inst' },
  ]
  expect(warningsOf(known)).toEqual([])
  const secret = { asset: 'X', network: 'Zaphodnet', rail: 'Zaphodrail' }
  expect(warningsOf([...known, secret]).map(({ code, param }) => [code, param])).toEqual([
    ['capability_unknown', 'capabilities.3.network'],
    ['capability_unknown', 'capabilities.3.rail'],
  ])
  expect(JSON.stringify(warningsOf([secret]))).not.toContain('Zaphod')
  for (const rail of ['', 'toString', '__proto__', '…']) expect(warningsOf([{ asset: 'X', rail }])).toHaveLength(1)
})

test('strict refuses new unknown names and keeps stored ones', () => {
  const stored = [{ asset: 'X', network: 'oldnet', rail: 'oldrail' }]
  const param = (capabilities: typeof stored, before: typeof stored = []) => {
    try {
      requireKnown('strict', capabilities, before)
      return null
    } catch (error) {
      return [(error as SignpostError).code, (error as SignpostError).param]
    }
  }
  expect(param(stored)).toEqual(['capability_unknown', 'capabilities.0.network'])
  expect(param(stored, stored)).toBeNull()
  expect(param([{ ...stored[0]!, rail: 'newrail' }], stored)).toEqual(['capability_unknown', 'capabilities.0.rail'])
  expect(param([{ asset: 'X', network: 'oldrail', rail: 'oldnet' }], stored)).toEqual([
    'capability_unknown',
    'capabilities.0.network',
  ])
  requireKnown('open', stored)
})
