import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { columns, sql } from '@/server/sql'
import { equipment } from '../contract/equipment'
import { meter, meterReading } from '../contract/meter'
import { checkReading, usualPerHour, USUAL_DAYS, type MeterExchange, type ReadingCheck } from '../rules/meter'
import { publishEvent } from '@/server/events'
import { meterRead } from '@/plant/server/events'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { mustNotLieAhead } from '@/plant/server/plant'
import { atPlant } from './refuse'

type Meter = Row<typeof meter>
type Reading = Row<typeof meterReading>
type Said = Pick<Reading, 'readAt' | 'value' | 'oldFinal' | 'newStart'>
type Judged = Extract<ReadingCheck, { use: number }>

/**
 * Creates a reading. A late reading (from a phone or a workbook) is inserted between its neighbours and the next one
 * is judged again. The meter is locked, so that two readings never compare with the same previous reading.
 */
export async function addReading(ctx: Context, input: CreateInput<typeof meterReading>): Promise<Reading> {
  const of = await ctx.rows.lock(meter, input.meterId)
  mustNotLieAhead(ctx, input.readAt, 'readAt')
  assertExistedAtUse(ctx, { name: of.code, since: of.installedOn, at: input.readAt, field: 'readAt' })
  const said: Said = {
    readAt: input.readAt,
    value: input.value,
    oldFinal: input.oldFinal ?? null,
    newStart: input.newStart ?? null,
  }
  if ((said.oldFinal === null) !== (said.newStart === null)) throw refuse('equipment:refusals.reading.exchangeHalf')
  const [before] = await neighbours(ctx, of.id, said.readAt, 'before')
  const [after] = await neighbours(ctx, of.id, said.readAt, 'after')
  const own = of.counter ? await judge(ctx, of, before, said) : null
  if (own?.verdict === 'jump' && !input.jumpConfirmed)
    throw refuse('equipment:refusals.reading.jump', {}, { jump: true, used: own.use, perHour: own.perHour })
  const next = own && after ? mustFit(of, said, after) : null
  const row = await ctx.rows.insert(meterReading, {
    ...input,
    source: input.source ?? 'manual',
    used: own?.use ?? null,
    verdict: own?.verdict ?? 'ok',
    userId: ctx.person?.id ?? null,
  })
  if (next && after) await ctx.rows.update(meterReading, after.id, { used: next.use, verdict: next.verdict })
  if (!after) await showLast(ctx, of.id)
  await run(ctx, of, said.value, (own?.use ?? 0) + (next && after ? next.use - (after.used ?? 0) : 0))
  await publishEvent(ctx, meterRead, {
    meterId: of.id,
    at: row.readAt,
    value: row.value,
    exchange: exchangeOf(said) ?? null,
  })
  return row
}

/** Removes the newest reading of a meter. Older ones stay, because later readings were judged against them. */
export async function removeReading(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const known = await ctx.rows.get(meterReading, input.id)
  const of = await ctx.rows.lock(meter, known.meterId)
  const [after] = await neighbours(ctx, of.id, known.readAt, 'after')
  if (after) throw refuse('equipment:refusals.reading.notNewest')
  await ctx.rows.remove(meterReading, known.id, { version: input.version ?? null })
  await showLast(ctx, of.id)
  await run(ctx, of, known.value, -(known.used ?? 0))
  await publishEvent(ctx, meterRead, { meterId: of.id, at: known.readAt, value: null, exchange: null })
  return null
}

/** Imports readings from a workbook in any row order. A reading that exists with the same value is skipped. */
export function importReadings(ctx: Context, input: EndpointInput<typeof meterReading.endpoints.import>) {
  return importWorkbook(ctx as KitContext, meterReading, input, {
    insert: (_ctx, row) => addReading(ctx, { source: 'import', ...row } as Parameters<typeof addReading>[1]),
    update: async (_ctx, id, row) => {
      const known = await ctx.rows.get(meterReading, id)
      if (row['value'] !== known.value) throw refuse('equipment:refusals.reading.recorded', { value: known.value })
      return known
    },
  })
}

