import type { SearchRow } from '../../src/surfaces/pages/docs/site.ts'

export function createSearch(library: object, rows: readonly SearchRow[]): (words: string) => SearchRow[]
