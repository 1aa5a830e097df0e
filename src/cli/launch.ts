#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

// The package's executable. It runs on any Node since 20.3, and starts the command line on the tested version.

/** The first version that the service is tested with. */
const tested = 26
/** TypeScript in the repository, JavaScript in the package. */
const main = new URL(import.meta.url.replace(/launch(\.\w+)$/, 'main$1'))

/** The runtime that was installed as a package beside this one, or null. */
function packagedNode(): string | null {
  const { platform, arch } = process
  const name = `node-${platform === 'darwin' && arch === 'arm64' ? 'bin-' : ''}${platform.slice(0, 3) === 'win' ? 'win' : platform}-${arch}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return [join(folder, 'bin/node'), join(folder, 'bin/node.exe')].find((file) => existsSync(file)) ?? null
  } catch {
    return null
  }
}

/** Runs the command line on another runtime: it forwards signals, and exits with the same code. */
function runOn(node: string): void {
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal signals the whole group: a forwarded SIGINT would be a second one, which means "stop at once".
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    process.stderr.write('The runtime that was installed with signpost cannot be run: install it again.\n')
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal!]))
}

const node = Number.parseInt(process.versions.node, 10) >= tested ? process.execPath : packagedNode()
if (node === process.execPath) await import(main.href)
else if (node !== null) runOn(node)
else {
  process.stderr.write(
    `signpost needs Node ${tested} or newer, and this is ${process.versions.node}: install that, or signpost with its optional packages.\n`,
  )
  process.exitCode = 2
}
