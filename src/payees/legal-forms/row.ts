/** A legal form: its country, its spellings separated by a bar, and its law. */
export type LegalFormRow = readonly [country: string, spellings: string, source: string]
