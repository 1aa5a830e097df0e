import type { TestContext } from 'vitest'

/** A figure of a proof, printed with the run. */
export function report(line: string): void {
  process.stdout.write(`  ${line}\n`)
}

/** A whole number out of the environment: how long a proof runs. */
export function amount(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback)
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number above 0`)
  return value
}

/** Reports that the check's precondition did not occur: a failure under CI, otherwise a skip that is printed. */
export function inconclusive(context: TestContext, reason: string): never {
  report(`INCONCLUSIVE: ${context.task.name}: ${reason}`)
  if (process.env.CI) throw new Error(`inconclusive: ${reason}`)
  context.skip(`inconclusive: ${reason}`)
}
