import type { FastifyReply, FastifyRequest } from 'fastify'
import { nobody } from '../../kernel/call.ts'
import { SignpostError } from '../../kernel/errors.ts'
import { createFairQueue, type Place } from '../../kernel/fair-queue.ts'
import type { Logger } from '../../kernel/log.ts'
import { overloaded, queueBounds } from '../../kernel/queue-bounds.ts'
import { Distribution } from '../../observability/family.ts'

/** Shares of the places: for one consumer, and for all anonymous callers together. */
export const shares = { consumer: 3 / 4, nobody: 1 / 4 } as const

/** All anonymous callers are one owner with one share. */
const strangers = 'nobody'

export const ownerOf = ({ context }: FastifyRequest): string => {
  if (context === null || context.caller === nobody) return strangers
  return context.caller.operator === undefined ? context.caller.consumerId : 'operator'
}

export type WorkQueue = ReturnType<typeof createWorkQueue>

const waitSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const reportMs = 1_000

/** The process's one queue: at most `places` requests are at work, and the rest waits in the queue. */
export function createWorkQueue(places: number, log: Pick<Logger, 'warn'>) {
  const shareOf = (owner: string) => Math.floor(places * (owner === strangers ? shares.nobody : shares.consumer))
  const queue = createFairQueue({ places, shareOf, ...queueBounds })
  /** Waiting times of the admitted requests. */
  const waits = new Distribution(waitSeconds)
  let refused = 0
  let reporter: NodeJS.Timeout | undefined

  function report(): void {
    reporter = undefined
    // Log one line for all refusals: a line each would add load.
    log.warn({ refused }, 'overloaded: requests were refused')
    refused = 0
  }

  /** Continues once the request has a place, which it returns when its work is done. Calls `held` for a delayed refusal. */
  function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: SignpostError) => void,
    held: () => void,
  ): void {
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
      // Work for a disconnected client keeps its place until it ends.
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
      // A request that has waited for its place gets its refusal without a further delay.
      if (why === 'waited') return end(() => overloaded(why))
      request.body = undefined
      held()
      holdBack(() => end(() => overloaded(why)))
    })
  }
  return { queue, waits, enter, stop: () => clearTimeout(reporter) }
}

/** True if the client has closed or reset its connection. */
const isGone = ({ raw: { socket } }: FastifyRequest): boolean => socket.destroyed || !socket.writable

/** Delay of a refusal in milliseconds, from and to: a range, so that refused clients don't return in waves. */
const holdMs = { from: 450, to: 700 } as const

/**
 * Delays a refusal. Clients that retry at once would otherwise keep the process busy with refusals; a delayed one costs only
 * memory.
 */
export function holdBack(answer: () => void): void {
  setTimeout(answer, holdMs.from + Math.random() * (holdMs.to - holdMs.from))
}
