import type { Database } from '../../database/orm.ts'
import { proveAlias } from '../../registry/aliases/store.ts'
import type { IdentityOwned } from '../../registry/record-store.ts'
import { keepProof } from './store.ts'

const daySeconds = 86_400
const domainMethods: ReadonlySet<string> = new Set(['dns_txt', 'well_known'])

/** Lifetime of a domain's proof, and the interval between its checks; in days. */
export type DomainProofDays = { days: number; checkDays: number }

/** A met challenge. `subjectId`: its alias or claim. `token`: null without a domain check. */
export type Met = { method: string; token: string | null; subjectId: string; at?: Date }

/** Marks an alias as proved. A proof by its domain expires, and is checked again, however the alias was proved. */
export async function noteProved(
  db: Database,
  alias: IdentityOwned & { livemode: boolean },
  { method, token, subjectId, at }: Met,
  { days, checkDays }: DomainProofDays,
): ReturnType<typeof proveAlias> {
  const proved = await proveAlias(db, alias, method, domainMethods.has(method) ? days * daySeconds : null, at)
  if (token !== null) await keepProof(db, alias, { method, token, subjectId }, checkDays * daySeconds)
  return proved
}
