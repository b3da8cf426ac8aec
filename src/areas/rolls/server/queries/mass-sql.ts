/** The effective mass of rolls in SQL. Must match `getJumboKg` and `getSlitRollKg` in `rules`. */
import { Sql } from '@/server/sql'

const toColumn = (alias: string | undefined, name: string) => (alias === undefined ? name : `${alias}.${name}`)
const buildMassSql = (alias: string | undefined, weighedColumn: string): Sql =>
  new Sql([`coalesce(${toColumn(alias, weighedColumn)}, ${toColumn(alias, 'expected_kg')})`])

/**
 * Builds SQL of the effective mass of a jumbo roll, kg: its net weight, or its expected weight until it is weighed;
 * null without either.
 * @param alias alias of the table in the statement
 */
export const buildJumboKgSql = (alias?: string): Sql => buildMassSql(alias, 'net_kg')
/** Builds SQL of the effective mass of a slit roll, kg: its weight, or its expected weight until it is weighed. */
export const buildSlitRollKgSql = (alias?: string): Sql => buildMassSql(alias, 'kg')
