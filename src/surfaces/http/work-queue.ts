import type { FastifyReply, FastifyRequest } from 'fastify'
import { nobody } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createFairQueue, type FairQueue, overloaded, type Place, queueBounds } from '../../kernel/fair-queue.ts'
import type { Logger } from '../../kernel/log.ts'
import { Distribution } from '../../observability/distribution.ts'
import { holdBack } from './holding.ts'
import { isGone } from './presence.ts'

/** Of the places, what one consumer may have, and what all who have no key may have together. */
export const shares = { consumer: 3 / 4, nobody: 1 / 4 } as const

/** Whoever has no key is one owner: strangers in all hold no more than their share. */
const strangers = 'nobody'

export const ownerOf = ({ context }: FastifyRequest): string => {
  if (context === null || context.caller === nobody) return strangers
  return context.caller.operator === undefined ? context.caller.consumerId : 'operator'
}

export type WorkQueue = {
  queue: FairQueue
  /** How long those that were let in had waited. */
  waits: Distribution
  /** Goes on when the request has a place, which it gives back when its work is over. */
  enter(request: FastifyRequest, reply: FastifyReply, done: (error?: SignpostError) => void): void
  stop(): void
}

const waitSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const reportMs = 1_000

/** The process's one queue: what is let in shares the process with so many others at most, and the rest waits in turn. */
export function createWorkQueue(places: number, log: Pick<Logger, 'warn'>): WorkQueue {
  const shareOf = (owner: string) => Math.floor(places * (owner === strangers ? shares.nobody : shares.consumer))
  const queue = createFairQueue({ places, shareOf, ...queueBounds })
  const waits = new Distribution(waitSeconds)
  let refused = 0
  let reporter: NodeJS.Timeout | undefined

  function report(): void {
    reporter = undefined
    // One line for all of them: a line each would be load, too.
    log.warn({ refused }, 'overloaded: requests were refused')
    refused = 0
  }

  function enter(request: FastifyRequest, reply: FastifyReply, done: (error?: SignpostError) => void): void {
    const { context } = request
    const since = performance.now()
    let place: Place | null = null
    let isWaiting = true
    const end = (refusal?: () => SignpostError): void => {
      if (!isWaiting) return
      isWaiting = false
      if (refusal) place?.leave()
      done(refusal?.())
    }
    const gone = () => new SignpostError('request_timeout')
    reply.raw.on('prefinish', () => place?.leave())
    reply.raw.on('close', () => {
      end(gone)
      // What is under way for a client that has left still takes its place: it leaves with its work.
      if (!context?.isAtWork) place?.leave()
    })
    const begin = (given: Place) => {
      place = given
      if (isGone(request)) return end(gone)
      const waitedMs = performance.now() - since
      waits.note(waitedMs / 1_000)
      if (context) Object.assign(context, { place, waitedMs })
      end()
    }
    place = queue.enter(ownerOf(request), begin, (why) => {
      refused++
      reporter ??= setTimeout(report, reportMs).unref()
      // Whoever waited a second has waited long enough.
      if (why === 'waited') end(() => overloaded(why))
      else holdBack(() => end(() => overloaded(why)))
    })
  }
  return { queue, waits, enter, stop: () => clearTimeout(reporter) }
}
