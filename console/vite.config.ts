import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page is served at /console, its files below /console/ (src/console.ts). */
export default defineConfig({
  base: '/console/',
  plugins: [react()],
  server: { proxy: { '/graphql': 'http://127.0.0.1:4000' } },
  build: {
    target: 'es2022',
    assetsDir: '.',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
