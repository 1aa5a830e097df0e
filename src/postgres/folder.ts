import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

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
