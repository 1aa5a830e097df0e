import cliProgress from 'cli-progress'
import type { MoveProgress } from '../database/partitions/moving.ts'

/** Shows on standard error how far a move of rows is: as a bar on a terminal, elsewhere as a line at each tenth. */
export function showMove(): { onProgress: (progress: MoveProgress) => void; stop: () => void } {
  const bar = new cliProgress.SingleBar({
    format: 'Moving rows {bar} {percentage}% | {value}/{total} pages | {eta_formatted} left',
    stream: process.stderr,
    noTTYOutput: false,
  })
  let told = 0
  return {
    onProgress({ done, total }) {
      const tenths = Math.floor((10 * done) / total)
      if (process.stderr.isTTY) {
        if (told === 0) bar.start(total, done)
        bar.update(done)
      } else if (tenths > told) process.stderr.write(`Moving rows: ${10 * tenths} % of ${total} pages.\n`)
      told = Math.max(told, tenths, 0.5)
    },
    stop: () => bar.stop(),
  }
}
