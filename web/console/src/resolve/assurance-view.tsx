import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Id } from '../parts/id.tsx'
import type { Assurance } from './answer.ts'

const verifications: Record<string, string> = {
  proved: 'The alias is proved',
  attested: 'The alias is attested by its owner',
  none: 'Nothing proves the alias',
}

const counted = (days: number): string => (days === 1 ? 'one day' : `${days} days`)

/** Facts to check before a payment: the more recent a change, the more it deserves a question. */
export function AssuranceView({ assurance: { alias, identity, changed } }: { assurance: Assurance }) {
  const isProved = alias.verification === 'proved' && !alias.transferred
  const Icon = isProved ? ShieldCheck : ShieldAlert
  return (
    <div className={isProved ? 'assurance good' : 'assurance wait'}>
      <Icon aria-hidden="true" />
      <ul>
        <li>
          {verifications[alias.verification] ?? verifications.none}, and registered for {counted(alias.days)}.
        </li>
        {alias.transferred && <li>It changed hands by a claim in the last 30 days.</li>}
        <li>The payee’s record is {counted(identity.days)} old.</li>
        {changed.map(({ endpoint, days }) => (
          <li key={endpoint ?? 'names'}>
            {endpoint ? (
              <>
                Endpoint <Id value={endpoint} />
              </>
            ) : (
              'The payee’s names'
            )}{' '}
            changed {counted(days)} ago.
          </li>
        ))}
      </ul>
    </div>
  )
}
