import { privacyRules, readPrivacy } from '../../kernel/privacy.ts'
import { readTexts } from '../../kernel/stored.ts'
import { hasTokens } from '../../registry/endpoints/endpoint-types.ts'
import type { CoveredRows } from './input.ts'

/** Reads the covered records of a stored grant. */
export const coversOf = (row: { covers_all: unknown; covers_aliases: unknown; covers_endpoints: unknown }) => ({
  all: row.covers_all === true,
  aliases: readTexts(row.covers_aliases),
  endpoints: readTexts(row.covers_endpoints),
})

/** The part of a grant that its owner may change. Ids are uuids. */
export type Terms = {
  readonly covers: CoveredRows
  readonly release: readonly string[]
  readonly expiresAt: Date | null
}

/** An undefined field is left unchanged. */
export type TermsChange = { [K in keyof Terms]?: Terms[K] | undefined }

export const coversLimits = { aliases: 100, endpoints: 50 }

const isSubset = (a: readonly string[], b: readonly string[]) => a.every((id) => b.includes(id))
const isSameSet = (a: readonly string[], b: readonly string[]) => isSubset(a, b) && isSubset(b, a)
const covered = (covers: CoveredRows, list: 'aliases' | 'endpoints', id: string) =>
  covers.all || covers[list].includes(id)

/** Each given field replaces the stored one. An endpoint that is no longer covered is removed from `release`. */
export function replaceTerms(terms: Terms, change: TermsChange): Terms {
  const { covers = terms.covers, expiresAt = terms.expiresAt } = change
  const release = change.release ?? terms.release.filter((id) => covered(covers, 'endpoints', id))
  return { covers, release, expiresAt }
}

/**
 * An approval adds its covers and releases; a given end replaces the stored one. Lists that would be longer than those of a
 * change of the grant lose the records that the identity has no more: a notice of a removal may still be due before.
 */
export function mergeTerms(
  { covers: held, release, expiresAt }: Terms,
  added: TermsChange & Pick<Terms, 'covers'>,
  living: ReadonlySet<string>,
): Terms {
  const all = held.all || added.covers.all
  const merge = (isKept: (id: string) => boolean): Terms => {
    const merged = (a: readonly string[], b: readonly string[] = []) => [...new Set([...a.filter(isKept), ...b])]
    return {
      covers: {
        all,
        aliases: all ? [] : merged(held.aliases, added.covers.aliases),
        endpoints: all ? [] : merged(held.endpoints, added.covers.endpoints),
      },
      release: merged(release, added.release),
      expiresAt: added.expiresAt === undefined ? expiresAt : added.expiresAt,
    }
  }
  const merged = merge(() => true)
  return isWithinLimits(merged) ? merged : merge((id) => living.has(id))
}

const isWithinLimits = ({ covers, release }: Terms): boolean =>
  covers.aliases.length <= coversLimits.aliases &&
  Math.max(covers.endpoints.length, release.length) <= coversLimits.endpoints

const isSameEnd = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

const isSameCover = (a: CoveredRows, b: CoveredRows): boolean =>
  a.all === b.all && isSameSet(a.aliases, b.aliases) && isSameSet(a.endpoints, b.endpoints)

/** The names of the terms that differ. */
export const changedTerms = (a: Terms, b: Terms): string[] => [
  ...(isSameCover(a.covers, b.covers) ? [] : ['covers']),
  ...(isSameSet(a.release, b.release) ? [] : ['release']),
  ...(isSameEnd(a.expiresAt, b.expiresAt) ? [] : ['expires_at']),
]

export const isSameTerms = (a: Terms, b: Terms): boolean => changedTerms(a, b).length === 0

/** True when the grantee gains anything: a record, an address, time. */
export function isWider(before: Terms, { covers, release, expiresAt }: Terms): boolean {
  const isLonger = before.expiresAt !== null && (expiresAt === null || expiresAt > before.expiresAt)
  return (
    isLonger ||
    !isSubset(release, before.release) ||
    (covers.all && !before.covers.all) ||
    covers.aliases.some((id) => !covered(before.covers, 'aliases', id)) ||
    covers.endpoints.some((id) => !covered(before.covers, 'endpoints', id))
  )
}

/** Registered aliases and active endpoints of an identity, with their stored levels. */
export type Coverable = {
  readonly aliases: readonly { readonly id: string; readonly privacy_level: string | null }[]
  readonly endpoints: readonly { readonly id: string; readonly privacy_level: string | null; readonly type: string }[]
}

/**
 * Lists everything that a grantee sees under these terms, and the addresses that it may have. A public bank account
 * counts if it is covered, because its token is shown then. Without an alias that resolves nothing is seen.
 */
function visibleUnder({ covers, release }: Terms, { aliases, endpoints }: Coverable): string[] {
  const resolving = aliases.filter(({ id, privacy_level }) => {
    const { alias } = privacyRules[readPrivacy(privacy_level)]
    return alias === 'always' || (alias === 'granted' && covered(covers, 'aliases', id))
  })
  if (resolving.length === 0) return []
  const opened = endpoints.filter(({ id, privacy_level, type }) => {
    const { endpoint } = privacyRules[readPrivacy(privacy_level)]
    const isOpened = endpoint === 'granted' || (endpoint === 'always' && (hasTokens(type) || release.includes(id)))
    return isOpened && covered(covers, 'endpoints', id)
  })
  return [...resolving.map(({ id }) => id), ...opened.map(({ id }) => `${id} ${release.includes(id)}`)]
}

/** True if the grantee is to be notified: its end changed, or a record that it sees or an address that it may have. */
export const isChangedForGrantee = (before: Terms, after: Terms, rows: Coverable): boolean =>
  !isSameEnd(before.expiresAt, after.expiresAt) || !isSameSet(visibleUnder(before, rows), visibleUnder(after, rows))
