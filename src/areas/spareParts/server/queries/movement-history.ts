import { type Sql, sql } from '@/server/sql'
import { buildPeopleSql, type HistorySource } from '@/areas/equipment/server/queries/machine-history'

/**
 * Builds the history source of a machine's stock movements: the movements for its repairs and for the given records.
 * @param recordIds records of the machine that list parts
 * @param buildRepairIdsSql builds the query of the ids of a machine's repairs
 */
export const buildMovementSource = (
  recordIds: readonly string[],
  buildRepairIdsSql: (siteId: number, equipmentId: string) => Sql,
): HistorySource<'stockMovement'> => ({
  kind: 'stockMovement',
  from: sql`stock_movement r join spare_part p on p.site_id = r.site_id and p.id = r.part_id`,
  occurredAt: sql`r.occurred_at`,
  detail: sql`concat_ws(' ', p.code, p.name, trim_scale(r.quantity), p.unit)`,
  state: sql`r.kind`,
  people: buildPeopleSql('user_id'),
  images: sql`0`,
  buildCondition: (siteId, equipmentId) =>
    sql`(r.repair_id in (${buildRepairIdsSql(siteId, equipmentId)}) or r.record_id = any(${recordIds}::text[]))`,
})
