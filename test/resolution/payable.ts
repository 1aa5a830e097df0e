import type { Registry } from '../support/registry.ts'

export const alias = '@paid.person'
const sepa = { asset: 'EUR', network: 'sct', rail: 'sepa' }

/** A payee whose endpoints take different payments: its id and theirs. */
export async function registerPayable(mine: Registry): Promise<Record<string, string>> {
  const identity = (await mine.identity()).id
  await mine.username(identity, alias.slice(1))
  return {
    identity,
    small: (await mine.account(identity, { priority: 5, capabilities: [{ ...sepa, max_amount: 100 }] })).id,
    large: (await mine.account(identity, { priority: 1, capabilities: [{ ...sepa, min_amount: 50 }] })).id,
    instant: (await mine.account(identity, { priority: 1, capabilities: [{ ...sepa, supports_instant: true }] })).id,
    wallet: (await mine.wallet(identity, { capabilities: [{ asset: 'USDC', rail: 'onchain' }] })).id,
    hidden: (await mine.account(identity, { privacy_level: 'private', priority: 9, capabilities: [sepa] })).id,
  }
}
