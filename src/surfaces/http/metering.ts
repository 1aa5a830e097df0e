import type { FastifyInstance } from 'fastify'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { counter, Distribution, each, gauge, histogram, type Sample } from '../../observability/family.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { WorkQueue } from './work-queue.ts'

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Served = { labels: { method: string; route: string }; byClass: number[]; seconds: Distribution }

/** Counts the requests by route. A route is its pattern: no path, and so no id, becomes a label. */
export function meterRequests(fastify: FastifyInstance, metrics: Metrics): void {
  const routes = new Map<string, Map<string, Served>>()

  function servedOf(method: string, route: string): Served {
    const served = routes.get(route)?.get(method)
    if (served) return served
    const labels = { method, route }
    const first: Served = { labels, byClass: new Array(6).fill(0), seconds: new Distribution(bounds, labels) }
    routes.set(route, (routes.get(route) ?? new Map<string, Served>()).set(method, first))
    return first
  }

  fastify.addHook('onResponse', (request, reply, done) => {
    const served = servedOf(request.method, request.routeOptions.url ?? 'unmatched')
    served.byClass[Math.floor(reply.statusCode / 100)]!++
    served.seconds.note(reply.elapsedTime / 1_000)
    done()
  })

  const all = (): Served[] => [...routes.values()].flatMap((methods) => [...methods.values()])
  metrics.add(
    counter('signpost_http_requests_total', 'Requests answered, by route and class of status.', () =>
      all().flatMap(classes),
    ),
    histogram(
      'signpost_http_request_duration_seconds',
      'Time from the first byte of a request to the last of its answer, the release step included.',
      () => all().map(({ seconds }) => seconds),
    ),
  )
}

const classes = ({ labels, byClass }: Served): Sample[] =>
  byClass.flatMap((value, digit) => (value === 0 ? [] : [{ labels: { ...labels, status: `${digit}xx` }, value }]))

/** Measures the queue of requests, and counts the requests that it and the key checks refused. */
export function meterQueues(
  metrics: Metrics,
  { queue, waits }: Pick<WorkQueue, 'queue' | 'waits'>,
  keys: FairQueue,
): void {
  const refusalsOf = (name: string, { refusals }: FairQueue): Sample[] =>
    Object.entries(refusals).map(([reason, value]) => ({ labels: { queue: name, reason }, value }))
  metrics.add(
    counter('signpost_shed_requests_total', 'Requests refused as overload, before any work.', () => [
      ...refusalsOf('requests', queue),
      ...refusalsOf('keys', keys),
    ]),
    histogram('signpost_queue_wait_seconds', 'Time that requests waited for their place.', waits),
    gauge('signpost_queue_requests', 'Requests at work, and waiting requests.', () =>
      each('state', { at_work: queue.atWork, waiting: queue.waiting }),
    ),
  )
}
