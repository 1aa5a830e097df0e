import { SingleBar } from 'cli-progress'
import type { Obstacle, RenormalizationReport } from '../../registry/renormalization/service.ts'
import { operatorCall, withApp } from '../app.ts'

type Options = { apply?: boolean; batch: number; json?: boolean }

function sentence(obstacle: Obstacle): string {
  const named = `${obstacle.alias} (${obstacle.type})`
  if (obstacle.kind === 'collision') return `${named} collides with ${obstacle.with}`
  if (obstacle.kind === 'claimed') return `${named} is being claimed: run this again when the claim has ended`
  return obstacle.kind === 'unmarked'
    ? `${named} differs from its seal: release it and register it again`
    : `${named} is refused: ${obstacle.code}`
}

function print({ kept, moved, obstacles }: RenormalizationReport, { apply, json }: Options): void {
  if (json) {
    console.log(JSON.stringify({ applied: apply ?? false, kept, moved, obstacles }))
    return
  }
  for (const obstacle of obstacles) console.log(sentence(obstacle))
  console.log(
    apply
      ? `${moved} moved, ${kept} kept, ${obstacles.length} unchanged.`
      : `Dry run: ${moved} would move, ${kept} would be kept, ${obstacles.length} would be left. Run again with --apply.`,
  )
}

export async function renormalize(options: Options): Promise<void> {
  await withApp(async (app) => {
    const bar = new SingleBar({ format: '{bar} {value}/{total} aliases, {eta_formatted} left', stream: process.stderr })
    const report = await app.services.registryCommands
      .renormalize(operatorCall(app), {
        isApplied: options.apply ?? false,
        batchSize: options.batch,
        onStart: (total) => bar.start(total, 0),
        onProgress: (done) => bar.update(done),
      })
      .finally(() => bar.stop())
    print(report, options)
    if (report.obstacles.length > 0) process.exitCode = 1
  })
}
