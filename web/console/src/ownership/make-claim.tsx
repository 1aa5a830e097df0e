import { useState } from 'react'
import { useLocation } from 'wouter'
import { isClaimable } from '../../../../src/ownership/claims/rules.ts'
import { type AliasType, type ClaimKind, CreateClaimDocument } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { SelectField, TextField, textOf } from '../parts/field.tsx'
import { IdentityField } from '../parts/identity-field.tsx'
import { aliasTypes } from '../parts/spelling.ts'

const kinds = [
  ['OWNERSHIP', 'Somebody else has it'],
  ['PORTABILITY', 'The same holder moves here'],
] as const

const spelled = <T extends string>(word: T) => word.toLowerCase() as Lowercase<T>

export function MakeClaim() {
  const [kind, setKind] = useState<ClaimKind>('OWNERSHIP')
  const [, go] = useLocation()
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
      onDone={() => go('/claims/outgoing')}
    >
      <SelectField
        label="Why"
        name="kind"
        options={kinds}
        onChange={(chosen) => setKind(chosen as ClaimKind)}
        hint="Every well-formed alias is accepted: a claim tells nobody whether the alias exists. It costs one of your misses."
      />
      <SelectField key={kind} label="Type" name="type" options={types} />
      <TextField label="Alias" name="value" placeholder="+1 415 555 2671" isRequired />
      <IdentityField hint="The alias goes to this identity of yours." />
    </WriteDialog>
  )
}
