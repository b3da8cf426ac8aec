/**
 * Writes the results of the lot count. Does not raise row versions, so that a recount does not conflict with an open
 * form.
 */
import { createUuid7 } from '@/contract/id'
import type { DosedKind } from '@/areas/feeding/rules/dosing'
import {
  toStoredContent,
  KEEP_ALL_STATES_MS,
  STATE_INTERVAL_MS,
  selectStatesToStore,
  type StoredLots,
} from '@/areas/feeding/rules/hopper-content'
import type { LineHopperStates } from '@/areas/feeding/rules/allocate-lots'
import { saveLotPortions } from '@/areas/feeding/server/writes/lots'
import { DAY_MS } from '@/plant/rules/plant-time'
import { jumboContentsChanged, lotsRecounted, storedLotsChanged } from '../events'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { publishEvent } from '@/server/events'
import type { JumboRow } from '../queries/roll-checks'
import type { CountedRow } from './line-history'

export type CountedLots = StoredLots
/** Writes the lots of rolls, waste and emptied hoppers whose stored lots differ. */
export async function saveLots(
  ctx: Context,
  rows: readonly CountedRow[],
  lotsByRow: ReadonlyMap<string, CountedLots>,
): Promise<void> {
  const differingRows = rows.filter((row) => {
    const countedLots = lotsByRow.get(row.id)
    return (
      countedLots &&
      (!hasSameLots(countedLots.lots, row.lots) || (row.table !== 'feed' && countedLots.unknownKg !== row.unknownKg))
    )
  })
  const getChangedLots = (table: CountedRow['table']) =>
    differingRows.filter((row) => row.table === table).map(({ id }) => ({ id, ...lotsByRow.get(id)! }))
  const orderIds = [...new Set(differingRows.flatMap(({ orderId }) => orderId ?? []))]
  if (orderIds.length > 0) await publishEvent(ctx, lotsRecounted, { orderIds })
  await saveLotPortions(ctx, 'waste', getChangedLots('recycle'))
  await saveLotPortions(ctx, 'emptied', getChangedLots('feed'))
  if (differingRows.length > 0) await publishEvent(ctx, storedLotsChanged, { ids: differingRows.map(({ id }) => id) })
  const rolls = getChangedLots('jumbo_roll')
  if (rolls.length === 0) return
  await ctx.query(
    sql`update jumbo_roll r set lots = n.lots, unknown_kg = n."unknownKg", updated_at = ${ctx.now} from jsonb_to_recordset(${JSON.stringify(rolls)}::jsonb) as n(id uuid, lots jsonb, "unknownKg" numeric)
      where r.site_id = ${ctx.site} and r.id = n.id`,
  )
  ctx.touch('jumboRoll')
  await publishEvent(ctx, jumboContentsChanged, { jumboRollIds: rolls.map(({ id }) => id) })
}
const hasSameLots = (a: JumboRow['lots'], b: JumboRow['lots']): boolean =>
  a.length === b.length &&
  a.every(
    (lot, i) =>
      lot.lotId === b[i]!.lotId &&
      lot.hopperId === b[i]!.hopperId &&
      lot.materialId === b[i]!.materialId &&
      lot.kg === b[i]!.kg,
  )

/** Stores hopper states, thinned out to one per `STATE_INTERVAL_MS` if they are old. */
export async function saveHopperStates(
  ctx: Context,
  lineId: string,
  states: readonly { readonly at: number; readonly state: LineHopperStates }[],
  getKind: (materialId: string) => DosedKind,
): Promise<void> {
  const statesToStore = selectStatesToStore(states, ctx.now.getTime())
  if (statesToStore.length === 0) return
  const rows = statesToStore.map(({ at, state }) => ({
    id: createUuid7(at),
    at: new Date(at),
    ...toStoredContent(state, getKind),
  }))
  await ctx.query(
    sql`insert into hopper_content (site_id, id, created_at, updated_at, line_id, at, layers, last_fed)
     select ${ctx.site}, id, ${ctx.now}, ${ctx.now}, ${lineId}, at, layers, "lastFed" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(id uuid, at timestamptz, layers jsonb, "lastFed" jsonb)
     on conflict (site_id, line_id, at) do update set layers = excluded.layers, last_fed = excluded.last_fed`,
  )
}
/**
 * Deletes states older than `KEEP_ALL_STATES_MS`, except the first state in each interval of `STATE_INTERVAL_MS` and
 * the last state of a line. Looks back only two days, because previous runs have deleted older states.
 */
export async function pruneHopperStates(ctx: Context): Promise<void> {
  const untilMs = ctx.now.getTime() - KEEP_ALL_STATES_MS
  await ctx.query(
    sql`delete from hopper_content c where c.site_id = ${ctx.site} and c.at < ${new Date(untilMs)} and c.at > ${new Date(untilMs - 2 * DAY_MS)}
       and exists (select 1 from hopper_content e where e.site_id = c.site_id and e.line_id = c.line_id and e.at < c.at and floor(extract(epoch from e.at) * 1000 / ${STATE_INTERVAL_MS}) = floor(extract(epoch from c.at) * 1000 / ${STATE_INTERVAL_MS}))
       and exists (select 1 from hopper_content l where l.site_id = c.site_id and l.line_id = c.line_id and l.at > c.at)`,
  )
}
