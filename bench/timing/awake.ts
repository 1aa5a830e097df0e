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
 * Keeps the processors from falling asleep while answers are awaited: waking up takes now this long, now that, by more than
 * what is judged. One process each spins under the idle policy, which gives way to everything else; without `chrt` (Linux)
 * there are none.
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
