import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Logger } from '../log.ts'

const restartMs = 1_000

/** `signpost worker` as a child of the root process: started again when it ends, ended with it. */
export function startWorkerChild(log: Logger): { stop(): Promise<void> } {
  let isStopping = false
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    child = fork(join(import.meta.dirname, 'main.ts'), ['worker'])
    child.once('exit', (code) => {
      if (isStopping) return
      log.warn({ code }, 'the webhook worker ended and is started again')
      timer = setTimeout(start, restartMs)
    })
  }
  start()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
