import { type EndpointType, endpointTypeNames } from '../../src/registry/endpoints/endpoint-types.ts'
import vectors from '../vectors/addresses.json' with { type: 'json' }

export const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

/** An address of each type, as people write it: its first vector. A type without vectors doesn't compile. */
export const writtenAddresses = Object.fromEntries(
  endpointTypeNames.map((type) => [type, type === 'crypto_wallet' ? wallet : vectors[type].valid[0]![0]!]),
) as Record<EndpointType, string>
