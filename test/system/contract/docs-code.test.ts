import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { Kind, parse, validate } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { seedDemo } from '../../../src/process/demo.ts'
import { createSchema } from '../../../src/surfaces/graphql/schema.ts'
import { documents, type Fenced, fencedBlocks } from '../../support/fenced.ts'
import { type Body, forTests, startTestServer } from '../../support/server.ts'
import { inherited } from '../../support/service-process.ts'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const blocks = fencedBlocks()
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))
const at = ({ file, line }: Fenced) => `${file}:${line}`

/** Commands that this test does not run, each with the reason. A block with any other command is run, and must succeed. */
const notRun: readonly [RegExp, string][] = [
  [/^npm ci/m, 'CI runs it before the tests'],
  [/^npm (?:ci && npm start|start|test)\b/m, 'the server that this test starts stands in for it; CI runs the tests'],
  [/^npm run (?:bench|evidence|test:engine)/m, 'a measurement, or a long run of the suite'],
  [/^npm run build:package/m, 'test/cli/package-lines.test.ts runs it'],
  [/^npm (?:ci && npm pack|install)\b/m, 'test/cli/package-lines.test.ts runs it'],
  [/^pg_(?:dump|basebackup)/m, 'npm run evidence -- restore runs it'],
  [/\$NEW_DATABASE_URL/m, 'npm run evidence -- restore runs it'],
  [/addresses (?:keygen|rotate|verify)/m, 'test/cli/addresses.test.ts runs it'],
  [/-- erase --/m, 'test/cli/erase.test.ts runs it'],
  [/-- opener /m, 'test/cli/opener.test.ts runs it'],
  [/^(?:docker|kubectl|systemctl|curl -fs|helm)\b/m, 'needs an engine, a cluster or a network that CI has not'],
  [/^openssl rand/m, 'makes a key; nothing of ours'],
  [/^(?:DATABASE_URL=\S+ )?npm run -s signpost -- (?:serve|worker|listen)/m, 'goes on until it is stopped'],
]
const reasonOf = ({ text }: Fenced) => notRun.find(([pattern]) => pattern.test(text))?.[1]

let scratch: string
let environment: NodeJS.ProcessEnv
let worker: NodeJS.Timeout
const server = forTests(startTestServer)
beforeAll(async () => {
  // As where `npm start` runs it.
  const claims = server.app.jobs.find(({ name }) => name === 'advance-claims')!
  worker = setInterval(() => void claims.run().catch(() => undefined), 250)
  scratch = await mkdtemp(join(tmpdir(), 'signpost-docs-'))
  environment = {
    ...inherited(),
    HOME: scratch,
    KEY: await seedDemo(server.app, scratch),
    ...server.env,
  }
})
afterAll(async () => {
  clearInterval(worker)
  await rm(scratch, { recursive: true, force: true })
})

