import { SignpostError } from '../../../kernel/errors.ts'
import type { Capability } from '../capability.ts'
import { type CatalogueRow, foldName, networkName, networks, rails } from './names.ts'

export type CatalogueEntry = CatalogueRow & { readonly isChecked?: boolean }
export type Catalogue = { readonly networks: readonly CatalogueEntry[]; readonly rails: readonly CatalogueEntry[] }

/** The published catalogue: the same for every caller. */
export const catalogue: Catalogue = {
  networks: networks.map(({ name, title, names, rule }) => ({ name, title, names, isChecked: rule !== null })),
  rails,
}

const publishedBy = (rows: readonly CatalogueRow[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(({ name, names }) => [name, ...names].map((one) => [foldName(one), name])))

const publishedNetworks = publishedBy(networks)
const publishedRails = publishedBy(rails)

/**
 * Returns the published name for an owner's spelling, or undefined if it is not in the catalogue: it is the owner's
 * text then.
 */
export const publishedName = {
  network: (name: string) => publishedNetworks.get(networkName(name)),
  rail: (name: string) => publishedRails.get(foldName(name)),
} as const

/** Warning beside a success. INVARIANT (no echo): it has the place, never the name. */
export type Warning = { readonly code: 'capability_unknown'; readonly param: string; readonly message: string }

const messages = {
  network: 'The network is not in the catalogue: payers may not find this endpoint by it.',
  rail: 'The rail is not in the catalogue: payers may not find this endpoint by it.',
} as const

const unknownIn = (capabilities: readonly Capability[]) =>
  capabilities.flatMap((capability, at) =>
    (['network', 'rail'] as const)
      .map((field) => ({ field, name: capability[field], param: `capabilities.${at}.${field}` }))
      .filter(({ field, name }) => name !== undefined && !publishedName[field](name)),
  )

/** The names that are not in the catalogue, each by its place. */
export const warningsOf = (capabilities: readonly Capability[]): Warning[] =>
  unknownIn(capabilities).map(({ field, param }) => ({ code: 'capability_unknown', param, message: messages[field] }))

/** `open` accepts names that are not in the catalogue, with a warning; `strict` refuses them. */
export const catalogueModes = ['open', 'strict'] as const
export type CatalogueMode = (typeof catalogueModes)[number]

/**
 * Refuses a name that is not in the catalogue, unless it is already stored. @throws SignpostError capability_unknown
 */
export function requireKnown(
  mode: CatalogueMode,
  capabilities: readonly Capability[],
  stored: readonly Capability[] = [],
): void {
  if (mode === 'open') return
  const refused = unknownIn(capabilities).find(({ field, name }) => !stored.some((kept) => kept[field] === name))
  if (refused) throw new SignpostError('capability_unknown', { param: refused.param })
}
