#!/usr/bin/env node
import { commandOf, createProgram } from './commands.ts'
import { CliError } from './options.ts'

/** Reports a failure. Its code is loaded on demand, because it imports all error classes of the service. */
async function report(error: unknown): Promise<number> {
  if (error instanceof CliError) {
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  const { describe } = await import('./failure.ts')
  const { text, code } = describe(error)
  process.stderr.write(`${text}\n`)
  return code
}

// A reader that ends early, like `head`, has all it wants. A full disk is a failure.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit()
  process.stderr.write(`${message}\n`)
  process.exit(1)
})

try {
  const words = process.argv.slice(2)
  await (await createProgram(commandOf(words))).parseAsync()
} catch (error) {
  process.exit(await report(error))
}
