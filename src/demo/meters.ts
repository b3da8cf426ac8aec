import { meter, meterReading } from '@/areas/equipment/contract/meter'
import {
  calculateCalibrationState,
  checkReading,
  type MeterExchange,
  type MeterReadingValue,
} from '@/areas/equipment/rules/meter'
import { DAY_MS, HOUR_MS, addDays, toMoment, getWeekday } from '@/plant/rules/plant-time'
import type { MeterTotal } from '@/areas/maintenance/rules/pm'
import { makerNamed } from './company-names'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Era } from './era'
import type { Site } from './lines'
import { runningHours, type Machine } from './machines'
import { counters, gauges, type Counter } from './meter-list'
import type { Staff } from './people'
import { rounded, type Dice } from './random'
import { both, named } from './said'

type MeterRow = Draft<typeof meter>
type ReadingRow = Draft<typeof meterReading>
/** Readings of a machine's hour counter, used by preventive maintenance. */
export interface HourCounter {
  readonly meterId: string
  readonly totals: readonly MeterTotal[]
}
export interface Meters {
  readonly batches: readonly Batch[]
  readonly meters: readonly MeterRow[]
  readonly hours: ReadonlyMap<string, HourCounter>
}

/** Builds meters, instruments and readings of a place. */
export function buildMeters(dice: Dice, era: Era, site: Site, staff: Staff, machines: readonly Machine[]): Meters {
  const made = era.from - 15 * DAY_MS
  const place = site.lines.find(({ kind }) => kind === 'utility')?.code ?? 'UT'
  const meters: MeterRow[] = []
  const readings: ReadingRow[] = []
  for (const [i, counter] of counters(site).entries()) {
    const row: MeterRow = {
      id: dice.id(made),
      code: `${place}-${counter.stem}${String(i + 1).padStart(2, '0')}`,
      name: counter.name,
      nameEn: counter.nameEn,
      kind: counter.kind,
      unit: counter.unit,
      place: era.say(counter.place),
      lineId: counter.line,
      ...makerNamed('北辰仪器'),
      model: `${counter.stem}-96`,
      serialNumber: String(dice.int(20_000_000, 29_999_999)),
      counter: true,
      rollsOverAt: counter.rollsOverAt,
      ...calibration(dice, era, 12),
      ...stamps(made, staff.lead('maintLead').id),
    }
    meters.push(row)
    readings.push(...daily(dice, era, staff, row, counter))
  }
  const hours = new Map<string, HourCounter>()
  for (const machine of machines.filter(
    ({ kind, stopped }) =>
      stopped === null &&
      ['extruder', 'compressor', 'boiler', 'calender'].includes(kind.group) &&
      kind.criticality === 'A',
  )) {
    const row: MeterRow = {
      id: dice.id(made),
      code: `${machine.code}-H`,
      name: `${machine.name}运行计时器`,
      nameEn: `${machine.nameEn} hour counter`,
      kind: 'runningHours',
      unit: 'h',
      place: era.say(named(machine.line)),
      lineId: machine.line.id,
      equipmentId: machine.id,
      counter: true,
      ...stamps(made, staff.lead('maintLead').id),
    }
    meters.push(row)
    const own = weekly(dice, era, staff, row, machine)
    readings.push(...own)
    hours.set(machine.id, {
      meterId: row.id,
      totals: own.map(({ readAt, value }) => ({ at: readAt ?? '', total: value ?? 0 })),
    })
  }
  for (const row of instruments(dice, era, site, staff, machines)) meters.push(row)
  return { batches: [batch(meter, meters), batch(meterReading, readings)], meters, hours }
}

/** Calibrated within the last interval or slightly before, so some are due soon and a few are overdue. */
function calibration(dice: Dice, era: Era, months: number): Partial<MeterRow> {
  const calibratedOn = addDays(era.today, -dice.int(5, Math.round(months * 31.5)))
  return {
    calibratedOn,
    calibrationMonths: months,
    calibrationSoonDays: 30,
    calibrationDueOn: calculateCalibrationState({ calibratedOn, everyMonths: months, soonDays: 30 }, era.today)
      .validUntil,
  }
}

function judged(
  row: MeterRow,
  previous: MeterReadingValue | null,
  next: MeterReadingValue,
  perDay: number,
  exchange?: MeterExchange,
): Pick<ReadingRow, 'used' | 'verdict' | 'jumpConfirmed'> {
  const check = checkReading(
    { rollsOverAt: row.rollsOverAt ?? null, usualPerHour: perDay / 24 },
    previous,
    next,
    exchange,
  )
  if (!('use' in check)) throw new Error(`the reading of ${row.code} is ${check.verdict}`)
  return { used: rounded(check.use, 6), verdict: check.verdict, jumpConfirmed: check.verdict === 'jump' }
}

