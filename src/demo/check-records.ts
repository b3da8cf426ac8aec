import { firstLevelCheck, mechanicalCheck, secondLevelCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { assistRecord, detectionRecord, electricRecord } from '@/areas/equipment/contract/work-records'
import { mainLubrication, slittingLubrication } from '@/areas/equipment/contract/lubrication'
import { addDays, toMoment } from '@/plant/rules/plant-time'
import { isWebLineKind } from '@/plant/rules/line'
import { batch, stamps, type Batch, type Draft } from './draft'
import {
  assists,
  detections,
  driveEnd,
  gearbox,
  greased,
  instruments,
  otherEnd,
  remarks,
  works,
} from './check-record-words'
import type { Era } from './era'
import type { Check } from './groups/group'
import type { Site } from './lines'
import type { Machine } from './machines'
import { partName, type Store } from './parts'
import type { Staff, Trade } from './people'
import { rounded, type Dice } from './random'
import { both } from './said'
import { teamChecks } from './team-checks'

export interface Desk {
  dice: Dice
  era: Era
  staff: Staff
  site: Site
  store: Store
  machines: readonly Machine[]
}
export type Result = 'ok' | 'attention' | 'notOk'
interface Head {
  id: string
  equipmentId: string
  occurredAt: string
  people: string[]
  result: Result
  nextDueOn: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
  version: number
}

/** Builds the machine records other than rounds, repairs and preventive maintenance. */
export function buildRecords(desk: Desk): Batch[] {
  const { machines } = desk
  const main = machines.filter(({ line }) => isWebLineKind(line.kind))
  const slitters = machines.filter(({ line }) => line.kind === 'slitting')
  const electrical = machines.filter(
    ({ kind }) => kind.group === 'panel' || kind.group === 'drive' || kind.group === 'power',
  )
  const turning = machines.filter(({ kind }) =>
    ['blower', 'drive', 'pump', 'compressor', 'extruder'].includes(kind.group),
  )
  return [
    batch(
      firstLevelCheck,
      each(desk, 4, 'line', main.concat(slitters), 1, (head, machine): Draft<typeof firstLevelCheck> => ({
        ...head,
        items: items(desk, machine, head.result),
      })),
    ),
    batch(
      secondLevelCheck,
      each(desk, 1.4, 'mechanic', machines, 30, (head, machine): Draft<typeof secondLevelCheck> => ({
        ...head,
        items: items(desk, machine, head.result),
        findings: desk.era.say(
          (head.result === 'ok' ? null : machine.group.faults[0]?.description) ??
            both('未发现异常', 'Nothing unusual found'),
        ),
        measures: head.result === 'ok' ? null : desk.era.say(both('列入下周工作', "Put into next week's work")),
        hours: rounded(desk.dice.between(0.4, 2.5), 2),
      })),
    ),
    batch(
      electricRecord,
      each(desk, 1.1, 'electrician', electrical, 90, (head, machine) => electricOf(desk, head, machine)),
    ),
    batch(
      assistRecord,
      each(desk, 0.9, 'mechanic', machines, null, (head): Draft<typeof assistRecord> => {
        const [kind, work] = desk.dice.pick(assists)
        return { ...head, kind, work: desk.era.say(work), hours: rounded(desk.dice.between(0.3, 4), 2) }
      }),
    ),
    batch(
      detectionRecord,
      each(desk, 1.2, 'mechanic', turning, 30, (head, machine) => detectionOf(desk, head, machine)),
    ),
    batch(
      mechanicalCheck,
      each(desk, 1.3, 'mechanic', turning, 30, (head, machine): Draft<typeof mechanicalCheck> => ({
        ...head,
        part: desk.era.say(desk.dice.pick([driveEnd, otherEnd, gearbox])),
        vibration: rounded(head.result === 'ok' ? desk.dice.between(0.8, 4) : desk.dice.between(4.6, 8.5), 2),
        bearingTemperature: rounded(desk.dice.between(38, 66), 1),
        noise: rounded(desk.dice.between(68, 84), 1),
        items: items(desk, machine, head.result),
      })),
    ),
    batch(
      mainLubrication,
      each(desk, 1.8, 'mechanic', main, 30, (head, machine): Draft<typeof mainLubrication> => ({
        ...head,
        ...lubricated(desk, machine),
      })),
    ),
    batch(
      slittingLubrication,
      each(desk, 1, 'mechanic', slitters, 14, (head, machine): Draft<typeof slittingLubrication> => ({
        ...head,
        ...lubricated(desk, machine),
      })),
    ),
    batch(teamCheck, teamChecks(desk)),
  ]
}

/** Generates `perDay` records a day on average, at working hours of the trade, each for a machine in use. */
function each<T>(
  desk: Desk,
  perDay: number,
  trade: Trade,
  machines: readonly Machine[],
  dueDays: number | null,
  make: (head: Head, machine: Machine) => T,
): T[] {
  const { dice, era, staff } = desk
  const usable = machines.filter(({ stopped }) => stopped === null)
  const rows: T[] = []
  for (const day of era.days())
    for (let left = perDay; dice.chance(left); left -= 1) {
      const at = era.at(day, trade === 'line' ? dice.int(0, 1439) : dice.int(510, 1030))
      if (at > era.now) continue
      const machine = dice.pick(usable)
      const crew =
        trade === 'line' ? staff.onShift(machine.line.kind === 'slitting' ? 'slit' : 'line', at) : staff.of(trade)
      const people = dice
        .some(crew.length ? crew : staff.of('shiftMaint'), dice.chance(0.25) ? 2 : 1)
        .map(({ id }) => id)
      const result = dice.weighted<Result>([
        ['ok', 93],
        ['attention', 5.5],
        ['notOk', 1.5],
      ])
      rows.push(
        make(
          {
            id: dice.id(at),
            equipmentId: machine.id,
            occurredAt: toMoment(at),
            people,
            result,
            nextDueOn: dueDays === null ? null : addDays(day, dueDays),
            ...stamps(at, people[0] ?? null),
          },
          machine,
        ),
      )
    }
  return rows
}

export type Items = NonNullable<Draft<typeof firstLevelCheck>['items']>
function items(desk: Desk, machine: Machine, result: Result): Items {
  return machine.group.checks.map((check, i) => item(desk, check, i === 0 ? result : 'ok'))
}
function item({ dice, era }: Desk, check: Check, result: Result): Items[number] {
  const value =
    check.kind === 'number'
      ? rounded(
          result === 'notOk' ? check.high * 1.06 : check.usual + (check.high - check.usual) * dice.between(-0.3, 0.4),
          2,
        )
      : null
  return {
    item: era.say(check),
    method: era.say(
      check.kind === 'number' ? both('仪表读数', 'Gauge reading') : both('目视、听诊', 'Look and listen'),
    ),
    standard:
      check.kind === 'number' ? `${check.low}–${check.high} ${check.unit}` : era.say(both('无异常', 'Nothing unusual')),
    result,
    value,
    unit: check.kind === 'number' ? check.unit : null,
    remark: result === 'ok' ? null : era.say(dice.pick(remarks)),
  }
}

function electricOf(desk: Desk, head: Head, machine: Machine): Draft<typeof electricRecord> {
  const { dice, era } = desk
  return {
    ...head,
    circuit: `${machine.code}-Q${dice.int(1, 6)}`,
    voltage: rounded(dice.normal(398, 3), 1),
    current: rounded(Math.max(2, machine.kind.power * dice.between(1, 1.7)), 2),
    insulation: rounded(head.result === 'notOk' ? dice.between(0.2, 0.9) : dice.between(20, 500), 2),
    temperature: rounded(dice.between(26, 48), 1),
    items: items(desk, machine, head.result),
    work: era.say(dice.pick(works)),
    hours: rounded(dice.between(0.3, 2), 2),
  }
}

function detectionOf({ dice, era }: Desk, head: Head, machine: Machine): Draft<typeof detectionRecord> {
  const [kind, unit, low, high, from, to, standard] = dice.pick(detections)
  const points = [
    both('驱动端水平', 'Drive end, horizontal'),
    both('驱动端垂直', 'Drive end, vertical'),
    both('非驱动端水平', 'Non-drive end, horizontal'),
  ]
  const values = points.map((point, i) => {
    const bad = head.result === 'notOk' && i === 0
    return {
      point: era.say(point),
      value: rounded(bad ? (kind === 'insulation' ? low * 0.5 : high * 1.25) : dice.between(from, to), 3),
      unit,
      low,
      high,
      result: bad ? ('notOk' as const) : ('ok' as const),
    }
  })
  return {
    ...head,
    kind,
    instrument: era.say(dice.pick(instruments)),
    standard: era.say(standard),
    values,
    note:
      head.result === 'notOk'
        ? era.say(both(`${machine.name}超标，安排检修`, `${machine.nameEn} above its limit, repair planned`))
        : null,
  }
}

function lubricated(
  { dice, era, store }: Desk,
  machine: Machine,
): Pick<Draft<typeof mainLubrication>, 'points' | 'runningHours'> {
  const grease = store.fitting(machine, dice.chance(0.6) ? 'grease' : 'oil')
  return {
    points: dice.some(greased, dice.int(1, 3)).map((point) => {
      const part = dice.pick(grease)
      const greasy = part.family.tag === 'grease'
      return {
        point: era.say(point),
        lubricant: era.say(partName(part)),
        partId: part.id,
        amount: greasy ? dice.int(10, 80) : dice.int(1, 8),
        unit: greasy ? ('g' as const) : ('L' as const),
        action: greasy ? ('regrease' as const) : dice.pick(['topUp', 'replace'] as const),
      }
    }),
    runningHours: rounded(dice.between(400, 800), 1),
  }
}
