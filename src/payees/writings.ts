const scripts = (
  'Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee Khmer Mongolian Syriac Thaana Coptic Canadian_Aboriginal'
).split(' ')

/** DECISION: as in UTS 39, the scripts of Japanese count as one, and so do those of Korean and of Chinese. */
const writings = [...scripts, 'Han Hiragana Katakana', 'Han Hangul', 'Han Bopomofo'].map((names) =>
  names
    .split(' ')
    .map((name) => `\\p{Script=${name}}`)
    .join(''),
)
/** The scripts without a name here count as one. */
const ofOneWriting = new RegExp(
  `^(?:${writings.map((letters) => `[${letters}]*`).join('|')}|[^${writings.join('')}]*)$`,
  'u',
)
const neutral = /[\P{L}\p{Script=Common}\p{Script=Inherited}]+/gu

/** True if a word has letters of two scripts, such as a Cyrillic one among Latin ones. */
export const mixesScripts = (word: string): boolean =>
  !/^[a-z0-9]*$/.test(word) && !ofOneWriting.test(word.replace(neutral, ''))
