import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compose } from './compose.ts'
import { startOrders } from './orders.ts'
import { settings } from './settings.ts'

const orders = await startOrders()
await compose(orders.url)
console.log(`Orders run at ${orders.url}`)

const router = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('node_modules/@graphql-hive/gateway/dist/bin.js', import.meta.url)),
    'supergraph',
    '--fork',
    '1',
  ],
  { cwd: import.meta.dirname, stdio: 'inherit' },
)
console.log(`The router will answer at http://127.0.0.1:${settings.routerPort}/graphql`)

const stop = () => router.kill('SIGTERM')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
router.on('exit', async (code) => {
  await orders.stop()
  process.exit(code ?? 0)
})
