import { refuse } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { columns, sql } from '@/server/sql'
import { equipment } from '../contract/equipment'
import { meter, meterReading } from '../contract/meter'
import {
  checkReading,
  calculateUsualPerHour,
  USUAL_RATE_DAYS,
  type MeterExchange,
  type ReadingCheck,
} from '../rules/meter'
import { publishEvent } from '@/server/events'
import { meterRead } from './events'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { assertMomentNotAhead } from '@/plant/server/plant'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { handle } from '@/server/area'

type Meter = Row<typeof meter>
type Reading = Row<typeof meterReading>
type EnteredReading = Pick<Reading, 'readAt' | 'value' | 'oldFinal' | 'newStart'>
type AcceptedCheck = Extract<ReadingCheck, { use: number }>

/**
 * Creates a reading. A late reading (from a phone or a workbook) is inserted between its neighbours, and the next
 * reading is judged again. The meter is locked, so that two readings never compare with the same previous reading.
 */
export const addReading = handle(meterReading.endpoints.create, async (ctx, input) => {
  const lockedMeter = await ctx.rows.lock(meter, input.meterId)
  assertMomentNotAhead(ctx, input.readAt, 'readAt')
  assertExistedAtUse(ctx, { name: lockedMeter.code, since: lockedMeter.installedOn, at: input.readAt, field: 'readAt' })
  const enteredReading: EnteredReading = {
    readAt: input.readAt,
    value: input.value,
    oldFinal: input.oldFinal ?? null,
    newStart: input.newStart ?? null,
  }
  if ((enteredReading.oldFinal === null) !== (enteredReading.newStart === null))
    throw refuse('equipment:refusals.reading.exchangeHalf')
  const previousReading = await findNeighbouringReading(ctx, lockedMeter.id, enteredReading.readAt, 'before')
  const nextReading = await findNeighbouringReading(ctx, lockedMeter.id, enteredReading.readAt, 'after')
  const enteredCheck = lockedMeter.counter
    ? await judgeReading(ctx, lockedMeter, previousReading, enteredReading)
    : null
  if (enteredCheck?.verdict === 'jump' && !input.jumpConfirmed)
    throw refuse(
      'equipment:refusals.reading.jump',
      {},
      { jump: true, used: enteredCheck.use, perHour: enteredCheck.perHour },
    )
  const nextCheck = enteredCheck && nextReading ? judgeFollowingReading(lockedMeter, enteredReading, nextReading) : null
  const savedReading = await ctx.rows.insert(meterReading, {
    ...input,
    source: input.source ?? 'manual',
    used: enteredCheck?.use ?? null,
    verdict: enteredCheck?.verdict ?? 'ok',
    userId: ctx.person?.id ?? null,
  })
  if (nextCheck && nextReading)
    await ctx.rows.update(meterReading, nextReading.id, { used: nextCheck.use, verdict: nextCheck.verdict })
  if (!nextReading) await updateMeterSummary(ctx, lockedMeter.id)
  const nextUseChange = nextCheck && nextReading ? nextCheck.use - (nextReading.used ?? 0) : 0
  await updateRunningHours(ctx, lockedMeter, enteredReading.value, (enteredCheck?.use ?? 0) + nextUseChange)
  await publishEvent(ctx, meterRead, {
    meterId: lockedMeter.id,
    at: savedReading.readAt,
    value: savedReading.value,
    exchange: getExchange(enteredReading) ?? null,
  })
  return savedReading
})

/** Removes the newest reading of a meter. Older ones stay, because later readings were judged against them. */
export const removeReading = handle(meterReading.endpoints.remove, async (ctx, input) => {
  const storedReading = await ctx.rows.get(meterReading, input.id)
  const lockedMeter = await ctx.rows.lock(meter, storedReading.meterId)
  const nextReading = await findNeighbouringReading(ctx, lockedMeter.id, storedReading.readAt, 'after')
  if (nextReading) throw refuse('equipment:refusals.reading.notNewest')
  await ctx.rows.remove(meterReading, storedReading.id, { version: input.version ?? null })
  await updateMeterSummary(ctx, lockedMeter.id)
  await updateRunningHours(ctx, lockedMeter, storedReading.value, -(storedReading.used ?? 0))
  await publishEvent(ctx, meterRead, { meterId: lockedMeter.id, at: storedReading.readAt, value: null, exchange: null })
  return null
})

/** Imports readings from a workbook in any row order. A reading that exists with the same value is skipped. */
export const importReadings = handle(meterReading.endpoints.import, (ctx, input) => {
  return importWorkbook(ctx as AppContext, meterReading, input, {
    insert: (_ctx, row) => addReading.run(ctx, { source: 'import', ...row } as CreateInput<typeof meterReading>),
    update: async (_ctx, id, row) => {
      const storedReading = await ctx.rows.get(meterReading, id)
      if (row['value'] !== storedReading.value)
        throw refuse('equipment:refusals.reading.recorded', { value: storedReading.value })
      return storedReading
    },
  })
})

