import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { adminDocument } from '../src/surfaces/rest/admin/document.ts'

export const adminFile = fileURLToPath(new URL('../docs/admin.openapi.json', import.meta.url))

/** The admin interface as an OpenAPI document, as the service answers it. */
export const adminText = (): string => `${JSON.stringify(adminDocument(), null, 2)}\n`

if (import.meta.main) writeFileSync(adminFile, adminText())
