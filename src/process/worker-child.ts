import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../kernel/log.ts'

const restartMs = 1_000

/** TypeScript in the repository, JavaScript in the package. */
const commandLine = fileURLToPath(new URL(`../cli/main${extname(import.meta.url)}`, import.meta.url))

export type WorkerChild = { stop(): Promise<void>; kill(): void }

/** Keeps one `signpost worker` as a child of this process: it reads the same environment, and another follows when it dies. */
export function keepWorkerChild(log: Logger, onFork: (child: ChildProcess) => void = () => undefined): WorkerChild {
  let isStopping = false
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    child = fork(commandLine, ['worker'], { stdio: 'inherit' })
    onFork(child)
    child.once('exit', (code, signal) => {
      if (isStopping) return
      log.error({ code, signal }, 'the webhook worker died: another takes its place')
      timer = setTimeout(start, restartMs)
    })
  }
  start()

  const end = (): boolean => {
    isStopping = true
    clearTimeout(timer)
    return child?.exitCode === null && child.signalCode === null
  }
  return {
    async stop() {
      if (!end()) return
      const gone = once(child!, 'exit')
      child!.kill('SIGTERM')
      await gone
    },
    kill() {
      if (end()) child!.kill('SIGKILL')
    },
  }
}
