import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { describe, expect, test } from 'vitest'
import { buildSite } from '../../../src/surfaces/pages/docs/site.ts'
import { createSearch } from '../../../web/docs/search.js'

const root = join(import.meta.dirname, '../../..')
const questions: [string, string][] = JSON.parse(readFileSync(join(root, 'test/vectors/docs-questions.json'), 'utf8'))
const { rows } = buildSite(join(root, 'docs'))
const search = createSearch(MiniSearch, rows)

/** The pages of the results, each once. */
const pagesFor = (words: string, rank = search) => [
  ...new Set(rank(words).map(({ url }) => url.replace(/#.*/, '').replace('/docs/', ''))),
]

describe('the search of the documentation', () => {
  test('each of 90 questions leads to its page among the first three', () => {
    const missed = questions.filter(([words, page]) => !pagesFor(words).slice(0, 3).includes(page))
    expect(questions).toHaveLength(90)
    expect(missed).toEqual([])
  })

  test('without titles over prose a third of the questions would miss their page', () => {
    const flat = createSearch(
      MiniSearch,
      rows.map((row) => ({ ...row, title: '', heading: '', about: '' })),
    )
    const missed = questions.filter(([words, page]) => !pagesFor(words, flat).slice(0, 3).includes(page))
    expect(missed.length).toBeGreaterThan(30)
  })

  test.each([
    ['sandbox', 'test-mode'],
    ['GDPR', 'privacy'],
    ['rotate', 'operations'],
    ['permission', 'scopes'],
    ['rate limit exceeded', 'limits'],
    ['wehbook', 'webhooks'],
    ['right to be forgotten', 'privacy'],
    ['who changed a payee', 'audit'],
    ['why is my endpoint not shown', 'explanations'],
    ['refused requests', 'finding'],
    ['409', 'errors'],
    ['duplicate request', 'when-things-fail'],
    ['graceful shutdown', 'scaling'],
    ['VoP', 'payee-checks'],
    ['delete user', 'privacy'],
    ['change phone number', 'ownership'],
    ['payout', 'resolve'],
    ['subscription', 'webhooks'],
  ])('another word for the same, or a misspelt one: %s', (words, page) => {
    expect(pagesFor(words).slice(0, 3)).toContain(page)
  })

  test('an empty question and one of stop words alone find nothing; a long one is cut', () => {
    expect([search('').length, search('how do I').length]).toEqual([0, 0])
    expect(pagesFor(`webhooks ${'x'.repeat(100_000)}`)).toContain('webhooks')
  })
})
