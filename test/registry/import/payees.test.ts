import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { payeeRows } from '../../../src/cli/operate/import-lines.ts'
import { type ImportReport, importLines } from '../../../src/registry/import/import.ts'
import { payeeColumns } from '../../../src/registry/import/payee.ts'
import type { Rejection } from '../../../src/registry/import/rejected-line.ts'
import { fencedBlocks } from '../../support/fenced.ts'
import { registryForTests } from '../../support/registry.ts'

const file = join(mkdtempSync(join(tmpdir(), 'signpost-payees-')), 'payees.csv')
const { server, owner, mine } = registryForTests()
afterAll(() => rmSync(join(file, '..'), { recursive: true }))

/** Imports a file with one row a payee, as the command does. */
async function imported(content: string): Promise<{ report: ImportReport; rejected: Rejection[] }> {
  writeFileSync(file, content)
  const rejected: Rejection[] = []
  const report = await importLines(
    { ...server.app, cooldownDays: () => 30, defaultRegion: undefined },
    payeeRows(file),
    {
      owner: { consumerId: owner.consumerId, livemode: false },
      ...{ fingerprint: 'payees', isDryRun: false, onProgress: () => undefined },
      onRejected: (rejection) => rejected.push(rejection),
    },
  )
  return { report, rejected }
}

const header = `${payeeColumns.join(',')}\n`

test('the rows of the docs make their records, and change nothing the second time', async () => {
  const { text } = fencedBlocks().find(
    (block) => block.file === 'docs/how-to/import.md' && block.text.startsWith(header),
  )!
  const { report, rejected } = await imported(text)
  expect(rejected).toEqual([])
  expect(report).toMatchObject({ created: 8, warnings: 0 })
  expect((await imported(text)).report).toMatchObject({ lines: 8, unchanged: 8 })
  const [grace] = (await mine.get('/v1/identities?external_reference=customer-7')).data
  expect(grace).toMatchObject({ type: 'user', display_name: 'Grace Hopper' })
  const aliases = (await mine.get(`/v1/identities/${grace.id}/aliases`)).data
  expect(aliases.map(({ type, value }: Record<string, string>) => [type, value]).sort()).toEqual([
    ['email', 'grace@example.com'],
    ['phone', '+491711234568'],
    ['username', 'grace.h'],
  ])
  const [wallet] = (await mine.get('/v1/endpoints?external_reference=shop-2:wallet')).data
  expect(wallet).toMatchObject({
    type: 'crypto_wallet',
    capabilities: [{ asset: 'ETH', network: 'ethereum', rail: 'onchain' }],
  })
  const [shop] = (await mine.get('/v1/aliases?external_reference=shop-2:handle')).data
  expect(shop).toMatchObject({ type: 'merchant_handle', value: 'difference.engines' })
})

test('each mistake of a row is refused by its column, and the rest of the row is imported', async () => {
  const { report, rejected } = await imported(
    `${header}${[
      'm1,robot,,,,,,,',
      'm2,user,Ada,12,,,,,',
      'm3,user,,,nobody,,,,',
      'm4,user,,,,@admin,,,',
      'm5,user,,,,,DE89370400440532013001,,',
      'm6,user,,,,,1234567890,,',
      'm7,user,,,,,,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,',
      'm8,user,,,,,,,ethereum',
      'm9,user,,,,,,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,nowhere',
      'm10,user,,,,,,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd,eth',
      ',user,,,,,,,',
    ].join('\n')}\n`,
  )
  expect(rejected.map(({ line, field, code }) => [line, field, code])).toEqual([
    [2, 'type', 'parameter_invalid'],
    [3, 'phone', 'phone_country_code_required'],
    [4, 'email', 'email_invalid'],
    [5, 'handle', 'alias_reserved'],
    [6, 'iban', 'address_invalid'],
    [7, 'iban', 'address_invalid'],
    [8, 'network', 'parameter_missing'],
    [9, 'wallet', 'parameter_missing'],
    [10, 'network', 'parameter_invalid'],
    [11, 'wallet', 'address_invalid'],
    [12, 'ref', 'parameter_missing'],
  ])
  expect(report).toMatchObject({ created: 9 })
})

test('a column that no payee has is refused without its name or a value', async () => {
  const { rejected } = await imported('ref,type,Canary Name\nc1,user,Canary Value\n')
  expect(rejected).toMatchObject([{ line: 2, code: 'parameter_unknown' }])
  expect(JSON.stringify(rejected)).not.toContain('Canary')
})

test('an empty cell keeps the stored value, and another number is refused', async () => {
  await imported(`${header}s1,user,Ada,+491711234569,,,,,\n`)
  expect((await imported(`${header}s1,,,,,,,,\n`)).report).toMatchObject({ unchanged: 1 })
  const { rejected } = await imported(`${header}s1,,,+491711234570,,,,,\n`)
  expect(rejected).toMatchObject([
    { field: 'phone', code: 'parameter_conflict', existing: expect.stringMatching(/^als_/) },
  ])
})
