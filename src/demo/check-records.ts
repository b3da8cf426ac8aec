import { firstLevelCheck, mechanicalCheck, secondLevelCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { assistRecord, detectionRecord, electricRecord } from '@/areas/equipment/contract/work-records'
import { mainLubrication, slittingLubrication } from '@/areas/equipment/contract/lubrication'
import { addDays, toMillis, toMoment } from '@/plant/rules/plant-time'
import { shiftsBetween } from '@/plant/rules/shift'
import { batch, stamps, type Batch, type Draft } from './draft'
import type { Era } from './era'
import type { Check } from './groups/group'
import type { Site } from './lines'
import type { Machine } from './machines'
import type { Store } from './parts'
import type { Staff, Trade } from './people'
import { rounded, type Dice } from './random'

interface Desk {
  dice: Dice
  era: Era
  staff: Staff
  site: Site
  store: Store
  machines: readonly Machine[]
}
type Result = 'ok' | 'attention' | 'notOk'
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

/** Sheets and records that people keep about machines besides rounds, repairs and preventive maintenance. */
export function buildRecords(desk: Desk): Batch[] {
  const { machines } = desk
  const main = machines.filter(({ line }) => line.kind !== 'slitting' && line.kind !== 'utility')
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
        items: items(desk.dice, machine, head.result),
      })),
    ),
    batch(
      secondLevelCheck,
      each(desk, 1.4, 'mechanic', machines, 30, (head, machine): Draft<typeof secondLevelCheck> => ({
        ...head,
        items: items(desk.dice, machine, head.result),
        findings: head.result === 'ok' ? '未发现异常' : (machine.group.faults[0]?.description ?? null),
        measures: head.result === 'ok' ? null : '列入下周工作',
        hours: rounded(desk.dice.between(0.4, 2.5), 2),
      })),
    ),
    batch(
      electricRecord,
      each(desk, 1.1, 'electrician', electrical, 90, (head, machine) => electricOf(desk.dice, head, machine)),
    ),
    batch(
      assistRecord,
      each(desk, 0.9, 'mechanic', machines, null, (head): Draft<typeof assistRecord> => {
        const [kind, work] = desk.dice.pick(assists)
        return { ...head, kind, work, hours: rounded(desk.dice.between(0.3, 4), 2) }
      }),
    ),
    batch(
      detectionRecord,
      each(desk, 1.2, 'mechanic', turning, 30, (head, machine) => detectionOf(desk.dice, head, machine)),
    ),
    batch(
      mechanicalCheck,
      each(desk, 1.3, 'mechanic', turning, 30, (head, machine): Draft<typeof mechanicalCheck> => ({
        ...head,
        part: desk.dice.pick(['驱动端', '非驱动端', '减速箱']),
        vibration: rounded(head.result === 'ok' ? desk.dice.between(0.8, 4) : desk.dice.between(4.6, 8.5), 2),
        bearingTemperature: rounded(desk.dice.between(38, 66), 1),
        noise: rounded(desk.dice.between(68, 84), 1),
        items: items(desk.dice, machine, head.result),
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
    batch(teamCheck, sheets(desk)),
  ]
}

/** So many records a day on average, at working hours of the trade, each about a machine in use. */
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

type Items = NonNullable<Draft<typeof firstLevelCheck>['items']>
function items(dice: Dice, machine: Machine, result: Result): Items {
  return machine.group.checks.map((check, i) => item(dice, check, i === 0 ? result : 'ok'))
}
function item(dice: Dice, check: Check, result: Result): Items[number] {
  const value =
    check.kind === 'number'
      ? rounded(
          result === 'notOk' ? check.high * 1.06 : check.usual + (check.high - check.usual) * dice.between(-0.3, 0.4),
          2,
        )
      : null
  return {
    item: check.zh,
    method: check.kind === 'number' ? '仪表读数' : '目视、听诊',
    standard: check.kind === 'number' ? `${check.low}～${check.high} ${check.unit}` : '无异常',
    result,
    value,
    unit: check.kind === 'number' ? check.unit : null,
    remark: result === 'ok' ? null : dice.pick(['持续观察', '已报修', '安排停机处理']),
  }
}

const assists = [
  ['cleaning', '设备外表与地沟清洁'],
  ['cleaning', '清理网下积料'],
  ['adjustment', '调整网帘张力与纠偏'],
  ['adjustment', '调整皮带张紧'],
  ['filterChange', '更换滤网、滤棉'],
  ['filterChange', '更换熔体过滤网'],
  ['relocation', '工位调整，设备移位'],
  ['commissioning', '检修后试机、参数确认'],
  ['other', '配合外协检修'],
] as const

function electricOf(dice: Dice, head: Head, machine: Machine): Draft<typeof electricRecord> {
  return {
    ...head,
    circuit: `${machine.code}-Q${dice.int(1, 6)}`,
    voltage: rounded(dice.normal(398, 3), 1),
    current: rounded(Math.max(2, machine.kind.power * dice.between(1, 1.7)), 2),
    insulation: rounded(head.result === 'notOk' ? dice.between(0.2, 0.9) : dice.between(20, 500), 2),
    temperature: rounded(dice.between(26, 48), 1),
    items: items(dice, machine, head.result),
    work: dice.pick(['红外测温，端子紧固', '绝缘测量', '更换滤棉，吹扫除尘', '检查接地与标识', '核对保护定值']),
    hours: rounded(dice.between(0.3, 2), 2),
  }
}

const detections = [
  ['vibration', 'mm/s', 0, 4.5, 1.2, 3.6, 'GB/T 6075.3'],
  ['temperature', '°C', 0, 75, 40, 66, '设备规程'],
  ['alignment', 'mm', 0, 0.1, 0.01, 0.08, '安装规范'],
  ['insulation', 'MΩ', 1, 1000, 20, 500, 'GB 50150'],
  ['leakage', 'mL/h', 0, 5, 0, 2, '设备规程'],
] as const
function detectionOf(dice: Dice, head: Head, machine: Machine): Draft<typeof detectionRecord> {
  const [kind, unit, low, high, from, to, standard] = dice.pick(detections)
  const values = ['驱动端水平', '驱动端垂直', '非驱动端水平'].map((point, i) => {
    const bad = head.result === 'notOk' && i === 0
    return {
      point,
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
    instrument: dice.pick(['测振仪 VM-63', '红外测温仪 IR-80', '激光对中仪', '兆欧表 ZC25']),
    standard,
    values,
    note: head.result === 'notOk' ? `${machine.name}超标，安排检修` : null,
  }
}

function lubricated(
  { dice, store }: Desk,
  machine: Machine,
): Pick<Draft<typeof mainLubrication>, 'points' | 'runningHours'> {
  const grease = store.fitting(machine, dice.chance(0.6) ? 'grease' : 'oil')
  return {
    points: dice
      .some(['驱动端轴承', '非驱动端轴承', '减速箱', '导轨', '链条', '万向节'], dice.int(1, 3))
      .map((point) => {
        const part = dice.pick(grease)
        const greasy = part.family.tag === 'grease'
        return {
          point,
          lubricant: part.row.name ?? part.size,
          partId: part.id,
          amount: greasy ? dice.int(10, 80) : dice.int(1, 8),
          unit: greasy ? ('g' as const) : ('L' as const),
          action: greasy ? ('regrease' as const) : dice.pick(['topUp', 'replace'] as const),
        }
      }),
    runningHours: rounded(dice.between(400, 800), 1),
  }
}

const sheetItems: readonly string[] = ['急停与安全门', '电气柜门锁闭', '接地与电缆', '指示灯与仪表', '现场清洁']
/** Each team's sheet for one main line, every shift in turn. */
function sheets({ dice, era, staff, site }: Desk): Draft<typeof teamCheck>[] {
  const lines = site.lines.filter(({ kind }) => kind !== 'utility' && kind !== 'slitting')
  return shiftsBetween(toMoment(era.from), toMoment(era.now), era.calendar.pattern, era.zone).flatMap(
    (shift, i): Draft<typeof teamCheck>[] => {
      const at = toMillis(shift.startsAt) + dice.int(20, 100) * 60_000
      const line = lines[i % lines.length]
      const crew = staff.onShift('line', at)
      if (!line || at > era.now || crew.length === 0) return []
      const by = dice.pick(crew).id
      const result = dice.weighted<Result>([
        ['ok', 94],
        ['attention', 5],
        ['notOk', 1],
      ])
      const list: Items = sheetItems.map((name, n) => ({
        item: name,
        method: '目视',
        standard: '完好',
        result: n === 0 ? result : 'ok',
        value: null,
        unit: null,
        remark: n === 0 && result !== 'ok' ? '已报修' : null,
      }))
      return [
        {
          id: dice.id(at),
          lineId: line.id,
          occurredAt: toMoment(at),
          people: [by],
          team: shift.team,
          shift: shift.shift,
          kind: dice.pick(['electrical', 'electrical', 'safety', 'cleaning', 'running']),
          items: list,
          result,
          nextDueOn: addDays(shift.businessDate, 1),
          ...stamps(at, by),
        },
      ]
    },
  )
}
