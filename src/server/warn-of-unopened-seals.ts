import type { Application } from './application'
import { getStatements } from './crud/statements'

/** Secrets in the kit's own tables; those of resources are fields. */
const KIT_SECRET_COLUMNS = [
  { table: 'second_factor', column: 'secret' },
  { table: 'outbound_message', column: 'secret' },
] as const

/** Warns at the start about secrets that were sealed with an unavailable key, as after a restore without it. */
export async function warnOfUnopenedSeals(app: Application): Promise<void> {
  const columns = [
    ...KIT_SECRET_COLUMNS,
    ...[...app.resources.values()].flatMap((r) => {
      const { secrets, table, column } = getStatements(r)
      return secrets.map((name) => ({ table, column: column[name]! }))
    }),
  ]
  const prefixPatterns = app.seals.keyPrefixes.map((mark) => `${mark}%`)
  for (const { table, column } of columns) {
    const { rows } = await app.db.pool.query<{ n: number }>(
      `select count(*)::int as n from ${table} where site_id = $1 and ${column} is not null and not ${column} like any($2)`,
      [app.site, prefixPatterns],
    )
    if (rows[0]!.n > 0)
      app.log.warn(
        { table, column, rows: rows[0]!.n },
        'secrets cannot be opened: they are sealed with another key. Add the line of the old secret.key to the one in the data folder, or enter them again',
      )
  }
}
