import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { methodsFor } from '../../../../src/ownership/challenges/rules.ts'
import type { AliasType, ChallengeMethod } from '../generated/documents.ts'
import { WriteDialog } from '../parts/dialog.tsx'
import { ChoiceField, textOf } from '../parts/field.tsx'
import { navigate } from '../parts/location.ts'

/** The methods of proof in words. */
export const methods: Record<ChallengeMethod, { text: string; hint: string }> = {
  SMS_CODE: { text: 'Code by text message', hint: 'We send 8 digits to the number. They hold for 10 minutes.' },
  EMAIL_CODE: { text: 'Code by e-mail', hint: 'We send 8 digits to the address. They hold for 10 minutes.' },
  DNS_TXT: { text: 'DNS record', hint: 'You add a TXT record to the domain. You have a week.' },
  WELL_KNOWN: { text: 'Page on the site', hint: 'You put a page below the link. You have a week.' },
}

type Alias = { type: AliasType; value: string }

/** Methods that prove control of an alias, by the service's own rule. None for a name that is only registered here. */
export const methodsOf = ({ type, value }: Alias): ChallengeMethod[] =>
  methodsFor(type.toLowerCase(), value).map((method) => method.toUpperCase() as ChallengeMethod)

type Props<D> = {
  title: string
  /** The record to prove: an alias, or a claim of one. */
  alias: Alias & { id: string }
  document: TypedDocumentNode<D, { id: string; method: ChallengeMethod }>
  challengeOf: (started: D) => string | null
  children: string
}

/** Starts a challenge by one of the methods that the alias's type has, and goes to it. */
export function MethodDialog<D>({ title, alias, document, challengeOf, children }: Props<D>) {
  const offered = methodsOf(alias).map((value) => ({ value, ...methods[value] }))
  return (
    <WriteDialog
      title={title}
      action="Start"
      document={document}
      variablesOf={(form) => ({ id: alias.id, method: textOf(form, 'method') as ChallengeMethod })}
      onDone={(started) => {
        const id = challengeOf(started)
        if (id) navigate(`/challenges/${id}`)
      }}
    >
      <p>{children}</p>
      <ChoiceField legend="How" name="method" options={offered} value={offered[0]?.value} />
    </WriteDialog>
  )
}
