import { expect, test } from 'vitest'
import { openerFinding } from '../../src/cli/operate/doctor/findings.ts'

const apart = { isSealed: true, isPublished: true }
const calm = { running: 1, stopped: 0, dayShare: 0.25, stoppedConsumers: 0, waiting: 0, oldestSeconds: 0 }

test.each([
  [{ isSealed: false, isPublished: false }, {}, 'good', 'built into the gateways'],
  [{ isSealed: true, isPublished: false }, {}, 'warning', '503'],
  [apart, {}, 'good', '1 running, 25 % of the day used'],
  [apart, { stopped: 1, running: 0, dayShare: 1 }, 'bad', 'OPENER_PER_DAY'],
  [apart, { running: 0, waiting: 3 }, 'bad', '3 live releases wait'],
  [apart, { waiting: 9, oldestSeconds: 301, stoppedConsumers: 1 }, 'bad', 'more than 5 minutes'],
  [apart, { waiting: 9, oldestSeconds: 299, stoppedConsumers: 1 }, 'warning', 'OPENER_CONSUMER_PER_DAY'],
] as const)('doctor reports the opener’s state: %j %j is %s', (mode, facts, state, text) => {
  const finding = openerFinding(mode, { ...calm, ...facts })
  expect(finding.state).toBe(state)
  expect(finding.found).toContain(text)
  expect(finding.todo === undefined).toBe(state === 'good')
})
