import { methodsFor } from '../../../../src/ownership/challenges/rules.ts'
import type { AliasType, ChallengeMethod } from '../generated/documents.ts'

type Told = { name: string; text: string }

/** Display name of each method. */
export const methods: Record<ChallengeMethod, Told> = {
  SMS_CODE: { name: 'Code by text message', text: 'We send 8 digits to the number. They hold for 10 minutes.' },
  EMAIL_CODE: { name: 'Code by e-mail', text: 'We send 8 digits to the address. They hold for 10 minutes.' },
  DNS_TXT: { name: 'DNS record', text: 'You add a TXT record to the domain. You have a week.' },
  WELL_KNOWN: { name: 'Page on the site', text: 'You put a page below the link. You have a week.' },
}

type Alias = { type: AliasType; value: string }

/** Methods that prove control of an alias, by the service's own rule. None for a name that is only registered here. */
export const methodsOf = ({ type, value }: Alias): ChallengeMethod[] =>
  methodsFor(type.toLowerCase(), value).map((method) => method.toUpperCase() as ChallengeMethod)

/** A code is typed by hand; a domain is checked by the service. */
export const isCode = (method: ChallengeMethod): boolean => method === 'SMS_CODE' || method === 'EMAIL_CODE'
