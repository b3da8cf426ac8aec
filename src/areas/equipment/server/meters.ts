import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { toLocalTime } from '@/plant/rules/plant-time'
import { assertNotUsedBefore } from '@/plant/server/chronology'
import { columns, limit, sql } from '@/server/sql'
import { meter, meterReading } from '../contract/meter'
import { calibrationState } from '../rules/meter'
import { assertUnused } from '@/server/crud/dependants'
import { cleanCode } from '@/plant/server/code'

type Meter = Row<typeof meter>

/** Creates a meter. */
export async function addMeter(ctx: Context, input: CreateInput<typeof meter>): Promise<Meter> {
  mustBeSound(input)
  return ctx.rows.insert(meter, { ...input, code: cleanCode(input.code), calibrationDueOn: dueOn(ctx, input) })
}
/** Updates a meter. */
export const changeMeter = (ctx: Context, { id, version, ...patch }: UpdateInput<typeof meter>): Promise<Meter> =>
  change(ctx, id, patch, version)

async function change(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof meter>, 'id' | 'version'>,
  version: number | null,
): Promise<Meter> {
  const before = await ctx.rows.lock(meter, id)
  const after = { ...before, ...patch }
  mustBeSound(after)
  if (patch.installedOn) {
    const [first] = await ctx.query(
      sql`select ${columns(meterReading, ['readAt'], 'r')} from meter_reading r
        where r.site_id = ${ctx.site} and r.meter_id = ${id} order by r.read_at ${limit(1)}`,
    )
    const since = patch.installedOn
    assertNotUsedBefore(ctx, { name: before.code, since, firstUse: first?.readAt ?? null, field: 'installedOn' })
  }
  // Readings and consumption are stored in the meter's unit, so it is fixed after the first reading.
  if ((after.unit !== before.unit || after.counter !== before.counter) && before.lastReadAt)
    throw refuse('equipment:refusals.meter.unitFixed')
  return ctx.rows.update(
    meter,
    id,
    { ...patch, code: cleanCode(after.code), calibrationDueOn: dueOn(ctx, after) },
    { version },
  )
}

/** Removes a meter that nothing refers to. */
export async function removeMeter(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const row = await ctx.rows.lock(meter, input.id, { blockReferences: true })
  await assertUnused(ctx, 'meter', row.id, row.code)
  await ctx.rows.remove(meter, row.id, { version: input.version ?? null })
  return null
}

/** Imports meters from a workbook. */
export function importMeters(ctx: Context, input: EndpointInput<typeof meter.endpoints.import>) {
  return importWorkbook(ctx as KitContext, meter, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addMeter(ctx, row as Parameters<typeof addMeter>[1]),
    update: (_ctx, id, row) => change(ctx, id, row, null),
  })
}

type Said = Partial<Pick<Meter, 'rangeLow' | 'rangeHigh' | 'counter' | 'rollsOverAt'>> | CreateInput<typeof meter>
function mustBeSound({ rangeLow, rangeHigh, counter, rollsOverAt }: Said): void {
  if (typeof rangeLow === 'number' && typeof rangeHigh === 'number' && rangeLow >= rangeHigh)
    throw refuse('equipment:refusals.meter.range')
  if (typeof rollsOverAt === 'number' && (!counter || rollsOverAt === 0))
    throw refuse('equipment:refusals.meter.rollOver')
}
function dueOn(
  ctx: Context,
  said: { calibratedOn?: string | null; calibrationMonths?: number | null; calibrationSoonDays?: number | null },
): string | null {
  if (!said.calibratedOn || !said.calibrationMonths) return null
  const today = toLocalTime(ctx.now.toISOString(), ctx.timeZone).day
  return calibrationState(
    { calibratedOn: said.calibratedOn, everyMonths: said.calibrationMonths, soonDays: said.calibrationSoonDays ?? 0 },
    today,
  ).validUntil
}
