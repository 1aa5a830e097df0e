import type { PayeeChecks } from '../../payees/checks/service.ts'
import type { Releases } from '../../releases/service.ts'
import { each, type Family } from '../family.ts'

/** Null in a process without the operation. */
export type PayableCounting = {
  payeeChecks: Pick<PayeeChecks, 'counts'> | null
  releases: Pick<Releases, 'counts'> | null
}

/** Metrics of the outcomes of payee checks and releases. INVARIANT (no person): no label holds an id, a name or a reason. */
export const payableMetrics = ({ payeeChecks, releases }: PayableCounting): Family[] => [
  ...(payeeChecks
    ? [
        {
          name: 'signpost_payee_checks_total',
          help: 'Payee checks, by verdict.',
          type: 'counter' as const,
          read: () => each('verdict', payeeChecks.counts),
        },
      ]
    : []),
  ...(releases
    ? [
        {
          name: 'signpost_releases_total',
          help: 'Requested releases: permitted by a grant or to everybody, or refused. All refusals count as one.',
          type: 'counter' as const,
          read: () => each('outcome', releases.counts),
        },
      ]
    : []),
]
