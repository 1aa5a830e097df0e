import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Plan, Summary } from './generator.ts'

/** Sends load from another process until the plan is over, or until `stop`; `flowing` once the first answer is there. */
export function sendLoad(plan: Plan): { flowing: Promise<void>; done: Promise<Summary>; stop: () => void } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'generator.ts'), JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  const flowing = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (said.startsWith('flowing\n')) resolve()
    })
  })
  const done = new Promise<Summary>((resolve, reject) => {
    child.on('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(said.replace('flowing\n', '')) as Summary)
        : reject(new Error(`The load generator ended with ${code}.`)),
    )
  })
  return { flowing, done, stop: () => child.stdin.end() }
}
