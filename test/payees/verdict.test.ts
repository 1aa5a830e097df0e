import { expect, test } from 'vitest'
import { judgeCheck, type NameVerdict } from '../../src/payees/checks/verdict.ts'
import { readPlainName } from '../../src/payees/names/input.ts'
import { readAsked, readIdentification, readRegistered } from '../../src/payees/rules.ts'

const asked = readAsked(readPlainName({ name: 'John Smith' }).words)
const said = { same: 'John Smith', close: 'Smith John', other: 'Jane Doe' } as const
type Name = readonly [keyof typeof said, 'attested' | 'declared']
const attested: Name = ['same', 'attested']
const declared: Name = ['same', 'declared']
const closeAttested: Name = ['close', 'attested']
const closeDeclared: Name = ['close', 'declared']

const judge = (names: readonly Name[], more: object = {}): NameVerdict =>
  judgeCheck(asked, {
    closeMatch: 'on',
    declaredMatch: 'on',
    acceptsDeclared: false,
    names: names.map(([how, basis]) => ({ basis, name: readRegistered({ kind: 'legal', name: said[how] }, 'user')! })),
    ...more,
  })

/** From the best to the least: what a payer is told of a name, alone or beside any that comes later. */
const order: readonly (readonly [Name, NameVerdict])[] = [
  [attested, { verdict: 'match', basis: 'attested' }],
  [closeAttested, { verdict: 'close_match', basis: 'attested' }],
  [declared, { verdict: 'declared_match', basis: 'declared' }],
  [closeDeclared, { verdict: 'close_match', basis: 'declared' }],
  [['other', 'attested'], { verdict: 'no_match', basis: null }],
  [['other', 'declared'], { verdict: 'no_match', basis: null }],
]

test('of several names the best verdict counts, with its basis, in any order of registration', () => {
  for (const [at, [name, verdict]] of order.entries())
    for (const [other] of order.slice(at)) {
      expect(judge([name, other])).toEqual(verdict)
      expect(judge([other, name])).toEqual(verdict)
    }
})

test('a verdict that a switch turns off is no match before the order is applied', () => {
  const turnedOff = judge([declared, closeAttested], { closeMatch: 'off' })
  expect(turnedOff).toEqual({ verdict: 'declared_match', basis: 'declared' })
  const left = judge([declared, closeDeclared], { declaredMatch: 'off' })
  expect(left).toEqual({ verdict: 'close_match', basis: 'declared' })
  for (const position of ['off', '', 'x'])
    expect(judge([declared], { declaredMatch: position })).toEqual({ verdict: 'no_match', basis: null })
  expect(judge([attested], { declaredMatch: 'off', closeMatch: 'off' }).verdict).toBe('match')
})

test('where the operator accepts the word of owners a name is a match, and an identification is not', () => {
  const accepted = { acceptsDeclared: true, declaredMatch: 'off' }
  expect(judge([declared], accepted)).toEqual({ verdict: 'match', basis: 'declared' })
  expect(judge([declared, closeAttested], accepted).basis).toBe('declared')
  expect(judge([declared, attested], accepted).basis).toBe('attested')
  const lei = { scheme: 'lei', value: '529900T8BM49AURSDO55' }
  const told = judgeCheck(readIdentification(lei), {
    ...{ closeMatch: 'on', declaredMatch: 'on', acceptsDeclared: true },
    names: [{ basis: 'declared', name: readRegistered({ kind: 'identification', ...lei }, 'business')! }],
  })
  expect(told).toEqual({ verdict: 'declared_match', basis: 'declared' })
})
