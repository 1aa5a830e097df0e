import { BadgeCheck, ShieldCheck } from 'lucide-react'
import type { AliasRecord } from '../identities/detail.tsx'
import { When } from '../parts/facts.tsx'
import { label } from '../parts/spelling.ts'
import { methods } from './method-dialog.tsx'

/** The evidence for an alias: a proof, or its owner's attestation. Shows nothing without any. */
export function Verification({ alias: { verification, verifiedMethod, proofExpiresAt } }: { alias: AliasRecord }) {
  if (verification === 'NONE') return null
  if (verification === 'ATTESTED') {
    return (
      <span className="tag" title={`Your word: ${nameOf(verifiedMethod)}`}>
        <BadgeCheck />
        Attested
      </span>
    )
  }
  return (
    <>
      <span className="tag proved" title={`Proved: ${nameOf(verifiedMethod)}`}>
        <ShieldCheck />
        Proved
      </span>
      {proofExpiresAt && (
        <span className="quiet small">
          the proof ends <When at={proofExpiresAt} />
        </span>
      )}
    </>
  )
}

const nameOf = (method: string | null): string => {
  if (method === null) return 'no method is stored'
  const told = Object.entries(methods).find(([name]) => name === method)
  return (told?.[1].text ?? label(method)).toLowerCase()
}
