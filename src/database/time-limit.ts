import { LinkedList } from '../kernel/linked-list.ts'

type UnderWay = { readonly since: number; readonly giveUp: (error: Error) => void }

/**
 * Gives up on work that takes longer than `limitMs`, at most a quarter later: then it rejects as the driver's own limit does,
 * while the work goes on. One clock looks after all of it.
 *
 * DECISION: not the driver's limit, a timer for each statement. What such a timer refers to, the rows among it, outlived
 * small collections until the next large one, which made each of the small ones longer.
 */
export function createTimeLimit(limitMs: number) {
  const underWay = new LinkedList<UnderWay>()
  let clock: NodeJS.Timeout | undefined

  function look(): void {
    const begunBefore = performance.now() - limitMs
    const late: UnderWay[] = []
    for (const work of underWay) {
      if (work.since > begunBefore) break
      late.push(work)
    }
    // What was answered while this process was busy is not late: its answer is read between the timers and this.
    if (late.length > 0) setImmediate(giveUpAll, late)
    if (underWay.size > 0) return
    clearInterval(clock)
    clock = undefined
  }

  function giveUpAll(late: readonly UnderWay[]): void {
    for (const { giveUp } of late) giveUp(new Error('Query read timeout'))
  }

  return <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const giveUp = (error: Error) => {
        if (end()) reject(error)
      }
      const link = underWay.add({ since: performance.now(), giveUp })
      clock ??= setInterval(look, limitMs / 4).unref()
      const end = () => underWay.remove(link)
      work.then(
        (result) => {
          end()
          resolve(result)
        },
        (error) => {
          end()
          reject(error)
        },
      )
    })
}
