import { expect, test } from 'vitest'
import { keyReadings } from '../../../src/access/authentication.ts'
import { keyQueueBounds } from '../../../src/access/key-cache.ts'
import { unauthenticatedLimits } from '../../../src/access/quotas/client-network.ts'
import { readConfig } from '../../../src/config/config.ts'
import { queueBounds } from '../../../src/kernel/queue-bounds.ts'
import { textBounds } from '../../../src/surfaces/graphql/limits.ts'
import { valueBounds } from '../../../src/surfaces/http/json.ts'
import { maxHeaderSize, maxPipelined } from '../../../src/surfaces/http/server.ts'
import { shares } from '../../../src/surfaces/http/work-queue.ts'
import { readRepo } from './observing.ts'

const config = readConfig({})
const count = (value: number) => value.toLocaleString('en-US')
const kib = (bytes: number) => `${bytes / 1024} KiB`
const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`
const rate = ({ size, refillPerSecond }: { size: number; refillPerSecond: number }) =>
  `${size} at once, ${refillPerSecond}/s`

/** The rows of the table as the code has them: what, for one network, in all. */
const rows: [what: string, network: string, all: string][] = [
  [
    'open connections',
    count(config.maxConnections * unauthenticatedLimits.networkShare),
    `${count(config.maxConnections)} (\`MAX_CONNECTIONS\`)`,
  ],
  [
    'headers of a request',
    `${kib(maxHeaderSize)}, ${config.headersTimeoutMs / 1_000} s (\`HEADERS_TIMEOUT_MS\`)`,
    'the connections',
  ],
  ['requests sent on a connection before an answer', `${maxPipelined}, one at work`, 'the connections'],
  [
    'pieces of a body',
    `${unauthenticatedLimits.pieces.free}, and one more for each ${unauthenticatedLimits.pieces.bytesEach} bytes`,
    'the connections',
  ],
  ['a request in all', `${config.requestTimeoutMs / 1_000} s (\`REQUEST_TIMEOUT_MS\`)`, 'the connections'],
  ['a body without a key', `${kib(unauthenticatedLimits.keylessBodyBytes)}, its length declared`, ''],
  ['requests at work', '', `${config.maxInFlight * shares.nobody}, all without a key together`],
  ['requests that wait', '', `${queueBounds.waiting}, all without a key together`],
  [
    'finished answers that nobody reads',
    mib(unauthenticatedLimits.unreadBytes.perNetwork),
    mib(unauthenticatedLimits.unreadBytes.total),
  ],
  ['failed authentications', `${rate(config.quotas.unauthenticated)} (\`unauthenticated\`)`, ''],
  [
    'look-ups of unknown keys',
    '',
    `${keyReadings} at once, in turn by network; beyond failed authentications: one statement at a time, ${keyQueueBounds.batch} keys each, every ${keyQueueBounds.intervalMs} ms; ${count(keyQueueBounds.waiting)} wait`,
  ],
  ['lines of the log', '', rate(unauthenticatedLimits.logLines)],
]

test('the table of limits before the key is known has the numbers of the code', () => {
  const text = readRepo('docs/reference/limits.md')
  const section = text.slice(
    text.indexOf('## Before the key is known'),
    text.indexOf('## What each operation tells and costs'),
  )
  const written = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| What'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim()),
    )
  expect(written).toEqual(rows)
  expect(section).toContain(`the text has ${kib(textBounds.bytes)} and ${textBounds.lines} lines at most`)
  expect(section.replaceAll('\n', ' ')).toContain(
    `the JSON around it has ${count(valueBounds.values)} values at most and ${count(valueBounds.list)} in a list or an object`,
  )
  const queue = [
    `(\`MAX_IN_FLIGHT\`, ${config.maxInFlight})`,
    `${queueBounds.waiting} of one consumer and ${count(queueBounds.waitingInAll)} in all`,
    `${queueBounds.waitMs / 1_000} s`,
  ]
  for (const words of queue) expect(section.replaceAll('\n', ' ')).toContain(words)
})
