import { type Canonical, canonicalOf, readSpellings } from '../../src/registry/endpoints/canonical.ts'
import type { Capability } from '../../src/registry/endpoints/capability.ts'
import { parseDetails } from '../../src/registry/endpoints/details/details.ts'
import { type EndpointType, ruleOf } from '../../src/registry/endpoints/endpoint-types.ts'

/** A destination as people write it: an address, or one with details in the domain's names. */
export type Written = string | readonly [string, object]
export const partsOf = (written: Written): [string, object | undefined] =>
  typeof written === 'string' ? [written, undefined] : [written[0], written[1]]

export const on = (network: string): Capability[] => [{ asset: 'X', network, rail: 'onchain' }]

/** Makes the parts of an endpoint's fingerprint, sealed with these capabilities. */
export function sealed(type: EndpointType, written: Written, capabilities: readonly Capability[] = []): Canonical {
  const [address, details] = partsOf(written)
  const normalized = ruleOf(type).normalizes(address, capabilities)
  const place = { address: normalized, capabilities }
  return canonicalOf(type, { address: normalized, details: parseDetails(type, details, place) })
}

export const spelled = (type: EndpointType, written: Written): readonly Canonical[] =>
  readSpellings(type, ...partsOf(written))

export const isSame = (type: EndpointType, endpoint: Canonical, written: Written): boolean =>
  spelled(type, written).some((one) => JSON.stringify(one) === JSON.stringify(endpoint))

/** A valid IBAN of Germany for each number. */
export function numberedIban(n: number): string {
  const account = String(n).padStart(18, '0')
  const rest = BigInt(`${account}131400`) % 97n
  return `DE${String(98n - rest).padStart(2, '0')}${account}`
}

export const evm = '0x52908400098527886E0F7030069857D2E4169EE7'
export const classic = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
/** An X-address and a muxed account: each holds its tag or id. */
export const tagged = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb'
export const stellarAccount = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
export const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'

type Refused = readonly [type: EndpointType, address: string, details?: unknown, code?: string, param?: string]
const refused: readonly Refused[] = [
  ['bank_account', 'DE89370400440532013001'],
  ['bank_account', 'ZZ89370400440532013000'],
  ['bank_account', '12345'],
  ['bank_account', '12345678é'],
  ['bank_account', ''],
  ['bank_account', '1'.repeat(513)],
  ['bank_account', '12345678\u0000'],
  ['bank_account', '12345678\u202e'],
  ['mobile_money', '0712345678'],
  ['mobile_money', '+1'],
  ['mobile_money', '+254712345678;ext=1'],
  ['payment_pointer', 'http://pay.example.com/a'],
  ['payment_pointer', '$user@pay.example.com'],
  ['payment_pointer', '$pay.example.com:8443/a'],
  ['payment_pointer', '$127.0.0.1/a'],
  ['payment_pointer', '$pay.example.com/a?b=c'],
  ['payment_pointer', '$localhost'],
  ['upi', 'alice'],
  ['upi', 'alice@ok.bank'],
  ['upi', '@okbank'],
  ['pix_key', '52998224726'],
  ['pix_key', '11111111111'],
  ['pix_key', 'alice@'],
  ['pix_key', '11912345678'],
  ['lightning_address', 'alice@localhost'],
  ['lightning_address', 'alice@127.0.0.1'],
  ['lightning_address', 'al ice@getalby.com'],
  ['crypto_wallet', '0x52908400098527886E0F7030069857D2E4169Ee7'],
  ['crypto_wallet', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp'],
  ['crypto_wallet', 'tb1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['crypto_wallet', stellarAccount.replace(/Z$/, 'Y')],
  ['crypto_wallet', 'short'],
  ['crypto_wallet', 'with a space inside'],
  ['crypto_wallet', 'x'.repeat(129)],
  ['crypto_wallet', classic, { memo: 'x' }, 'parameter_invalid', 'destination.details.memo'],
  ['crypto_wallet', classic, { memo: '4294967296' }, 'parameter_invalid', 'destination.details.memo'],
  ['crypto_wallet', classic, { memo: '1', memoType: 'id' }, 'parameter_unknown', 'destination.details.memoType'],
  ['crypto_wallet', tagged, { memo: '1' }, 'parameter_invalid', 'destination.details.memo'],
  ['crypto_wallet', muxed, { memo: '1' }, 'parameter_invalid', 'destination.details.memo'],
  ['crypto_wallet', evm, { memo: '1' }, 'parameter_invalid', 'destination.details.memo'],
  ['crypto_wallet', stellarAccount, { memo: '007' }, 'parameter_missing', 'destination.details.memoType'],
  ['crypto_wallet', stellarAccount, { memo: 'x'.repeat(29) }, 'parameter_invalid', 'destination.details.memo'],
  ['crypto_wallet', stellarAccount, { memo: '', memoType: 'text' }, 'parameter_invalid', 'destination.details.memo'],
  [
    'bank_account',
    '12345678',
    { bankCode: { scheme: 'aba', value: '021000022' } },
    'parameter_invalid',
    'destination.details.bankCode.value',
  ],
  [
    'bank_account',
    '12345678',
    { bankCode: { scheme: 'x', value: '1' } },
    'parameter_invalid',
    'destination.details.bankCode.scheme',
  ],
  ['bank_account', '12345678', { country: 'XX' }, 'parameter_invalid', 'destination.details.country'],
  ['bank_account', '12345678', null, 'parameter_invalid', 'destination.details'],
  ['bank_account', '12345678', [], 'parameter_invalid', 'destination.details'],
  ['mobile_money', '+254712345678', { memo: '1' }, 'parameter_unknown', 'destination.details.memo'],
]

/** Texts that are no destination, with the refusal of each. Details have the domain's names. */
export const refusedDestinations = refused.map(
  ([type, address, details, code = 'address_invalid', param = 'destination.address']) =>
    [type, address, details, code, param] as const,
)
