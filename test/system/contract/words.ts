import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Words that readers would have to learn here, and what the trade says. */
export const plainWords: Readonly<Record<string, { finds: RegExp; say: string }>> = {
  card: { finds: /\bcards?\b/, say: 'snapshot' },
  slot: { finds: /\bslots?\b/, say: 'reservation' },
  outlet: { finds: /\boutlets?\b/, say: 'transport' },
  'release floor': { finds: /\brelease floors?\b/, say: 'release step, or quantisation' },
  patience: { finds: /\bpatience\b/, say: 'timeout, or grace period' },
  planted: { finds: /\bplant(?:s|ed|ing)?\b/, say: 'control, or seeded fault' },
  bed: { finds: /\bbeds?\b/, say: 'fixture' },
  heed: { finds: /\bheed(?:s|ed|ing)?\b/, say: 'obey, or take effect' },
  anew: { finds: /\banew\b/, say: 'again' },
  'for good': { finds: /\bfor good\b/, say: 'what exactly stays' },
  'called off': { finds: /\bcall(?:s|ed|ing)? off\b/, say: 'cancelled' },
  'short way': { finds: /\bshort ways?\b/, say: 'fast path' },
  every: { finds: /\bevery ms\b/, say: 'interval' },
}

type Allowed = { word: string; files: RegExp; lines: RegExp; because: string }

/** Exceptions where such a word stays. */
export const allowed: readonly Allowed[] = [
  { word: 'card', files: /^web\/console\//, lines: /card/, because: 'a box on a page: the usual word of style sheets' },
  {
    word: 'slot',
    files: /^docs\/how-to\/scaling\.md$/,
    lines: /slot/i,
    because: 'a replication slot of PostgreSQL',
  },
  {
    word: 'card',
    files: /^(?:src\/registry\/endpoints\/catalogue\/names\.ts|docs\/reference\/catalogue\.md)$/,
    lines: /Card payment/,
    because: 'a payment card',
  },
  {
    word: 'card',
    files: /^test\//,
    lines: /rail: 'card'|=== 'card'|'constructor', 'card'/,
    because: 'a payment card',
  },
  {
    word: 'slot',
    files: /^src\/access\/quotas\/rules\.ts$/,
    lines: /slot of a Valkey cluster/,
    because: "Valkey's own word",
  },
]

/** One word where it must not be. */
export type Finding = { file: string; line: number; word: string; text: string }

/** The lines of a text, with names like `everyMs` and `short-way` as words. */
const words = (line: string): string =>
  line
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()

/** Every word of the list in a text, allowed or not. */
export const findingsIn = (file: string, text: string): Finding[] =>
  text.split('\n').flatMap((line, index) =>
    Object.entries(plainWords)
      .filter(([, { finds }]) => finds.test(words(line)))
      .map(([word]) => ({ file, line: index + 1, word, text: line.trim() })),
  )

export const allows = ({ word, files, lines }: Allowed, finding: Finding): boolean =>
  word === finding.word && files.test(finding.file) && lines.test(finding.text)

/** Returns texts for readers: sources, tests, pages, documents and messages, without built and measured files. */
export function texts(): { file: string; text: string }[] {
  const files = globSync(
    [
      '*.md',
      '{src,test,bench,scripts,examples,web}/**/*.{ts,tsx,js,mjs,md,graphql,css,html}',
      '{docs,deploy,schema}/**/*.{md,json,yaml,graphql}',
    ],
    { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/results/**'] },
  )
  return files
    .filter((file) => file !== 'CHANGELOG.md' && !file.startsWith('test/system/contract/words.'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}
