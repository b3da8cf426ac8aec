import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { toLocalTime } from '@/plant/rules/plant-time'
import { assertNotUsedBefore } from '@/plant/server/chronology'
import { columns, limit, sql } from '@/server/sql'
import { meter, meterReading } from '../contract/meter'
import { calculateCalibrationState } from '../rules/meter'
import { assertUnused } from '@/server/crud/dependants'
import { cleanCode } from '@/plant/server/code'
import { handle } from '@/server/area'

type Meter = Row<typeof meter>

/** Creates a meter. */
export const addMeter = handle(meter.endpoints.create, async (ctx, input) => {
  assertMeterValid(input)
  return ctx.rows.insert(meter, {
    ...input,
    code: cleanCode(input.code),
    calibrationDueOn: calculateCalibrationDueOn(ctx, input),
  })
})
/** Updates a meter. */
export const changeMeter = handle(meter.endpoints.update, (ctx, { id, version, ...patch }) =>
  updateMeter(ctx, id, patch, version),
)

async function updateMeter(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof meter>, 'id' | 'version'>,
  version: number | null,
): Promise<Meter> {
  const storedMeter = await ctx.rows.lock(meter, id)
  const changedMeter = { ...storedMeter, ...patch }
  assertMeterValid(changedMeter)
  if (patch.installedOn) {
    const [firstReading] = await ctx.query(
      sql`select ${columns(meterReading, ['readAt'], 'r')} from meter_reading r
        where r.site_id = ${ctx.site} and r.meter_id = ${id} order by r.read_at ${limit(1)}`,
    )
    const installedOn = patch.installedOn
    assertNotUsedBefore(ctx, {
      name: storedMeter.code,
      since: installedOn,
      firstUse: firstReading?.readAt ?? null,
      field: 'installedOn',
    })
  }
  // Readings and consumption are stored in the meter's unit, so it is fixed after the first reading.
  if (
    (changedMeter.unit !== storedMeter.unit || changedMeter.counter !== storedMeter.counter) &&
    storedMeter.lastReadAt
  )
    throw refuse('equipment:refusals.meter.unitFixed')
  return ctx.rows.update(
    meter,
    id,
    { ...patch, code: cleanCode(changedMeter.code), calibrationDueOn: calculateCalibrationDueOn(ctx, changedMeter) },
    { version },
  )
}

/** Removes a meter that nothing refers to. */
export const removeMeter = handle(meter.endpoints.remove, async (ctx, input) => {
  const row = await ctx.rows.lock(meter, input.id, { blockReferences: true })
  await assertUnused(ctx, 'meter', row.id, row.code)
  await ctx.rows.remove(meter, row.id, { version: input.version ?? null })
  return null
})

/** Imports meters from a workbook. */
export const importMeters = handle(meter.endpoints.import, (ctx, input) => {
  return importWorkbook(ctx as AppContext, meter, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addMeter.run(ctx, row as CreateInput<typeof meter>),
    update: (_ctx, id, row) => updateMeter(ctx, id, row, null),
  })
})

type MeterInput = Partial<Pick<Meter, 'rangeLow' | 'rangeHigh' | 'counter' | 'rollsOverAt'>> | CreateInput<typeof meter>
function assertMeterValid({ rangeLow, rangeHigh, counter, rollsOverAt }: MeterInput): void {
  if (typeof rangeLow === 'number' && typeof rangeHigh === 'number' && rangeLow >= rangeHigh)
    throw refuse('equipment:refusals.meter.range')
  if (typeof rollsOverAt === 'number' && (!counter || rollsOverAt === 0))
    throw refuse('equipment:refusals.meter.rollOver')
}
function calculateCalibrationDueOn(
  ctx: Context,
  calibration: { calibratedOn?: string | null; calibrationMonths?: number | null; calibrationSoonDays?: number | null },
): string | null {
  if (!calibration.calibratedOn || !calibration.calibrationMonths) return null
  const today = toLocalTime(ctx.now.toISOString(), ctx.timeZone).day
  return calculateCalibrationState(
    {
      calibratedOn: calibration.calibratedOn,
      everyMonths: calibration.calibrationMonths,
      soonDays: calibration.calibrationSoonDays ?? 0,
    },
    today,
  ).validUntil
}
