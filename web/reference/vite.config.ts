import { defineConfig } from 'vite'
import { compress } from '../compress.ts'

/** The page is served at /docs/reference, its files below /docs/reference/files/ (src/surfaces/pages/reference.ts). */
export default defineConfig({
  base: '/docs/reference/files/',
  define: {
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
  plugins: [compress()],
  build: {
    target: 'es2022',
    assetsDir: '.',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 6_000,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'icons', test: /\.svg\.js$/ }] } } },
  },
})
