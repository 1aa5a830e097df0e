/** A legal form: the state that has it, its spellings separated by a bar, and the law that it is from. */
export type LegalFormRow = readonly [country: string, spellings: string, source: string]
