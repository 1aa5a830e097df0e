import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Judgement = { passed: number; violations: string[] }

/** Returns axe's serious and critical violations, and the number of rules that passed; runs all rules by default. */
export async function judge(page: Page, rules?: readonly string[]): Promise<Judgement> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {}
  return (await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ passes, violations }) => ({
    passed: passes.length,
    violations: violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')),
  }))`)) as Judgement
}
