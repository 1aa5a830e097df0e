import { SignpostError } from '../../kernel/errors.ts'
import { mustBeOneOf } from '../../kernel/input.ts'
import { publishedName } from '../endpoints/catalogue/catalogue.ts'
import type { SourceLine } from './import.ts'
import { missing } from './line.ts'

/** The columns of a file with one row a payee. */
export const payeeColumns = ['ref', 'type', 'name', 'phone', 'email', 'handle', 'iban', 'wallet', 'network'] as const
type Row = Readonly<Partial<Record<(typeof payeeColumns)[number], unknown>>>

/** The native coin of each network, which every wallet of it takes. */
const coins: Readonly<Record<string, string>> = {
  ...{ ethereum: 'ETH', base: 'ETH', arbitrum: 'ETH', optimism: 'ETH', polygon: 'POL', bsc: 'BNB', avalanche: 'AVAX' },
  ...{ bitcoin: 'BTC', solana: 'SOL', tron: 'TRX', xrp: 'XRP', stellar: 'XLM' },
  ...{ sepolia: 'ETH', 'base-sepolia': 'ETH', amoy: 'POL', 'bitcoin-testnet': 'BTC', 'solana-devnet': 'SOL' },
  ...{ 'tron-testnet': 'TRX', 'xrp-testnet': 'XRP', 'stellar-testnet': 'XLM' },
}

/**
 * The capability of a wallet: its network's coin. @returns the refusal of a row without a network, or with another one
 */
function walletOf({ wallet, network }: Row): object | SignpostError {
  if (wallet === undefined) return missing('wallet')
  if (network === undefined) return missing('network')
  const name = typeof network === 'string' ? publishedName.network(network) : undefined
  const asset = coins[name ?? '']
  if (name === undefined || asset === undefined)
    return new SignpostError('parameter_invalid', { param: 'network', rule: mustBeOneOf(Object.keys(coins)) })
  return { type: 'crypto_wallet', address: wallet, capabilities: [{ asset, network: name, rail: 'onchain' }] }
}

const ibanOf = (iban: unknown): object | SignpostError =>
  typeof iban === 'string' && !/^\s*[a-z]{2}\s*\d/i.test(iban)
    ? new SignpostError('address_invalid', { param: 'iban', rule: 'The value must be an IBAN.' })
    : { type: 'bank_account', address: iban }

/** A handle begins with `$` where it is a merchant's. */
const handleType = (handle: unknown): string =>
  typeof handle === 'string' && handle.trim().startsWith('$') ? 'merchant_handle' : 'username'

/**
 * Splits a row of payees into lines: its identity by `ref`, and each alias and endpoint by `ref` and its column. Fields
 * are reported by their columns.
 */
export function* payeeLines({ number, value }: SourceLine): Generator<SourceLine> {
  if (value === null || typeof value !== 'object' || value instanceof Error) return yield { number, value }
  const other = Object.keys(value).some((name) => !(payeeColumns as readonly string[]).includes(name))
  const row = value as Row
  const { ref, type, name, wallet, network } = row
  if (other) {
    const rule = `A row of payees has these columns alone: ${payeeColumns.join(', ')}.`
    return yield { number, value: new SignpostError('parameter_unknown', { rule }) }
  }
  if (ref === undefined) return yield { number, value: missing('ref') }
  yield { number, value: { object: 'identity', ref, type, display_name: name }, columns: { display_name: 'name' } }
  const below = (object: string, column: keyof Row, fields: object | SignpostError): SourceLine => ({
    number,
    value: fields instanceof SignpostError ? fields : { object, ref: `${ref}:${column}`, identity: ref, ...fields },
    columns: { value: column, address: column, 'capabilities.0.network': 'network' },
  })
  for (const column of ['phone', 'email', 'handle'] as const) {
    const text = row[column]
    const aliasType = column === 'handle' ? handleType(text) : column
    if (text !== undefined) yield below('alias', column, { type: aliasType, value: text })
  }
  if (row.iban !== undefined) yield below('endpoint', 'iban', ibanOf(row.iban))
  if (wallet !== undefined || network !== undefined) yield below('endpoint', 'wallet', walletOf(row))
}
