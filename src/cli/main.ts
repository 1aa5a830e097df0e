#!/usr/bin/env node
import { ConfigError } from '../config.ts'
import { SignpostError } from '../domain/errors.ts'
import { CliError } from './app.ts'
import { createProgram } from './program.ts'

try {
  await createProgram().parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(error instanceof CliError || error instanceof SignpostError || error instanceof ConfigError ? 2 : 1)
}
