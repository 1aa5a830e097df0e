import { DatabaseSchema, type DatabaseTable, SqlSchemaGenerator } from '@mikro-orm/postgresql'

type Options = NonNullable<Parameters<SqlSchemaGenerator['getUpdateSchemaSQL']>[0]>

/** Objects that only the migrations create: the ORM's tools neither show nor drop them. */
export const unmanaged = { ignoreTriggers: true, ignoreRoutines: true, ignorePolicies: true, skipViews: [/./] }

/**
 * The ORM's comparison of the entities with the database, which its command line and its migrations use. Tables,
 * columns, types, defaults and primary keys are compared in full. Foreign keys, checks, indexes, partitions, views,
 * triggers and functions belong to the migrations: they are ignored unless an entity declares one by that name.
 */
export class SchemaComparison extends SqlSchemaGenerator {
  static override register(orm: Parameters<typeof SqlSchemaGenerator.register>[0]): void {
    orm.config.registerExtension('@mikro-orm/schema-generator', () => new SchemaComparison(orm.em as never))
  }

  override async getUpdateSchemaSQL(options: Options = {}): Promise<string> {
    return super.getUpdateSchemaSQL({ ...options, fromSchema: options.fromSchema ?? (await this.#managed(options)) })
  }

  override async getUpdateSchemaMigrationSQL(options: Options = {}): Promise<{ up: string; down: string }> {
    return super.getUpdateSchemaMigrationSQL({
      ...options,
      fromSchema: options.fromSchema ?? (await this.#managed(options)),
    })
  }

  /** @throws Error always: the entities describe only a part of the schema */
  override async getCreateSchemaSQL(): Promise<string> {
    throw new Error('The entities are not the whole schema. Run signpost migrate: the migrations create it.')
  }

  /** The database's tables, without undeclared objects. */
  async #managed({ schema }: Options): Promise<DatabaseSchema> {
    await this.ensureDatabase()
    const target = this.getTargetSchema(schema)
    const { skipTables, skipViews } = this.options
    const from = await DatabaseSchema.create(
      this.connection,
      this.platform,
      this.config,
      schema,
      target.getNamespaces(),
      undefined,
      skipTables,
      skipViews,
    )
    for (const table of from.getTables()) keepDeclared(table, target.getTable(table.getShortestName(false)))
    return from
  }
}

function keepDeclared(table: DatabaseTable, declared: DatabaseTable | undefined): void {
  if (!declared) return
  const foreignKeys = Object.entries(table.getForeignKeys()).filter(([name]) => name in declared.getForeignKeys())
  table.setIndexes(table.getIndexes().filter(({ primary, keyName }) => primary || declared.hasIndex(keyName)))
  table.setChecks(table.getChecks().filter(({ name }) => declared.hasCheck(name)))
  table.setForeignKeys(Object.fromEntries(foreignKeys))
  table.setPartitioning(declared.getPartitioning())
}
