// A process that owns an embedded PostgreSQL, like `npm start`: owner.ts <module> <data folder> [shared folder].
// It says one JSON line once the server answers, and on SIGINT whether the server still answered before it was stopped.
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const [folder, dataDir, sharedDir] = process.argv.slice(2) as [string, string, string?]
const { startEmbedded } = await import(pathToFileURL(`${folder}/embedded.ts`).href)
const { answers } = await import(pathToFileURL(`${folder}/connection.ts`).href)

const said: string[] = []
const embedded = await startEmbedded({
  dataDir,
  ...(sharedDir && { sharedDir }),
  onProgress: (message: string) => said.push(message),
})
const { url, port, pid, adopted, fresh, location } = embedded

process.on('SIGINT', async () => {
  await pause(300)
  console.log(JSON.stringify({ answeredWhileDraining: await answers(port) }))
  await embedded.stop()
  process.stdin.destroy()
})

// It does not outlive the test that started it.
process.stdin.on('end', () => process.exit()).resume()
console.log(JSON.stringify({ url, port, pid, adopted, fresh, location, said }))
