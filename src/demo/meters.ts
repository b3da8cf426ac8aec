import { meter, meterReading } from '@/areas/equipment/contract/meter'
import {
  calculateCalibrationState,
  checkReading,
  type MeterExchange,
  type MeterReadingValue,
} from '@/areas/equipment/rules/meter'
import { DAY_MS, HOUR_MS, MINUTE_MS, addDays, toMoment, getWeekday } from '@/plant/rules/plant-time'
import type { MeterTotal } from '@/areas/maintenance/rules/pm-due-dates'
import { toMakerFields } from './company-names'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { PlaceLayout } from './lines'
import { calculateRunningHours, type DemoMachine } from './machines'
import { listCounters, gaugeSpecs, type DemoCounter } from './meter-list'
import type { Staff } from './people'
import { roundDecimals, type Dice } from './random'
import { toBilingualText, toBilingualName } from './bilingual-text'

type MeterRow = RowDraft<typeof meter>
type ReadingRow = RowDraft<typeof meterReading>
/** Readings of a machine's hour counter, used by preventive maintenance. */
export interface HourCounter {
  readonly meterId: string
  readonly totals: readonly MeterTotal[]
}
export interface MeterHistory {
  readonly batches: readonly RowBatch[]
  readonly meters: readonly MeterRow[]
  readonly counterByMachine: ReadonlyMap<string, HourCounter>
}

/** Builds meters, instruments and readings of a place. */
export function buildMeters(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  staff: Staff,
  machines: readonly DemoMachine[],
): MeterHistory {
  const createdMs = era.from - 15 * DAY_MS
  const utilityCode = layout.lines.find(({ kind }) => kind === 'utility')?.code ?? 'UT'
  const meters: MeterRow[] = []
  const readings: ReadingRow[] = []
  for (const [i, counter] of listCounters(layout).entries()) {
    const row: MeterRow = {
      id: dice.id(createdMs),
      code: `${utilityCode}-${counter.stem}${String(i + 1).padStart(2, '0')}`,
      name: counter.name,
      nameEn: counter.nameEn,
      kind: counter.kind,
      unit: counter.unit,
      place: era.localize(counter.place),
      lineId: counter.lineId,
      ...toMakerFields('北辰仪器'),
      model: `${counter.stem}-96`,
      serialNumber: String(dice.int(20_000_000, 29_999_999)),
      counter: true,
      rollsOverAt: counter.rollsOverAt,
      ...buildCalibration(dice, era, 12),
      ...buildAuditFields(createdMs, staff.getPersonOfTrade('maintLead').id),
    }
    meters.push(row)
    readings.push(...buildDailyReadings(dice, era, staff, row, counter))
  }
  const counterByMachine = new Map<string, HourCounter>()
  for (const machine of machines.filter(
    ({ kind, stopped }) =>
      stopped === null &&
      ['extruder', 'compressor', 'boiler', 'calender'].includes(kind.group) &&
      kind.criticality === 'A',
  )) {
    const row: MeterRow = {
      id: dice.id(createdMs),
      code: `${machine.code}-H`,
      name: `${machine.name}运行计时器`,
      nameEn: `${machine.nameEn} hour counter`,
      kind: 'runningHours',
      unit: 'h',
      place: era.localize(toBilingualName(machine.line)),
      lineId: machine.line.id,
      equipmentId: machine.id,
      counter: true,
      ...buildAuditFields(createdMs, staff.getPersonOfTrade('maintLead').id),
    }
    meters.push(row)
    const readingRows = buildWeeklyReadings(dice, era, staff, row, machine)
    readings.push(...readingRows)
    counterByMachine.set(machine.id, {
      meterId: row.id,
      totals: readingRows.map(({ readAt, value }) => ({ readAt: readAt ?? '', total: value ?? 0 })),
    })
  }
  for (const row of buildInstruments(dice, era, layout, staff, machines)) meters.push(row)
  return { batches: [toBatch(meter, meters), toBatch(meterReading, readings)], meters, counterByMachine }
}

/**
 * Picks a calibration date within the last interval or slightly before it, so that some calibrations are due soon and a
 * few are overdue.
 */
function buildCalibration(dice: Dice, era: DemoEra, months: number): Partial<MeterRow> {
  const calibratedOn = addDays(era.today, -dice.int(5, Math.round(months * 31.5)))
  return {
    calibratedOn,
    calibrationMonths: months,
    calibrationSoonDays: 30,
    calibrationDueOn: calculateCalibrationState({ calibratedOn, everyMonths: months, soonDays: 30 }, era.today)
      .validUntil,
  }
}

function checkNextReading(
  row: MeterRow,
  previousReading: MeterReadingValue | null,
  reading: MeterReadingValue,
  perDay: number,
  exchange?: MeterExchange,
): Pick<ReadingRow, 'used' | 'verdict' | 'jumpConfirmed'> {
  const check = checkReading(
    { rollsOverAt: row.rollsOverAt ?? null, usualPerHour: perDay / 24 },
    previousReading,
    reading,
    exchange,
  )
  if (!('use' in check)) throw new Error(`the reading of ${row.code} is ${check.verdict}`)
  return { used: roundDecimals(check.use, 6), verdict: check.verdict, jumpConfirmed: check.verdict === 'jump' }
}

