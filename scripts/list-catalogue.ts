import { writeFileSync } from 'node:fs'
import { cataloguePage } from './catalogue-page.ts'

writeFileSync(new URL('../docs/catalogue.md', import.meta.url), cataloguePage())
