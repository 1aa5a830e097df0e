import type { Pool } from 'pg'
import { channels } from '../../database/listener.ts'

const pauseMs = 20

/**
 * Tells every worker that deliveries are due. Called after the commit: a NOTIFY inside a transaction serializes commits.
 * Many calls in a moment become one or two notifications, and one that is lost costs no more than the workers' poll.
 */
export function createWakeUp(pool: Pool): () => void {
  let isResting = false
  let isCalled = false
  const send = () => {
    isResting = true
    isCalled = false
    pool.query(`notify ${channels.deliveries}`).catch(() => undefined)
    setTimeout(() => {
      isResting = false
      if (isCalled) send()
    }, pauseMs).unref()
  }
  return () => {
    isCalled = true
    if (!isResting) send()
  }
}
