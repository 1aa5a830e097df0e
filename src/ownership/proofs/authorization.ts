import { createHash } from 'node:crypto'
import type { Keyring } from '../../vault/keyring.ts'
import { linkParts } from '../challenges/rules.ts'

/** The subject of a proof: the alias, or the claim, with the id `subjectId`. Ids are uuids. */
export type Claimant = { consumerId: string; livemode: boolean; subjectId: string }

const wellKnown = '.well-known/signpost-challenge'

/** The content that a host or a page has to publish. */
export type Authorization = {
  host: string
  /** The key authorization itself, and the path of the page that answers with it. */
  content: string
  url: string
  /** Its digest, and the name of the TXT record for it. */
  recordName: string
  recordValue: string
}

/**
 * The key authorization: the token, and a keyed hash of its subject. INVARIANT (no echo): a page that echoes the
 * requested path knows the token only.
 */
export function createAuthorizations(keyring: Keyring, httpsPort: number) {
  const port = httpsPort === 443 ? '' : `:${httpsPort}`
  return ({ consumerId, livemode, subjectId }: Claimant, token: string, link: string): Authorization | null => {
    const parts = linkParts(link)
    if (parts === null) return null
    const hash = keyring.hash('challenge', livemode, `authorization|${consumerId}|${livemode}|${subjectId}`)
    const content = `${token}.${hash.toString('base64url')}`
    return {
      host: parts.host,
      content,
      url: `https://${parts.host}${port}${parts.path}/${wellKnown}/${token}`,
      recordName: `_signpost-challenge.${parts.host}`,
      recordValue: createHash('sha256').update(content).digest('base64url'),
    }
  }
}

export type Authorizations = ReturnType<typeof createAuthorizations>
