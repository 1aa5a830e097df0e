import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The runtime is a package: in a clone it is installed, and npm runs the commands with it. An image has its own. */
const packagedNode = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/** Returns the command prefix for this installation: `npm run -s signpost --` in a clone, `signpost` in the image. */
export const invocation = (isClone: boolean = existsSync(packagedNode)): string =>
  isClone ? 'npm run -s signpost --' : 'signpost'

/** Returns the command that starts the service in this installation. */
export const starting = (isClone: boolean = existsSync(packagedNode)): string =>
  isClone ? 'npm start' : 'signpost serve'
