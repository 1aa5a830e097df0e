import { describe, expect, test } from 'vitest'
import { claimDirections, claimKinds, claimReasons, claimStatuses } from '../../src/ownership/claims/rules.ts'
import { actionsOf, claimStory, type ToldClaim } from '../../web/console/src/ownership/claim-story.ts'

const shouted = <T extends string>(words: readonly T[]) => words.map((word) => word.toUpperCase() as Uppercase<T>)

const claims: ToldClaim[] = shouted(claimDirections).flatMap((direction) =>
  shouted(claimKinds).flatMap((kind) =>
    shouted(claimStatuses).flatMap((status) =>
      [null, ...shouted(claimReasons)].map((reason) => ({ direction, kind, status, reason })),
    ),
  ),
)

describe('the story of a claim', () => {
  test('every direction, kind, state and reason has a sentence', () => {
    for (const claim of claims) expect(claimStory(claim)).toMatch(/^[A-Z].*\.$/)
  })

  test('each side is offered its own actions only', () => {
    const holders = ['confirm', 'refuse', 'contest']
    for (const claim of claims) {
      for (const action of actionsOf(claim)) {
        expect([claim, holders.includes(action)]).toEqual([claim, claim.direction === 'INCOMING'])
      }
    }
  })

  test('an ended claim offers nothing, and a claim of ownership can’t be refused without a proof', () => {
    for (const claim of claims) {
      const actions = actionsOf(claim)
      if (['COMPLETED', 'CANCELLED', 'EXPIRED'].includes(claim.status)) expect(actions).toEqual([])
      if (claim.kind === 'OWNERSHIP') expect(actions).not.toContain('refuse')
      if (claim.kind === 'PORTABILITY') expect(actions).not.toContain('contest')
    }
  })
})
