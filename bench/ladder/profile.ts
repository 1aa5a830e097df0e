import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { note, startFixture } from './fixture.ts'
import { type CpuProfile, flameGraph, readProfile, roomsOf } from './flame.ts'
import { drive } from './load.ts'
import { loadOf, questions } from './questions.ts'

/** Profiles the service under load, a question at a time: flame graphs, and where the time of a request goes. */
const asked = { rest: questions.single, graphql: questions.graphqlSingle, bulk: questions.bulk }
const shown = 24

const fixture = await startFixture()
const folder = mkdtempSync(join(tmpdir(), 'signpost-profile-'))
try {
  const registry = await fixture.registry(50_000)
  for (const [name, question] of Object.entries(asked)) {
    const into = join(folder, name)
    const served = await fixture.serve('signpost', registry, {
      BENCH_NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${into} --cpu-prof-interval=250`,
    })
    const { requests, cpuMicros } = await drive(
      loadOf(question, { url: served.url, registry, seconds: 10 }),
      served.pid,
    )
    await served.stop()
    const profile = JSON.parse(readFileSync(join(into, readdirSync(into)[0]!), 'utf8')) as CpuProfile
    const tree = readProfile(profile)
    const rows = roomsOf(tree, requests).slice(0, shown)
    console.log(`\n${name}: ${requests} requests, ${cpuMicros.toFixed(0)} µs of CPU each with the profiler on\n`)
    for (const [room, micros] of rows) console.log(`| ${room} | ${micros.toFixed(1)} |`)
    const file = fileURLToPath(new URL(`results/flame-${name}.svg`, import.meta.url))
    writeFileSync(file, flameGraph(tree, `${name}: own process, ${requests} requests`))
    note(`Written to ${file}`)
  }
} finally {
  await fixture.close()
  rmSync(folder, { recursive: true, force: true })
}