function daily(dice: Dice, era: Era, staff: Staff, row: MeterRow, counter: Counter): ReadingRow[] {
  let shown = rounded(counter.rollsOverAt * dice.between(0.35, 0.97), 1)
  let previous: MeterReadingValue | null = null
  const days = era.days()
  const changedOn = counter.exchanged ? days[Math.floor(days.length / 2)] : undefined
  const rows: ReadingRow[] = []
  for (const day of days) {
    const at = era.at(day, 480) + dice.int(0, 25) * 60_000
    // Readings are missing on some days.
    if (at > era.now || dice.chance(0.03)) continue
    const passed: number = previous ? (at - Date.parse(previous.at)) / DAY_MS : 1
    const weekend = getWeekday(day) === 7 ? 0.93 : 1
    const next = shown + counter.perDay * passed * weekend * dice.between(0.88, 1.08)
    const exchange =
      day === changedOn && previous
        ? { oldFinal: rounded(Math.min(next, counter.rollsOverAt - 1), 1), newStart: 0 }
        : undefined
    shown = exchange ? rounded(counter.perDay * 0.05, 1) : rounded(next % counter.rollsOverAt, 1)
    const reading: MeterReadingValue = { at: toMoment(at), value: shown }
    rows.push(
      readingRow(dice, staff, row, reading, at, {
        ...judged(row, previous, reading, counter.perDay, exchange),
        ...exchange,
        ...(exchange && { note: era.say(both('表计到期更换', 'Meter replaced, calibration expired')) }),
      }),
    )
    previous = reading
  }
  last(row, rows)
  return rows
}

function weekly(dice: Dice, era: Era, staff: Staff, row: MeterRow, machine: Machine): ReadingRow[] {
  let previous: MeterReadingValue | null = null
  const rows: ReadingRow[] = []
  for (const day of era.days().filter((each) => getWeekday(each) === 1)) {
    const at = era.at(day, 550) + dice.int(0, 60) * 60_000
    if (at > era.now) break
    const value = rounded(Math.max(runningHours(machine, at), previous?.value ?? 0), 1)
    const reading: MeterReadingValue = { at: toMoment(at), value }
    rows.push(readingRow(dice, staff, row, reading, at, judged(row, previous, reading, 24 * machine.duty)))
    previous = reading
  }
  last(row, rows)
  return rows
}

function readingRow(
  dice: Dice,
  staff: Staff,
  row: MeterRow,
  reading: MeterReadingValue,
  at: number,
  rest: Partial<ReadingRow>,
): ReadingRow {
  const reader = dice.pick(staff.of('electrician').concat(staff.of('mechanic')))
  return {
    id: dice.id(at),
    meterId: row.id,
    readAt: reading.at,
    value: reading.value,
    source: dice.weighted([
      ['scanned', 6],
      ['manual', 4],
    ]),
    userId: reader.id,
    ...rest,
    ...stamps(at, reader.id),
  }
}
function last(row: MeterRow, rows: readonly ReadingRow[]): void {
  const newest = rows.at(-1)
  Object.assign(row, {
    lastReading: newest?.value ?? null,
    lastReadAt: newest?.readAt ?? null,
    ...(newest?.updatedAt && { updatedAt: newest.updatedAt }),
  })
}

function instruments(dice: Dice, era: Era, site: Site, staff: Staff, machines: readonly Machine[]): MeterRow[] {
  const made = era.from - 15 * DAY_MS
  const place = site.lines.find(({ kind }) => kind === 'utility')?.code ?? 'UT'
  return gauges.flatMap(([stem, name, nameEn, kind, unit, rangeLow, rangeHigh, months]) =>
    Array.from({ length: stem === 'PG' || stem === 'TG' ? 9 : 3 }, (_, i): MeterRow => {
      const machine = dice.pick(machines)
      const fixed = stem === 'PG' || stem === 'TG' || stem === 'PM'
      return {
        id: dice.id(made + i * HOUR_MS),
        code: `${place}-${stem}${String(i + 1).padStart(2, '0')}`,
        name: fixed ? `${machine.name}${name}` : name,
        nameEn: fixed ? `${machine.nameEn} ${nameEn.toLowerCase()}` : nameEn,
        kind,
        unit,
        rangeLow,
        rangeHigh,
        place: era.say(fixed ? named(machine.line) : both('维修车间', 'Workshop')),
        lineId: fixed ? machine.line.id : null,
        equipmentId: fixed ? machine.id : null,
        ...makerNamed('北辰仪器'),
        model: `${stem}-${dice.int(10, 99)}`,
        serialNumber: String(dice.int(100_000, 999_999)),
        counter: false,
        ...calibration(dice, era, months),
        ...stamps(made, staff.lead('maintLead').id),
      }
    }),
  )
}
