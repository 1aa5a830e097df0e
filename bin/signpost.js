#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The command of the package. `npm pack` builds the service first, unless it was told to run no scripts.
const launch = new URL('../build/src/cli/launch.js', import.meta.url)
if (existsSync(launch)) await import(launch.href)
else {
  process.stderr.write('This package has no build: pack it again with npm pack, without --ignore-scripts.\n')
  process.exitCode = 1
}
