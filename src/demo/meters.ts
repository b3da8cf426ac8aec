import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { calibrationState, checkReading, type MeterExchange, type Reading } from '@/areas/equipment/rules/meter'
import { DAY, HOUR, addDays, toMoment, weekdayOf } from '@/plant/rules/plant-time'
import type { MeterTotal } from '@/areas/maintenance/rules/pm'
import type { Row } from '@/contract/resource'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Era } from './era'
import type { PlantLine, Site } from './lines'
import { runningHours, type Machine } from './machines'
import type { Staff } from './people'
import { rounded, type Dice } from './random'
import { both, named, type Said } from './said'

type MeterRow = Draft<typeof meter>
type ReadingRow = Draft<typeof meterReading>
/** Readings of the hour counters, by machine: what preventive maintenance by running hours goes by. */
export interface HourCounter {
  readonly meterId: string
  readonly totals: readonly MeterTotal[]
}
export interface Meters {
  readonly batches: readonly Batch[]
  readonly meters: readonly MeterRow[]
  readonly hours: ReadonlyMap<string, HourCounter>
}

interface Counter {
  stem: string
  name: string
  nameEn: string
  kind: Row<typeof meter>['kind']
  unit: string
  place: Said
  line: string | null
  perDay: number
  rollsOverAt: number
  exchanged?: boolean
}

export function buildMeters(dice: Dice, era: Era, site: Site, staff: Staff, machines: readonly Machine[]): Meters {
  const made = era.from - 15 * DAY
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
      maker: '北辰仪器',
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

function counters(site: Site): Counter[] {
  const use: Record<PlantLine['kind'], number> = {
    spunbond: 31_000,
    composite: 46_000,
    meltblown: 17_500,
    slitting: 1450,
    utility: 12_500,
  }
  const electric = site.lines.map((line): Counter => ({
    stem: 'E',
    name: `${line.name}电表`,
    nameEn: `${line.nameEn} electricity meter`,
    kind: 'electricity',
    unit: 'kWh',
    place: both('变配电室', 'Substation'),
    line: line.id,
    perDay: use[line.kind],
    rollsOverAt: line.kind === 'slitting' ? 1_000_000 : 10_000_000,
  }))
  return [
    ...electric,
    {
      stem: 'W',
      name: '生产用水表',
      nameEn: 'Process water meter',
      kind: 'water',
      unit: 'm³',
      place: both('水泵房', 'Pump room'),
      line: null,
      perDay: 210,
      rollsOverAt: 1_000_000,
      exchanged: true,
    },
    {
      stem: 'W',
      name: '冷却补水表',
      nameEn: 'Cooling make-up water meter',
      kind: 'water',
      unit: 'm³',
      place: both('冷却塔', 'Cooling tower'),
      line: null,
      perDay: 95,
      rollsOverAt: 100_000,
    },
    {
      stem: 'G',
      name: '热油炉燃气表',
      nameEn: 'Thermal oil boiler gas meter',
      kind: 'gas',
      unit: 'm³',
      place: both('热油炉房', 'Thermal oil boilers'),
      line: null,
      perDay: 4300,
      rollsOverAt: 10_000_000,
    },
    {
      stem: 'A',
      name: '压缩空气流量计',
      nameEn: 'Compressed air flow meter',
      kind: 'compressedAir',
      unit: 'm³',
      place: both('空压站', 'Compressed air station'),
      line: null,
      perDay: 62_000,
      rollsOverAt: 100_000_000,
    },
  ]
}

/** Calibrated within the last period or a little before; some are due soon, a few are past. */
function calibration(dice: Dice, era: Era, months: number): Partial<MeterRow> {
  const calibratedOn = addDays(era.today, -dice.int(5, Math.round(months * 31.5)))
  return {
    calibratedOn,
    calibrationMonths: months,
    calibrationSoonDays: 30,
    calibrationDueOn: calibrationState({ calibratedOn, everyMonths: months, soonDays: 30 }, era.today).validUntil,
  }
}

function judged(
  row: MeterRow,
  previous: Reading | null,
  next: Reading,
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
  let previous: Reading | null = null
  const days = era.days()
  const changedOn = counter.exchanged ? days[Math.floor(days.length / 2)] : undefined
  const rows: ReadingRow[] = []
  for (const day of days) {
    const at = era.at(day, 480) + dice.int(0, 25) * 60_000
    // Nobody reads on every day.
    if (at > era.now || dice.chance(0.03)) continue
    const passed: number = previous ? (at - Date.parse(previous.at)) / DAY : 1
    const weekend = weekdayOf(day) === 7 ? 0.93 : 1
    const next = shown + counter.perDay * passed * weekend * dice.between(0.88, 1.08)
    const exchange =
      day === changedOn && previous
        ? { oldFinal: rounded(Math.min(next, counter.rollsOverAt - 1), 1), newStart: 0 }
        : undefined
    shown = exchange ? rounded(counter.perDay * 0.05, 1) : rounded(next % counter.rollsOverAt, 1)
    const reading: Reading = { at: toMoment(at), value: shown }
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
  let previous: Reading | null = null
  const rows: ReadingRow[] = []
  for (const day of era.days().filter((each) => weekdayOf(each) === 1)) {
    const at = era.at(day, 550) + dice.int(0, 60) * 60_000
    if (at > era.now) break
    const value = rounded(Math.max(runningHours(machine, at), previous?.value ?? 0), 1)
    const reading: Reading = { at: toMoment(at), value }
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
  reading: Reading,
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

const gauges = [
  ['PG', '压力表', 'Pressure gauge', 'pressure', 'MPa', 0, 1.6, 6],
  ['TG', '双金属温度计', 'Bimetal thermometer', 'temperature', '°C', 0, 300, 12],
  ['PM', '熔体压力表', 'Melt pressure gauge', 'pressure', 'MPa', 0, 35, 12],
  ['VG', '测振仪', 'Vibration meter', 'other', 'mm/s', 0, 50, 12],
  ['IR', '红外测温仪', 'Infrared thermometer', 'temperature', '°C', -20, 500, 12],
  ['SC', '电子台秤', 'Platform scale', 'weight', 'kg', 0, 1500, 12],
  ['CM', '钳形电流表', 'Clamp ammeter', 'current', 'A', 0, 1000, 12],
  ['SP', '线速度表', 'Line speed meter', 'speed', 'm/min', 0, 1000, 12],
] as const
function instruments(dice: Dice, era: Era, site: Site, staff: Staff, machines: readonly Machine[]): MeterRow[] {
  const made = era.from - 15 * DAY
  const place = site.lines.find(({ kind }) => kind === 'utility')?.code ?? 'UT'
  return gauges.flatMap(([stem, name, nameEn, kind, unit, rangeLow, rangeHigh, months]) =>
    Array.from({ length: stem === 'PG' || stem === 'TG' ? 9 : 3 }, (_, i): MeterRow => {
      const machine = dice.pick(machines)
      const fixed = stem === 'PG' || stem === 'TG' || stem === 'PM'
      return {
        id: dice.id(made + i * HOUR),
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
        maker: '北辰仪器',
        model: `${stem}-${dice.int(10, 99)}`,
        serialNumber: String(dice.int(100_000, 999_999)),
        counter: false,
        ...calibration(dice, era, months),
        ...stamps(made, staff.lead('maintLead').id),
      }
    }),
  )
}
