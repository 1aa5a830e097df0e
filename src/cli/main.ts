#!/usr/bin/env node
import { ConfigError } from '../app/config.ts'
import { SignpostError } from '../kernel/errors.ts'
import { CliError, failureText } from './failure-text.ts'
import { createProgram } from './program.ts'
import { databaseFailure } from './start-failure.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${failureText(databaseFailure(error) ?? error)}\n`)
  process.exit(error instanceof CliError || error instanceof SignpostError || error instanceof ConfigError ? 2 : 1)
}
