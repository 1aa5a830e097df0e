import { useState } from 'react'
import { isClaimable } from '../../../../src/ownership/claims/rules.ts'
import {
  type AliasType,
  CancelClaimDocument,
  ChallengeClaimDocument,
  type ClaimKind,
  ConfirmClaimDocument,
  ContestClaimDocument,
  CreateClaimDocument,
  RefuseClaimDocument,
} from '../generated/documents.ts'
import { EndDialog, WriteDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { navigate } from '../parts/location.ts'
import { IdentityField } from '../parts/record.tsx'
import { aliasText, aliasTypes } from '../parts/spelling.ts'
import type { ClaimRecord } from './claims.tsx'
import { MethodDialog } from './method-dialog.tsx'

type Props = { claim: ClaimRecord }

/** The claimer's proof: the first, or the second. */
export const ProveClaim = ({ claim }: Props) => (
  <MethodDialog
    title={`Prove your claim of ${aliasText(claim)}`}
    alias={claim}
    document={ChallengeClaimDocument}
    challengeOf={({ challengeClaim }) => challengeClaim.id}
  >
    {claim.status === 'AWAITING_SECOND_PROOF'
      ? 'The second proof: one stolen code is not enough to take an alias.'
      : 'Show that it is under your control. Only then is it looked up who holds it.'}
  </MethodDialog>
)

/** The holder's proof, which ends the claim. */
export const ContestClaim = ({ claim }: Props) => (
  <MethodDialog
    title={`Contest the claim of ${aliasText(claim)}`}
    alias={claim}
    document={ContestClaimDocument}
    challengeOf={({ contestClaim }) => contestClaim.challengeId}
  >
    Show that it is under your control. Then the claim ends, the alias stays yours, and the same consumer can’t claim it
    for 30 days.
  </MethodDialog>
)

export const ConfirmClaim = ({ claim }: Props) => (
  <EndDialog
    title={`Give up ${aliasText(claim)}?`}
    action="Give up alias"
    document={ConfirmClaimDocument}
    id={claim.id}
    done={`${aliasText(claim)} went to the claimer`}
  >
    <p>
      It goes to the claimer at once and stops resolving to your identity. This can’t be undone. Your grants stay with
      your identity.
    </p>
  </EndDialog>
)

export const RefuseClaim = ({ claim }: Props) => (
  <EndDialog
    title={`Refuse to move ${aliasText(claim)}?`}
    action="Refuse"
    document={RefuseClaimDocument}
    id={claim.id}
    done="Claim refused"
  >
    <p>It stays with your identity, and the claim ends. Its holder may claim it again.</p>
  </EndDialog>
)

export const WithdrawClaim = ({ claim }: Props) => (
  <EndDialog
    title={`Withdraw your claim of ${aliasText(claim)}?`}
    action="Withdraw"
    document={CancelClaimDocument}
    id={claim.id}
    done="Claim withdrawn"
  >
    <p>The claim ends, and its proof is used up. You may claim it again later.</p>
  </EndDialog>
)

const kinds = [
  ['OWNERSHIP', 'Somebody else has it'],
  ['PORTABILITY', 'The same holder moves here'],
] as const

const spelled = <T extends string>(word: T) => word.toLowerCase() as Lowercase<T>

export function MakeClaim() {
  const [kind, setKind] = useState<ClaimKind>('OWNERSHIP')
  const types = Object.entries(aliasTypes).filter(([type]) => isClaimable(spelled(kind), spelled(type)))
  return (
    <WriteDialog
      title="Claim an alias"
      action="Claim"
      document={CreateClaimDocument}
      variablesOf={(form) => ({
        input: {
          kind,
          type: textOf(form, 'type') as AliasType,
          value: textOf(form, 'value') ?? '',
          identity: textOf(form, 'identity') ?? '',
        },
      })}
      done="Claim created"
      onDone={() => navigate('/claims/outgoing')}
    >
      <SelectField
        label="Why"
        name="kind"
        options={kinds}
        onChange={(chosen) => setKind(chosen as ClaimKind)}
        hint="Every well-formed alias is accepted: a claim tells nobody whether the alias exists. It costs one of your misses."
      />
      <SelectField key={kind} label="Type" name="type" options={types} />
      <TextField label="Alias" name="value" placeholder="+1 415 555 2671" required />
      <IdentityField hint="The alias goes to this identity of yours." />
    </WriteDialog>
  )
}
