import { warningsOf } from '../endpoints/catalogue/catalogue.ts'
import type { Patch } from './line.ts'

/** Something about a line that was imported. INVARIANT (no echo): the place and the rule, never the value. */
export type Warning = {
  readonly code: 'capability_unknown' | 'address_repeated'
  readonly param: string
  readonly message: string
}

/** Warnings about a line alone: names of networks and rails that are not in the catalogue. */
export const warningsAbout = (line: Patch): readonly Warning[] =>
  line.object === 'endpoint' && line.capabilities ? warningsOf(line.capabilities) : []
