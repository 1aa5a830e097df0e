import { aliases } from './aliases.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { caller, sandbox } from './caller.ts'
import { changes } from './changes.ts'
import { consent } from './consent.ts'
import { endpoints } from './endpoints.ts'
import { events } from './events.ts'
import { explanations } from './explanations.ts'
import { identities } from './identities.ts'
import { ownership } from './ownership.ts'
import { payees } from './payees.ts'
import { releases } from './releases.ts'
import { requests } from './requests.ts'
import { resolution } from './resolution.ts'
import type { Noun, Route } from './route.ts'
import { webhooks } from './webhooks.ts'

/** Nouns of REST, in the order of its documents. */
export const nouns: readonly Noun[] = [
  identities,
  aliases,
  ownership,
  endpoints,
  changes,
  consent,
  explanations,
  resolution,
  payees,
  releases,
  apiKeys,
  webhooks,
  events,
  caller,
  requests,
  audit,
  sandbox,
]

/** Every route of `/v1`: a row each, over the schema's own resolvers. */
export const routes: readonly Route[] = nouns.flatMap((noun) => noun.routes)
