/** Decisions of a person on odd readings. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { columns, sql } from '@/server/sql'
import { reading } from '@/server/db/series'
import { admitOddReading, discardOddReading, oddReading } from '../contract/odd-reading'
import { judgeStoredReading } from './judge-stored-reading'
import { findTagsByCode, type TagRow } from './take/assign-to-tags'
import { takeReadings } from './take-readings'

type OddReadingRow = Row<typeof oddReading>

/** Admits a reading: either a stored one that was judged wrongly, or one that is taken in now. */
async function admitReading({
  ctx,
  row,
  patch: change,
}: CommandExecution<typeof oddReading, unknown>): Promise<OddReadingRow> {
  if (!row) throw new Error('an odd reading is decided about that is not there')
  if (row.value === null) {
    const why = Number.isFinite(Number(row.shown)) ? 'beyondRange' : 'notANumber'
    throw refuse(`telemetry:refusals.odd.${why}`, { shown: row.shown })
  }
  const tagRow = (await findTagsByCode(ctx, [row.tagCode])).get(row.tagCode)
  if (!tagRow) throw refuse('telemetry:refusals.odd.noTag', { code: row.tagCode })
  if (toMillis(row.readAt) > ctx.now.getTime()) throw refuse('telemetry:refusals.odd.future', { at: row.readAt })
  // Update the row first: judging again leaves rows alone that a person has decided on.
  const updatedRow = await ctx.rows.update(oddReading, row.id, { ...change, tagId: tagRow.id })
  const currentValue = await findStoredValue(ctx, tagRow, row)
  if (currentValue === row.value) await judgeStoredReading(ctx, tagRow, row.readAt, 'admitted')
  else {
    const result = await takeReadings(ctx, {
      source: row.source ?? '',
      readings: [{ tag: row.tagCode, at: toMillis(row.readAt), value: Number(row.shown), admitted: true }],
    })
    if (result.stored + result.revised === 0) throw refuse('telemetry:refusals.odd.tooOld')
  }
  return updatedRow
}
/**
 * Discards a reading permanently. After a long gap the reading itself stays; only the use during the gap is left out.
 */
async function discardReading({
  ctx,
  row,
  patch: change,
}: CommandExecution<typeof oddReading, unknown>): Promise<OddReadingRow> {
  if (!row) throw new Error('an odd reading is decided about that is not there')
  const updatedRow = await ctx.rows.update(oddReading, row.id, change)
  const tagRow = (await findTagsByCode(ctx, [row.tagCode])).get(row.tagCode)
  if (!tagRow || row.value === null) return updatedRow
  if ((await findStoredValue(ctx, tagRow, row)) !== row.value) return updatedRow
  await judgeStoredReading(ctx, tagRow, row.readAt, row.reason === 'longGap' ? null : 'left')
  return updatedRow
}
async function findStoredValue(ctx: Context, tagRow: TagRow, row: OddReadingRow): Promise<number | null> {
  const [storedRow] = await ctx.query(
    sql`select ${columns(reading, ['value'])} from reading where site_id = ${ctx.site} and tag_id = ${tagRow.id} and at = ${row.readAt}`,
  )
  return storedRow?.value ?? null
}

export const oddReadingHandlers: HandlerEntry[] = [
  handleCommand(admitOddReading, admitReading),
  handleCommand(discardOddReading, discardReading),
]
