import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Plan, Summary } from './generator.ts'

/** Sends load from another process until the plan is over, or until `stop`. */
export function sendLoad(plan: Plan): { done: Promise<Summary>; stop: () => void } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'generator.ts'), JSON.stringify(plan)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  const done = new Promise<Summary>((resolve, reject) => {
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(said) as Summary) : reject(new Error(`The load generator ended with ${code}.`)),
    )
  })
  return { done, stop: () => child.stdin.end() }
}
