import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'

/*
 * The servers measured beside ours bring a copy of graphql of their own, and a package of two module systems is two copies
 * again; each refuses the others' schemas. Every import of it gets the root's CommonJS files.
 */
const root = new URL('../../node_modules/', import.meta.url)

function fileOf(specifier: string): string {
  const candidates = [specifier, `${specifier}.js`, `${specifier}/index.js`].map((path) => new URL(path, root))
  return candidates.find((url) => url.pathname.endsWith('.js') && existsSync(url))!.href
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'graphql' && !specifier.startsWith('graphql/')) return next(specifier, context)
    return { url: fileOf(specifier), format: 'commonjs', shortCircuit: true }
  },
})
