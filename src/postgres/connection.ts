import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { type ProcessIdentity, servesCluster } from './process.ts'

/**
 * The real paths of the cluster and the programs: beside connection.json, or in a folder that PostgreSQL's user can
 * reach.
 */
export interface Location {
  dataDir: string
  binaries: string
}

/** Content of connection.json in DATA_DIR. `pid` and `owner` are present while a server runs. */
export interface Connection {
  url: string
  port: number
  pid?: number
  owner?: ProcessIdentity
  location: Location
}

/** The database and its superuser have one name. */
export const databaseName = 'signpost'

/** The connection of the running server of this DATA_DIR, verified alive; null without one. */
export async function readConnection(dataDir: string): Promise<Connection | null> {
  const connection = await readConnectionFile(dataDir)
  if (!connection?.pid || !existsSync(connection.location.dataDir)) return null
  if (!(await servesCluster(connection.pid, connection.location.dataDir))) return null
  return (await answers(connection.port)) ? connection : null
}

/** Reads connection.json, with or without a running server. */
export async function readConnectionFile(dataDir: string): Promise<Connection | null> {
  try {
    return JSON.parse(await readFile(connectionFile(dataDir), 'utf8')) as Connection
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Replaces connection.json atomically; only its owner may read it, because it contains the password. */
export async function writeConnectionFile(dataDir: string, connection: Connection): Promise<void> {
  const partial = `${connectionFile(dataDir)}.${process.pid}`
  await writeFile(partial, `${JSON.stringify(connection, null, 2)}\n`, { mode: 0o600 })
  await rename(partial, connectionFile(dataDir))
}

/** The address of the embedded server, for its superuser. */
export function connectionUrl(password: string, port: number): string {
  return `postgresql://${databaseName}:${password}@127.0.0.1:${port}/${databaseName}`
}

/** Checks that a PostgreSQL listens on the port: it answers a start-up packet with a request for the password. */
export function answers(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 2_000 })
    const finish = (ready: boolean) => {
      socket.destroy()
      settle(ready)
    }
    socket.on('connect', () => socket.write(startupPacket()))
    socket.on('data', (reply) => finish(reply[0] === 'R'.charCodeAt(0)))
    socket.on('timeout', () => finish(false))
    socket.on('error', () => finish(false))
    socket.on('close', () => finish(false))
  })
}

function startupPacket(): Buffer {
  const parameters = Buffer.from(`user\0${databaseName}\0database\0${databaseName}\0\0`)
  const header = Buffer.alloc(8)
  header.writeInt32BE(8 + parameters.length, 0)
  header.writeInt32BE(3 << 16, 4)
  return Buffer.concat([header, parameters])
}

function connectionFile(dataDir: string): string {
  return join(dataDir, 'connection.json')
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Creates a folder and its parents. `mkdir` with `recursive` loops for ever below a folder that refuses children, such
 * as `/proc`. @returns true if it was created @throws the operating system's error, with the path
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isFolder(path))) return false
    const above = dirname(path)
    if (codeOf(error) !== 'ENOENT' || above === path || (await isFolder(above))) throw error
    await makeFolder(above)
    return makeFolder(path)
  }
}
