/** Admits or discards odd readings, by decision of a person. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { columns, sql } from '@/server/sql'
import { reading } from '@/server/db/series'
import { admitOddReading, discardOddReading, oddReading } from '../contract/odd-reading'
import { findTagsByCode, type TagRow, lockTagStates } from './take/assign-to-tags'
import { takeReadings } from './take-readings'
import { loadPlantSettings } from '@/plant/server/plant'
import { toStandingCode } from '@/areas/telemetry/rules/counter'
import { amendCounters, collectCounterChanges } from './take/counter-changes'
import { prepareGaugeRollUp } from './take/gauge-roll-up'
import { updateStandings, writeTagStates } from './take/reading-store'

type OddReadingRow = Row<typeof oddReading>

/** Admits an odd reading. A reading that is stored already is judged again; any other reading is taken in now. */
async function admitReading({ ctx, row, patch }: CommandExecution<typeof oddReading, unknown>): Promise<OddReadingRow> {
  if (!row) throw new Error('a decision on an odd reading needs its row')
  if (row.value === null) {
    const reason = Number.isFinite(Number(row.shown)) ? 'beyondRange' : 'notANumber'
    throw refuse(`telemetry:refusals.odd.${reason}`, { shown: row.shown })
  }
  const tagRow = (await findTagsByCode(ctx, [row.tagCode])).get(row.tagCode)
  if (!tagRow) throw refuse('telemetry:refusals.odd.noTag', { code: row.tagCode })
  if (toMillis(row.readAt) > ctx.now.getTime()) throw refuse('telemetry:refusals.odd.future', { at: row.readAt })
  // Update the row first: judging deletes odd readings that are still open, but not those with a decision.
  const updatedRow = await ctx.rows.update(oddReading, row.id, { ...patch, tagId: tagRow.id })
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
 * Discards an odd reading permanently. After a long gap, the reading itself counts; only the use during the gap is left
 * out.
 */
async function discardReading({
  ctx,
  row,
  patch,
}: CommandExecution<typeof oddReading, unknown>): Promise<OddReadingRow> {
  if (!row) throw new Error('a decision on an odd reading needs its row')
  const updatedRow = await ctx.rows.update(oddReading, row.id, patch)
  const tagRow = (await findTagsByCode(ctx, [row.tagCode])).get(row.tagCode)
  if (!tagRow || row.value === null) return updatedRow
  if ((await findStoredValue(ctx, tagRow, row)) !== row.value) return updatedRow
  await judgeStoredReading(ctx, tagRow, row.readAt, row.reason === 'longGap' ? null : 'excluded')
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

/** Judges a stored reading again after a person's decision, and updates everything that depends on it. */
export async function judgeStoredReading(
  ctx: Context,
  tag: TagRow,
  readAt: Moment,
  decision: 'admitted' | 'excluded' | null,
): Promise<void> {
  await lockTagStates(ctx, [tag.id])
  const readAtMs = toMillis(readAt)
  if (tag.kind !== 'counter') {
    const standing = toStandingCode(decision === 'excluded' ? 'excluded' : 'counts')
    await updateStandings(ctx, [{ tagId: tag.id, at: readAtMs, standing }])
    const pendingRollUp = await prepareGaugeRollUp(ctx, {
      addedReadings: [],
      slotsToRecalculate: [{ tagId: tag.id, at: readAtMs }],
    })
    return pendingRollUp.write()
  }
  const { gapHours } = await loadPlantSettings(ctx)
  const changes = await amendCounters(
    ctx,
    [{ tag, entries: [], newDecisions: new Map([[readAtMs, decision]]) }],
    gapHours,
  )
  const counterChanges = collectCounterChanges(ctx, changes, [])
  await updateStandings(ctx, counterChanges.changedStandings)
  const pendingRollUp = await counterChanges.prepareRollUp()
  pendingRollUp.aggregate()
  await pendingRollUp.write()
  await writeTagStates(ctx, '', [], counterChanges.states)
}
