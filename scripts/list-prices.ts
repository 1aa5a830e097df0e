import { readFileSync, writeFileSync } from 'node:fs'
import { end, mark, priceTable } from './price-table.ts'

/** Writes the table of prices into docs/limits.md, between its marks. */
const page = new URL('../docs/limits.md', import.meta.url)
const text = readFileSync(page, 'utf8')
const [before = ''] = text.split(mark)
const after = text.slice(text.indexOf(end) + end.length)
writeFileSync(page, `${before}${mark}\n${priceTable()}\n${end}${after}`)
