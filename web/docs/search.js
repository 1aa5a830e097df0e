/**
 * The search of the documentation: titles rank over prose, guides over reference, decisions and evidence last.
 * The page's script and its test share it.
 */

const stopWords = new Set(
  `a an and are as at be by can do does for from has have how i if in is it its make me my not of on or our should that the
  signpost there this to was we what when where which who why will with you your`.split(/\s+/),
)

/** Other words for the same. Each is looked up beside the word that was typed. */
const synonyms = {
  account: ['endpoint'],
  address: ['endpoint'],
  availability: ['failover'],
  backup: ['restore'],
  benchmarks: ['performance'],
  breaking: ['deprecation'],
  bulk: ['100'],
  changed: ['audit'],
  compliance: ['privacy', 'audit'],
  curl: ['resolve'],
  delete: ['erase', 'remove'],
  down: ['fail', 'fault'],
  duplicate: ['idempotency'],
  email: ['alias'],
  environment: ['variable', 'configuration'],
  forget: ['erase', 'privacy'],
  forgotten: ['erase', 'privacy'],
  gdpr: ['erase', 'privacy'],
  hidden: ['miss'],
  graceful: ['sigterm'],
  host: ['install'],
  k8s: ['kubernetes'],
  latency: ['performance'],
  log: ['audit'],
  look: ['resolve'],
  lookup: ['resolve'],
  newsletter: ['webhook'],
  nodejs: ['typescript'],
  opentelemetry: ['trace'],
  otel: ['trace'],
  page: ['pagination'],
  payout: ['payment'],
  phone: ['alias'],
  permission: ['scope'],
  production: ['live'],
  rate: ['quota'],
  refused: ['finding'],
  requests: ['quota'],
  rotate: ['roll'],
  sandbox: ['test', 'mode'],
  sdk: ['client'],
  security: ['threat'],
  shown: ['explanation'],
  shutdown: ['sigterm', 'restart'],
  subscription: ['webhook'],
  tenant: ['consumer'],
  token: ['key'],
  user: ['identity'],
  verify: ['prove', 'signature'],
  vop: ['confirmation', 'payee'],
}

/** The weight of a shelf; 1 for the others. */
const weights = { Tutorial: 1.3, Reference: 0.8, 'How-to': 1.4, 'How-to: operate': 1.3, Project: 0.3 }

/** Cuts a text into words. An identifier stands whole and in parts: `alias.released` is found by `released` too. */
const tokenize = (text) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) =>
    /[._]/.test(word) ? [word, ...word.split(/[._]/)] : [word],
  )

/** The stem of an English word, for a list of pages: its endings are cut. */
const stem = (word) =>
  word.length < 4 || /[._\d]/.test(word)
    ? word
    : word.replace(/(?:ies|y)$/, 'i').replace(/(?<=\w{4})(?:ing|ed|es|s|e)$/, '')

/** HTTP's codes of refusals. */
const isStatus = (word) => /^[45]\d\d$/.test(word)

const processTerm = (word) => (stopWords.has(word) ? null : stem(word))

/**
 * @param MiniSearch the class, which the browser and the test load in different ways
 * @param rows the rows of search.json
 * @returns a function from words to rows, the best first
 */
export function createSearch(MiniSearch, rows) {
  const index = new MiniSearch({
    fields: ['title', 'heading', 'about', 'body'],
    storeFields: ['url', 'title', 'heading', 'shelf'],
    tokenize,
    processTerm,
  })
  index.addAll(rows)
  const options = {
    tokenize: (word) => [word],
    processTerm: (word) => word,
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 5 ? 0.22 : false),
    boost: { title: 4, heading: 3, about: 3 },
    boostDocument: (_, __, { shelf, heading }) => (weights[shelf] ?? 1) * (heading === '' ? 1.3 : 1),
  }
  /** An identifier that no page has is looked up by its parts. */
  const partsOf = (word) =>
    /[._]/.test(word) && index.search(word, { ...options, prefix: false, fuzzy: false }).length === 0
      ? word.split(/[._]/)
      : [word]
  return (text) => {
    const words = [
      ...new Set(
        text
          .slice(0, 100)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu) ?? [],
      ),
    ]
    const asked = words
      .filter((word) => !stopWords.has(word))
      .map((word) => [...partsOf(word), ...(synonyms[word] ?? (isStatus(word) ? ['errors'] : []))].map(stem))
    if (asked.length === 0) return []
    const phrase = words.join(' ')
    const isNamed = ({ title, heading }) => phrase.includes((heading || title).toLowerCase())
    const found = index.search({ combineWith: 'OR', queries: asked.flat() }, options)
    // A row that has all words is worth more than one that has a single word often.
    const share = ({ queryTerms }) => asked.filter((group) => group.some((term) => queryTerms.includes(term))).length
    return found
      .map((row) => ({ ...row, score: row.score * (share(row) / asked.length) ** 2 * (isNamed(row) ? 2 : 1) }))
      .sort((one, other) => other.score - one.score)
  }
}
