import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

/** The options that both built pages share: files of their own beside the page, and nothing inside it. */
export const build = {
  target: 'es2022',
  assetsDir: '.',
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  reportCompressedSize: false,
}

/** A plugin of Vite: scripts and styles are kept compressed, as the service sends them (src/surfaces/pages/built-page.ts). */
export const compress = () => ({
  name: 'compress',
  writeBundle({ dir }: { dir?: string }) {
    for (const name of readdirSync(dir!).filter((name) => /\.(?:js|css)$/.test(name))) {
      const file = join(dir!, name)
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }))
      rmSync(file)
    }
  },
})
