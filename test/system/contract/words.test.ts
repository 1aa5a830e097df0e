import { expect, test } from 'vitest'
import { allowed, allows, findingsIn, plainWords, texts } from './words.ts'

const all = texts()
const findings = all.flatMap(({ file, text }) => findingsIn(file, text))

test('sources, tests, pages and documents use the usual words of the trade', () => {
  const refused = findings.filter((finding) => !allowed.some((one) => allows(one, finding)))
  expect(refused.map(({ file, line, word }) => `${file}:${line} says ${word}: say ${plainWords[word]!.say}`)).toEqual(
    [],
  )
  expect(all.length).toBeGreaterThan(600)
})

test.each(allowed)('$word is still needed, because it is $because', (one) => {
  expect(findings.some((finding) => allows(one, finding))).toBe(true)
})

test.each([
  ['card', '/** Refreshes the cards. */'],
  ['slot', 'const takenSlot = 1'],
  ['outlet', 'createOutlet(parts)'],
  ['release floor', 'await app.releaseFloor(kind)'],
  ['patience', 'const patienceMs = 5'],
  ['planted', "test('planted: two are created')"],
  ['bed', 'const bed = await makeBed()'],
  ['heed', 'A gateway heeds it.'],
  ['anew', 'Seals everything anew.'],
  ['for good', 'Closing is for good.'],
  ['called off', 'The statement is called off.'],
  ['short way', 'test/system/browser/short-way.test.ts'],
  ['every', 'everyMs: 1_000'],
])('control: %s is found', (word, text) => {
  expect(findingsIn('src/x.ts', text).map((finding) => finding.word)).toEqual([word])
})

test.each(['alias_reservation', 'every request', 'RESPONSE_STEP_SINGLE_MS', 'described', 'a discarded cardinality'])(
  '%s is no such word',
  (text) => {
    expect(findingsIn('src/x.ts', text)).toEqual([])
  },
)

/** Comments whose first word promises a subject and leaves it out. */
const riddle = /^\s*(?:\/\/|\/\*\*?|\*)\s*(?:What|Whether|Who|Whose|How|So many)\b/

test('comments begin with a verb or name their subject', () => {
  const riddles = all
    .filter(({ file }) => /\.(?:tsx?|m?js)$/.test(file) && !file.includes('generated'))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, index) => (riddle.test(line) ? [`${file}:${index + 1}`] : [])),
    )
  expect(riddles).toEqual([])
})
