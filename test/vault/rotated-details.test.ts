import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeId } from '../../src/kernel/id.ts'
import { readDestination } from '../../src/registry/endpoints/details/details.ts'
import { addressSealer, requireOrigin } from '../../src/vault/address-key.ts'
import { makeKeyFile } from '../../src/vault/open-address.ts'
import { rotateAddresses } from '../../src/vault/rotation/addresses.ts'
import { recordOf } from '../support/bound.ts'
import { folderForTests } from '../support/folder.ts'
import { iban, registryOf } from '../support/registry.ts'
import { forTests, startTestServer } from '../support/server.ts'

const folder = folderForTests('rotated')
const [old, next] = [makeKeyFile(join(folder, 'old')), makeKeyFile(join(folder, 'next'))]
const details = { holder_name: 'Ada Lovelace', country: 'DE' }

const server = forTests(() => startTestServer({ env: { ADDRESS_PUBLIC_KEY: old.publicKey } }))
const key = forTests(() => server.key({ consumer: 'owner' }))

test('a rotation of the address key keeps the details that go with an address', async () => {
  const identity = (await registryOf(server, key).identity()).id
  const body = { identity, type: 'bank_account', address: iban, details, privacy_level: 'private' }
  const made = await key.post('/v1/endpoints', body)
  expect(made.status, made.text).toBe(201)
  await rotateAddresses({
    db: server.app.db,
    openers: new Map([[old.keyId, old.open]]),
    target: { sealer: next.keyId, seal: addressSealer(next.publicKey).seal },
    graceMs: 0,
  })
  const row = await server.app.db
    .selectFrom('endpoint')
    .select(['id', 'livemode', 'address'])
    .where('id', '=', decodeId('endpoint', made.body.id)!)
    .executeTakeFirstOrThrow()
  const sealed = Buffer.from(row.address!)
  const record = await recordOf(server, row.id)
  await expect(old.open(record, row.livemode, sealed)).rejects.toThrow()
  const opened = requireOrigin(server.app.keyring, record, row.livemode, await next.open(record, row.livemode, sealed))
  expect(readDestination(opened)).toEqual({ address: iban, details })
})
