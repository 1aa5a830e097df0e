import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const spinning = `
  process.on('disconnect', () => process.exit())
  const spin = () => {
    const until = performance.now() + 5
    while (performance.now() < until);
    setImmediate(spin)
  }
  spin()`

/**
 * Keeps the processors from sleeping between answers: the time to wake up varies by more than the judged differences.
 * One process each spins under the idle policy, which yields to all other work; without `chrt` (Linux) there are none.
 */
export function keepAwake(): { stop(): void } {
  const spinners = Array.from({ length: availableParallelism() }, (): ChildProcess => {
    const spinner = spawn('chrt', ['-i', '0', process.execPath, '-e', spinning], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    spinner.on('error', () => undefined)
    return spinner
  })
  return { stop: () => spinners.forEach((spinner) => void spinner.kill()) }
}
