/** The outcome of one check, and what to do about it. */
export type Finding = { check: string; state: 'good' | 'warning' | 'bad'; found: string; todo?: string }