/** Finds the reading of a meter next to a moment, before or after it. */
async function findNeighbouringReading(
  ctx: Context,
  meterId: string,
  readAt: string,
  side: 'before' | 'after',
): Promise<Reading | undefined> {
  const sideSql =
    side === 'before' ? sql`read_at < ${readAt} order by read_at desc` : sql`read_at > ${readAt} order by read_at`
  const [neighbour] = await ctx.query(
    sql`select ${columns(meterReading, ['id'])} from meter_reading where site_id = ${ctx.site} and meter_id = ${meterId} and ${sideSql} limit 1`,
  )
  return neighbour && ctx.rows.get(meterReading, neighbour.id)
}

async function judgeReading(
  ctx: Context,
  meterRow: Meter,
  previousReading: Reading | undefined,
  enteredReading: EnteredReading,
): Promise<AcceptedCheck> {
  const check = checkReading(
    {
      rollsOverAt: meterRow.rollsOverAt,
      usualPerHour: previousReading ? await loadUsualPerHour(ctx, meterRow.id, previousReading.readAt) : null,
    },
    previousReading ? { readAt: previousReading.readAt, value: previousReading.value } : null,
    { readAt: enteredReading.readAt, value: enteredReading.value },
    getExchange(enteredReading),
  )
  if ('use' in check) return check
  throw refuse(`equipment:refusals.reading.${check.verdict}`, {
    previous: previousReading?.value ?? 0,
    previousAt: previousReading ? formatPlantTime(ctx.timeZone, previousReading.readAt) : '',
    unit: meterRow.unit,
    limit: meterRow.rollsOverAt ?? 0,
  })
}
/**
 * Judges the reading that follows a late one. The rate of the following reading is not checked, because nobody could
 * confirm a jump now. A stored `jump` verdict stays, because a person confirmed it.
 * @throws 6000 if the late reading is above the next one
 */
function judgeFollowingReading(meterRow: Meter, enteredReading: EnteredReading, nextReading: Reading): AcceptedCheck {
  const check = checkReading(
    { rollsOverAt: meterRow.rollsOverAt, usualPerHour: null },
    { readAt: enteredReading.readAt, value: enteredReading.value },
    { readAt: nextReading.readAt, value: nextReading.value },
    getExchange(nextReading),
  )
  if (!('use' in check))
    throw refuse('equipment:refusals.reading.aboveNext', { next: nextReading.value, unit: meterRow.unit })
  return nextReading.verdict === 'jump' ? { ...check, verdict: 'jump' } : check
}
const getExchange = ({ oldFinal, newStart }: EnteredReading): MeterExchange | undefined =>
  oldFinal === null || newStart === null ? undefined : { oldFinal, newStart }

/** Loads the average use per hour between the first and the last reading in the `USUAL_RATE_DAYS` days up to `until`. */
async function loadUsualPerHour(ctx: Context, meterId: string, until: string): Promise<number | null> {
  const [row] = await ctx.query(
    sql<{ used: number | null; hours: number | null }>`
     select sum(used) - (array_agg(coalesce(used, 0) order by read_at))[1] as used, extract(epoch from max(read_at) - min(read_at)) / 3600 as hours
     from meter_reading where site_id = ${ctx.site} and meter_id = ${meterId} and read_at <= ${until} and read_at >= ${until}::timestamptz - make_interval(days => ${USUAL_RATE_DAYS})`,
  )
  return calculateUsualPerHour(row?.used ?? 0, row?.hours ?? 0)
}

/**
 * Copies the newest reading and the usual use to the meter. The version of the meter stays, because no form edits
 * these fields and open forms must not become stale.
 */
async function updateMeterSummary(ctx: Context, meterId: string): Promise<void> {
  const [latestReading] = await ctx.query(
    sql`select ${columns(meterReading, ['value', 'readAt'])} from meter_reading
     where site_id = ${ctx.site} and meter_id = ${meterId} order by read_at desc limit 1`,
  )
  const perHour = latestReading ? await loadUsualPerHour(ctx, meterId, latestReading.readAt) : null
  await ctx.query(
    sql`update meter set last_reading = ${latestReading?.value ?? null}, last_read_at = ${latestReading?.readAt ?? null}, usual_per_hour = ${perHour === null ? null : Math.round(perHour * 1e6) / 1e6}, updated_at = ${ctx.now}
      where site_id = ${ctx.site} and id = ${meterId}`,
  )
  ctx.touch('meter')
}
/**
 * Updates the running hours of the machine if the meter is its hour counter.
 * @param counterValue value of the counter; becomes the running hours of a machine that has none yet
 * @param addedHours hours to add to the running hours of the machine; negative after a removal
 */
async function updateRunningHours(
  ctx: Context,
  meterRow: Meter,
  counterValue: number,
  addedHours: number,
): Promise<void> {
  if (meterRow.kind !== 'runningHours' || !meterRow.counter || !meterRow.equipmentId) return
  const machine = await ctx.rows.lock(equipment, meterRow.equipmentId)
  const totalHours = machine.runningHours === null ? counterValue : machine.runningHours + addedHours
  await ctx.rows.update(equipment, machine.id, { runningHours: Math.max(0, Math.round(totalHours * 10) / 10) })
}
