/** Messages that state a rule. INVARIANT (no echo): they are made from the rule alone, never from the input. */

export const mustBeOneOf = (values: readonly string[]): string => `The value must be one of: ${values.join(', ')}.`

export const mustBeBoolean = 'The value must be true or false.'
export const mustBeText = 'The value must be text.'
export const mustNotBeNull = 'The value must not be null: omit the parameter instead.'
export const mustBeTextUpTo = (length: number): string =>
  `The value must be text of at most ${length} characters, without a NUL or half a character.`
export const mustBeNumber = 'The value must be a number of at most 15 significant digits.'
export const mustBeAmount = 'The value must be a number from 0, of at most 15 significant digits.'
export const mustBeWholeNumber = (from: number, to: number): string =>
  `The value must be a whole number from ${from} to ${to}.`
export const mustBeList = (from: number, to: number): string => `The value must be a list of ${from} to ${to}.`