async function neighbours(ctx: Context, meterId: string, at: string, side: 'before' | 'after'): Promise<Reading[]> {
  const next = side === 'before' ? sql`read_at < ${at} order by read_at desc` : sql`read_at > ${at} order by read_at`
  const [found] = await ctx.query(
    sql`select ${columns(meterReading, ['id'])} from meter_reading where site_id = ${ctx.site} and meter_id = ${meterId} and ${next} limit 1`,
  )
  return found ? [await ctx.rows.get(meterReading, found.id)] : []
}

async function judge(ctx: Context, of: Meter, before: Reading | undefined, said: Said): Promise<Judged> {
  const check = checkReading(
    { rollsOverAt: of.rollsOverAt, usualPerHour: before ? await usual(ctx, of.id, before.readAt) : null },
    before ? { at: before.readAt, value: before.value } : null,
    { at: said.readAt, value: said.value },
    exchangeOf(said),
  )
  if ('use' in check) return check
  throw refuse(`equipment:refusals.reading.${check.verdict}`, {
    previous: before?.value ?? 0,
    previousAt: before ? atPlant(ctx, before.readAt) : '',
    unit: of.unit,
    limit: of.rollsOverAt ?? 0,
  })
}
/** Judges the reading after a late one. An earlier `jump` verdict stays, because a person confirmed it then. */
function mustFit(of: Meter, said: Said, after: Reading): Judged {
  const check = checkReading(
    { rollsOverAt: of.rollsOverAt, usualPerHour: null },
    { at: said.readAt, value: said.value },
    { at: after.readAt, value: after.value },
    exchangeOf(after),
  )
  if (!('use' in check)) throw refuse('equipment:refusals.reading.aboveNext', { next: after.value, unit: of.unit })
  return after.verdict === 'jump' ? { ...check, verdict: 'jump' } : check
}
const exchangeOf = ({ oldFinal, newStart }: Said): MeterExchange | undefined =>
  oldFinal === null || newStart === null ? undefined : { oldFinal, newStart }

/** Loads the average use per hour of the days up to a reading. The use before the first reading is excluded. */
async function usual(ctx: Context, meterId: string, until: string): Promise<number | null> {
  const [row] = await ctx.query(
    sql<{ used: number | null; hours: number | null }>`
     select sum(used) - (array_agg(coalesce(used, 0) order by read_at))[1] as used, extract(epoch from max(read_at) - min(read_at)) / 3600 as hours
     from meter_reading where site_id = ${ctx.site} and meter_id = ${meterId} and read_at <= ${until} and read_at >= ${until}::timestamptz - make_interval(days => ${USUAL_DAYS})`,
  )
  return usualPerHour(row?.used ?? 0, row?.hours ?? 0)
}

/**
 * Copies the newest reading and the usual use to the meter. The version of the meter stays, because no form edits
 * these fields and open forms must not become stale.
 */
async function showLast(ctx: Context, meterId: string): Promise<void> {
  const [last] = await ctx.query(
    sql`select ${columns(meterReading, ['value', 'readAt'])} from meter_reading
     where site_id = ${ctx.site} and meter_id = ${meterId} order by read_at desc limit 1`,
  )
  const perHour = last ? await usual(ctx, meterId, last.readAt) : null
  await ctx.query(
    'update meter set last_reading = $3, last_read_at = $4, usual_per_hour = $5, updated_at = $6 where site_id = $1 and id = $2',
    [
      ctx.site,
      meterId,
      last?.value ?? null,
      last?.readAt ?? null,
      perHour === null ? null : Math.round(perHour * 1e6) / 1e6,
      ctx.now,
    ],
  )
  ctx.touch('meter')
}
/** Updates the running hours of the machine if the meter is its hour counter. */
async function run(ctx: Context, of: Meter, shown: number, hours: number): Promise<void> {
  if (of.kind !== 'runningHours' || !of.counter || !of.equipmentId) return
  const machine = await ctx.rows.lock(equipment, of.equipmentId)
  const total = machine.runningHours === null ? shown : machine.runningHours + hours
  await ctx.rows.update(equipment, machine.id, { runningHours: Math.max(0, Math.round(total * 10) / 10) })
}
