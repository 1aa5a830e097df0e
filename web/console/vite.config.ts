import { createHash } from 'node:crypto'
import { formatDocument, stringifyDocument } from '@urql/core'
import react from '@vitejs/plugin-react'
import type { DocumentNode } from 'graphql'
import { defineConfig, type Plugin } from 'vite'
import { build, compress } from '../compress.ts'
import * as documents from './src/generated/documents.ts'

/** The page is served at /console, its files below /console/ (src/surfaces/pages/built-page.ts). */
export default defineConfig({
  base: '/console/',
  plugins: [react(), trustedDocuments(), compress()],
  server: { proxy: { '/graphql': 'http://127.0.0.1:4000' } },
  build,
})

/** Writes the console's documents in urql's form: a manifest for TRUSTED_DOCUMENTS. */
function trustedDocuments(): Plugin {
  return {
    name: 'trusted-documents',
    generateBundle() {
      const texts = Object.values(documents)
        .filter(({ definitions }) => definitions.some(({ kind }) => kind === 'OperationDefinition'))
        .map((document) => stringifyDocument(formatDocument(document) as DocumentNode))
      const entries = texts.map((text) => [createHash('sha256').update(text).digest('hex'), text])
      const source = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'documents.json', source })
    },
  }
}
