import { expect, test } from 'vitest'
import type { EndpointType } from '../../../src/registry/endpoints/endpoint-types.ts'
import { amount, report } from '../../support/judge.ts'
import { isSame, partsOf, sealed, type Written } from '../../support/spellings.ts'

const endpoints: readonly (readonly [EndpointType, Written])[] = [
  ['bank_account', 'DE89370400440532013000'],
  ['bank_account', ['12345678', { bankCode: { scheme: 'sort_code', value: '200415' } }]],
  ['mobile_money', '+254712345678'],
  ['payment_pointer', '$pay.example.com/alice'],
  ['upi', 'alice@okbank'],
  ['pix_key', '123e4567-e12b-12d1-a456-426655440000'],
  ['lightning_address', 'alice@getalby.com'],
  ['crypto_wallet', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['crypto_wallet', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['crypto_wallet', ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', { memo: '1' }]],
  ['crypto_wallet', ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', { memo: '1234567' }]],
  ['crypto_wallet', ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ', { memo: 'Order x 12' }]],
  ['crypto_wallet', 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb'],
  ['crypto_wallet', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'],
]
const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.@$:/ '

/** The same to anybody who reads it: case, spaces and dashes. */
const plain = (text: string) => text.toLowerCase().replace(/[ -]/g, '')

/** Counts of mutations: docs/evidence.md shows MUTATIONS=100000. */
const count = amount('MUTATIONS', 20_000)

type Details = { memo?: string; bankCode?: { scheme: string; value: string } }
/** Routing that is written beside the address. */
const routingOf = ({ memo, bankCode }: Details = {}): string => memo ?? bankCode?.value ?? ''
const withRouting = ({ bankCode, ...details }: Details, text: string): Details =>
  bankCode ? { ...details, bankCode: { ...bankCode, value: text } } : { ...details, memo: text }

test(`${count} texts that differ in one character, of the address or of its routing, match no other destination`, {
  timeout: 300_000,
}, () => {
  let seed = 42
  const below = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * most)
  }
  const known = endpoints.map(([type, written]) => ({ type, written, endpoint: sealed(type, written) }))
  const matches: Written[] = []
  let [compared, refused, routed] = [0, 0, 0]
  const mutantOf = (text: string): string => {
    const at = below(text.length)
    return text.slice(0, at) + letters[below(letters.length)]! + text.slice(at + 1)
  }
  for (let n = 0; compared < count; n++) {
    const { type, written, endpoint } = known[n % known.length]!
    const [address, details] = partsOf(written) as [string, Details | undefined]
    const routing = routingOf(details)
    const isRouted = routing !== '' && below(2) === 0
    const [text, mutant] = isRouted ? [routing, mutantOf(routing)] : [address, mutantOf(address)]
    if (plain(mutant) === plain(text)) continue
    compared++
    if (isRouted) routed++
    const one: Written = isRouted ? [address, withRouting(details!, mutant)] : details ? [mutant, details] : mutant
    try {
      if (isSame(type, endpoint, one)) matches.push(one)
    } catch {
      refused++
    }
  }
  report(
    `${compared} mutations, ${routed} of them of a memo or a bank's code: ${refused} refused, ${matches.length} matches`,
  )
  expect(compared - refused).toBeGreaterThan(count / 10)
  expect(routed).toBeGreaterThan(count / 10)
  expect(matches).toEqual([])
})
