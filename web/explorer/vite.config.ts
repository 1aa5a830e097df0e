import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { build, compress } from '../compress.ts'

/** The page is served at /graphql, its files below /graphql/explorer/ (src/surfaces/pages/built-page.ts). */
export default defineConfig({
  base: '/graphql/explorer/',
  plugins: [react(), compress()],
  resolve: { alias: { 'graphql-ws': join(import.meta.dirname, 'src/no-subscriptions.ts') } },
  worker: { format: 'es' },
  build: { ...build, chunkSizeWarningLimit: 4_000 },
})
