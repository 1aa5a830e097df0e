import type { Span } from '@opentelemetry/api'
import { lookUpOpening } from '../database/tracing.ts'
import type { Tracing } from '../observability/tracing.ts'
import { fail } from '../observability/tracing-failure.ts'
import type { LookUp, ResolutionFactsLoader } from './store.ts'

type Wait = { span: Span; asked: number; pending: number }

/**
 * A span for the time that a resolver waits for its look-ups. The statement is shared by all requests under way and so is
 * nobody's child: each of them has its own wait for it instead.
 */
export function traceLookUps(facts: ResolutionFactsLoader, tracing: Tracing): ResolutionFactsLoader {
  const waits = new WeakMap<Span, Wait>()

  function waitOf(resolver: Span): Wait {
    const begun = waits.get(resolver)
    if (begun) return begun
    const wait = { span: tracing.start('SELECT alias', lookUpOpening), asked: 0, pending: 0 }
    waits.set(resolver, wait)
    return wait
  }

  return {
    load(lookUp: LookUp) {
      const resolver = tracing.current()
      const loading = tracing.outside(() => facts.load(lookUp))
      if (!resolver) return loading
      const wait = waitOf(resolver)
      wait.asked++
      wait.pending++
      const settle = () => {
        if (--wait.pending > 0) return
        waits.delete(resolver)
        wait.span.setAttribute('db.operation.batch.size', wait.asked)
        wait.span.end()
      }
      loading.then(settle, (error) => {
        fail(wait.span, error)
        settle()
      })
      return loading
    },
  }
}