function buildDailyReadings(dice: Dice, era: DemoEra, staff: Staff, row: MeterRow, counter: DemoCounter): ReadingRow[] {
  let counterValue = roundDecimals(counter.rollsOverAt * dice.between(0.35, 0.97), 1)
  let previousReading: MeterReadingValue | null = null
  const days = era.listDays()
  const exchangedOn = counter.isExchanged ? days[Math.floor(days.length / 2)] : undefined
  const rows: ReadingRow[] = []
  for (const day of days) {
    const readMs = era.toMillis(day, 480) + dice.int(0, 25) * MINUTE_MS
    // Readings are missing on some days.
    if (readMs > era.now || dice.chance(0.03)) continue
    const elapsedDays: number = previousReading ? (readMs - Date.parse(previousReading.readAt)) / DAY_MS : 1
    const weekendFactor = getWeekday(day) === 7 ? 0.93 : 1
    const nextValue = counterValue + counter.perDay * elapsedDays * weekendFactor * dice.between(0.88, 1.08)
    const exchange =
      day === exchangedOn && previousReading
        ? { oldFinal: roundDecimals(Math.min(nextValue, counter.rollsOverAt - 1), 1), newStart: 0 }
        : undefined
    counterValue = exchange
      ? roundDecimals(counter.perDay * 0.05, 1)
      : roundDecimals(nextValue % counter.rollsOverAt, 1)
    const reading: MeterReadingValue = { readAt: toMoment(readMs), value: counterValue }
    rows.push(
      buildReadingRow(dice, staff, row, reading, readMs, {
        ...checkNextReading(row, previousReading, reading, counter.perDay, exchange),
        ...exchange,
        ...(exchange && { note: era.localize(toBilingualText('表计到期更换', 'Meter replaced, calibration expired')) }),
      }),
    )
    previousReading = reading
  }
  setLastReading(row, rows)
  return rows
}

function buildWeeklyReadings(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  row: MeterRow,
  machine: DemoMachine,
): ReadingRow[] {
  let previousReading: MeterReadingValue | null = null
  const rows: ReadingRow[] = []
  for (const day of era.listDays().filter((date) => getWeekday(date) === 1)) {
    const readMs = era.toMillis(day, 550) + dice.int(0, 60) * MINUTE_MS
    if (readMs > era.now) break
    const value = roundDecimals(Math.max(calculateRunningHours(machine, readMs), previousReading?.value ?? 0), 1)
    const reading: MeterReadingValue = { readAt: toMoment(readMs), value }
    rows.push(
      buildReadingRow(
        dice,
        staff,
        row,
        reading,
        readMs,
        checkNextReading(row, previousReading, reading, 24 * machine.runningShare),
      ),
    )
    previousReading = reading
  }
  setLastReading(row, rows)
  return rows
}

function buildReadingRow(
  dice: Dice,
  staff: Staff,
  row: MeterRow,
  reading: MeterReadingValue,
  readMs: number,
  fields: Partial<ReadingRow>,
): ReadingRow {
  const reader = dice.pick(staff.listByTrade('electrician').concat(staff.listByTrade('mechanic')))
  return {
    id: dice.id(readMs),
    meterId: row.id,
    readAt: reading.readAt,
    value: reading.value,
    source: dice.pickWeighted([
      ['scanned', 6],
      ['manual', 4],
    ]),
    userId: reader.id,
    ...fields,
    ...buildAuditFields(readMs, reader.id),
  }
}
function setLastReading(row: MeterRow, rows: readonly ReadingRow[]): void {
  const newestReading = rows.at(-1)
  Object.assign(row, {
    lastReading: newestReading?.value ?? null,
    lastReadAt: newestReading?.readAt ?? null,
    ...(newestReading?.updatedAt && { updatedAt: newestReading.updatedAt }),
  })
}

/** Pressure gauges and thermometers. */
const COMMON_GAUGE_STEMS: readonly string[] = ['PG', 'TG']
/** Gauges that are fixed to a machine. The other instruments belong to the workshop. */
const FIXED_GAUGE_STEMS: readonly string[] = [...COMMON_GAUGE_STEMS, 'PM']
function buildInstruments(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  staff: Staff,
  machines: readonly DemoMachine[],
): MeterRow[] {
  const createdMs = era.from - 15 * DAY_MS
  const utilityCode = layout.lines.find(({ kind }) => kind === 'utility')?.code ?? 'UT'
  return gaugeSpecs.flatMap(({ stem, name, nameEn, kind, unit, rangeLow, rangeHigh, calibrationMonths }) =>
    Array.from({ length: COMMON_GAUGE_STEMS.includes(stem) ? 9 : 3 }, (_, i): MeterRow => {
      const machine = dice.pick(machines)
      const isFixed = FIXED_GAUGE_STEMS.includes(stem)
      return {
        id: dice.id(createdMs + i * HOUR_MS),
        code: `${utilityCode}-${stem}${String(i + 1).padStart(2, '0')}`,
        name: isFixed ? `${machine.name}${name}` : name,
        nameEn: isFixed ? `${machine.nameEn} ${nameEn.toLowerCase()}` : nameEn,
        kind,
        unit,
        rangeLow,
        rangeHigh,
        place: era.localize(isFixed ? toBilingualName(machine.line) : toBilingualText('维修车间', 'Workshop')),
        lineId: isFixed ? machine.line.id : null,
        equipmentId: isFixed ? machine.id : null,
        ...toMakerFields('北辰仪器'),
        model: `${stem}-${dice.int(10, 99)}`,
        serialNumber: String(dice.int(100_000, 999_999)),
        counter: false,
        ...buildCalibration(dice, era, calibrationMonths),
        ...buildAuditFields(createdMs, staff.getPersonOfTrade('maintLead').id),
      }
    }),
  )
}