/** Runs a script as it is printed, but for the address of the server. @throws when a command of it fails */
async function bash(script: string): Promise<string> {
  const here = script.replaceAll(/(?:localhost|127\.0\.0\.1):4000/g, new URL(server.url).host)
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', here], { cwd: root, env: environment })
  let [said, complained] = ['', '']
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (complained += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ended with ${code}: ${complained}\n${said}`)
  return said
}

/** A value without what differs each time: the kinds of its leaves, and what is no id, no time and no figure, as it is. */
function shapeOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner, name)]))
  if (typeof value === 'string' && /^[a-z]{3}_(?:\w{26}|…)$/.test(value)) return `${value.slice(0, 4)}…`
  if (typeof value === 'number') return 'a number'
  return name === 'url' || name === 'doc_url' ? 'a URL' : value
}

test('every block has a language', () => {
  const known = ['sh', 'json', 'ts', 'python', 'graphql', 'yaml', 'text', 'sql', 'ini']
  expect(blocks.filter(({ language }) => !known.includes(language)).map(at)).toEqual([])
  expect(blocks.length).toBeGreaterThan(20)
})

test('every link from a page to a file leads to one', () => {
  const dead = pagesWithLinks().filter(({ target }) => !existsSync(target))
  expect(dead).toEqual([])
})

function pagesWithLinks(): { file: string; target: string }[] {
  return documents().flatMap(({ file, page }) =>
    [...page.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link]) => ({
      file,
      target: join(root, dirname(file), link!),
    })),
  )
}

test('every reason not to run a command is one that a block needs', () => {
  const needed = new Set(of('sh').map(reasonOf))
  expect(needed.size).toBeGreaterThan(1)
})

/** A page's commands, one after the other as a reader would run them, and what each block answered. */
const pages = Map.groupBy(
  of('sh').filter((block) => reasonOf(block) === undefined),
  ({ file }) => file,
)

test.each([...pages])(
  'the commands of %s run as printed, with the shown answers',
  // A page has up to six commands of the CLI, each a process beside browsers and other tests.
  { timeout: 240_000 },
  async (_, page) => {
    const mark = '⟦end⟧'
    const said = await bash(page.map(({ text }) => `${text}\necho; echo '${mark}'`).join('\n'))
    const outputs = said.split(mark)
    for (const [index, block] of page.entries()) {
      const answers = outputs[index]!.split(/\n|(?<=\})(?=\{)/).filter((line) => line.startsWith('{'))
      const shown = shownAfter(block)
      if (shown)
        expect(shapeOf(JSON.parse(answers.at(-1) ?? 'null')), at(block)).toEqual(shapeOf(JSON.parse(shown.text)))
      else expect(answers.filter(isRefusal), at(block)).toEqual([])
    }
  },
)

const isRefusal = (answer: string): boolean => /^\{"errors?":/.test(answer)

/** Languages of tabs: such blocks, one after the other, are one sample. */
const samples = ['sh', 'ts', 'python', 'graphql']
const isTabOf = (block: Fenced, next: Fenced | undefined): next is Fenced =>
  next !== undefined &&
  next.file === block.file &&
  samples.includes(next.language) &&
  next.language !== block.language &&
  next.line === block.line + block.text.split('\n').length + 2

/** The answer that is shown below a command, or below the tabs that begin with it, before anything else is. */
function shownAfter(block: Fenced): Fenced | undefined {
  let last = blocks.indexOf(block)
  if (last > 0 && isTabOf(blocks[last - 1]!, block)) return undefined
  while (isTabOf(blocks[last]!, blocks[last + 1])) last++
  const next = blocks[last + 1]
  return next?.language === 'json' && next.file === block.file ? next : undefined
}

test('every JSON and YAML block is well-formed', () => {
  for (const block of of('json')) expect(() => JSON.parse(block.text), at(block)).not.toThrow()
  for (const block of of('yaml')) expect(() => parseYaml(block.text), at(block)).not.toThrow()
})

test('every GraphQL block is valid, and a query without variables answers', async () => {
  for (const block of of('graphql')) {
    const document = parse(block.text)
    if (
      document.definitions.some(({ kind }) => kind !== Kind.OPERATION_DEFINITION && kind !== Kind.FRAGMENT_DEFINITION)
    ) {
      expect(() => buildSubgraphSchema([{ typeDefs: document }]), at(block)).not.toThrow()
      continue
    }
    expect(validate(createSchema(), document).map(String), at(block)).toEqual([])
    if (/\$\w+:/.test(block.text)) continue
    const { body } = await server.graphql(environment.KEY!, block.text)
    expect(body.errors, at(block)).toBeUndefined()
    const shown = shownAfter(block)
    if (shown) expect(shapeOf(body), at(block)).toEqual(shapeOf(JSON.parse(shown.text)))
  }
})

/** Declarations that a page's TypeScript fragments assume. */
const prelude = `import { createSignpost, verifySignature } from '@signpost/client'
declare const apiKey: string, baseUrl: string, rawBody: string, secret: string, request: Request
declare const signpost: ReturnType<typeof createSignpost>
`

test('every TypeScript block type-checks', { timeout: 90_000 }, async () => {
  await mkdir(join(scratch, 'ts'))
  await writeFile(join(scratch, 'ts/package.json'), '{ "type": "module" }')
  for (const [n, block] of of('ts').entries()) {
    const isWhole = /^import /m.test(block.text)
    const declared = isWhole
      ? fragmentsOf(block.text)
      : prelude.replace(/^declare const signpost.*\n/m, (line) => (/const signpost =/.test(block.text) ? '' : line))
    await writeFile(join(scratch, 'ts', `block-${n}.ts`), `${declared}${block.text}\nexport {}\n`)
  }
  const types = join(root, 'node_modules/@types')
  await writeFile(
    join(scratch, 'ts/tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: true,
        noUnusedLocals: false,
        rootDir: '/',
        lib: ['es2024', 'dom', 'dom.iterable'],
        types: ['node'],
        typeRoots: [types],
        paths: {
          '@signpost/client': [join(root, 'src/client/client.ts')],
          '@signpost/client/verify': [join(root, 'src/verifier/verify.ts')],
        },
      },
      include: ['*.ts'],
    }),
  )
  const checked = await run(join(root, 'node_modules/.bin/tsc'), ['-p', join(scratch, 'ts')]).catch(
    (error: Body) => error,
  )
  const where = of('ts').map((block, n) => `block-${n}.ts is ${at(block)}`)
  expect(checked.stdout, where.join('\n')).toBe('')
})

/** Declarations for a block with imports of its own: the values of the reader's server. */
const fragmentsOf = (text: string): string =>
  /rawBody/.test(text)
    ? 'declare const rawBody: string, secret: string, request: import("node:http").IncomingMessage\n'
    : ''
