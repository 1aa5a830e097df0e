// Loaded before the server, to show that the ledger notices: commits are acknowledged first and made a little later.

import { setTimeout as pause } from 'node:timers/promises'
import { PostgresDriver } from 'kysely'

type Connection = Parameters<PostgresDriver['commitTransaction']>[0]

const { commitTransaction, releaseConnection } = PostgresDriver.prototype
const late = new WeakMap<Connection, Promise<void>>()

PostgresDriver.prototype.commitTransaction = async function (connection) {
  late.set(
    connection,
    pause(50).then(() => commitTransaction.call(this, connection)),
  )
}
PostgresDriver.prototype.releaseConnection = async function (connection) {
  const committed = late.get(connection)
  late.delete(connection)
  if (!committed) return releaseConnection.call(this, connection)
  committed.catch(() => undefined).finally(() => releaseConnection.call(this, connection))
}
