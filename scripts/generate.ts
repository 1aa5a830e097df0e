// npm run generate -- [NAME…]
//
// Makes what is generated: all of it, or what is named. `--list` prints the names.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What makes what, in this order: a program of node_modules/.bin and its arguments, one or several after another. */
export const generators: Readonly<Record<string, readonly string[]>> = {
  codegen: ['graphql-codegen --config codegen.ts'],
  confusables: ['node scripts/generate-confusables.ts'],
  routes: ['node scripts/list-routes.ts'],
  prices: ['node scripts/list-prices.ts'],
  errors: ['node scripts/generate-errors.ts'],
  cli: ['node scripts/generate-cli.ts'],
  client: ['node scripts/client/main.ts'],
  collection: ['npm ci --silent --prefix examples/collection', 'node examples/collection/generate.ts'],
}

/** The generators that are asked for, all when none is. @throws on a name that no generator has */
export function chosen(names: readonly string[]): string[] {
  const unknown = names.find((name) => !Object.hasOwn(generators, name))
  if (unknown !== undefined)
    throw new Error(`There is no generator of that name. Take ${Object.keys(generators).join(', ')}`)
  return names.length > 0 ? [...names] : Object.keys(generators)
}

function run(command: string): void {
  const [program, ...args] = command.split(' ')
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const { status } = spawnSync(program!, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path } })
  if (status !== 0) throw new Error(`Failed: ${command}`)
}

if (import.meta.main) {
  const names = process.argv.slice(2)
  if (names.includes('--list')) console.log(Object.keys(generators).join('\n'))
  else for (const name of chosen(names)) for (const command of generators[name]!) run(command)
}
