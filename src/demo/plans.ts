import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import type { Row } from '@/contract/resource'
import { DAY_MS, addDays } from '@/plant/rules/plant-time'
import { isWebLineKind } from '@/plant/rules/line'
import { toInspectionPlan } from '@/areas/maintenance/rules/inspection-plan-fields'
import type { InspectionPlan } from '@/areas/maintenance/rules/inspection-plan'
import { complete, stamps, type Draft } from './draft'
import type { Era } from './era'
import type { Check } from './groups/group'
import type { Site } from './lines'
import type { Machine } from './machines'
import type { Staff, Trade } from './people'
import { rounded, type Dice } from './random'
import { both } from './said'

export interface Stop {
  readonly key: string
  readonly machine: Machine
  readonly scanRequired: boolean
  readonly checks: readonly (Check & { readonly key: string })[]
}
/** An inspection route with its plan for the rules, its stops, and the trade that walks it. */
export interface Route {
  readonly row: Draft<typeof inspectionPlan>
  readonly rule: InspectionPlan
  readonly stops: readonly Stop[]
  readonly walkers: Trade
  /** Forced state of its open round. */ readonly live: 'inProgress' | 'due' | null
}

interface Sketch {
  name: string
  nameEn: string
  line: string | null
  every: Every
  window: readonly [before: number, after: number]
  walkers: Trade
  roles: readonly string[]
  machines: readonly Machine[]
  paused?: boolean
  live?: Route['live']
}
type Every =
  | { frequency: 'everyShifts'; minutesAfterStart: number }
  | { frequency: 'everyHours'; hours: number; firstTime: string }
  | { frequency: 'daily' | 'weekly'; time: string; days: readonly number[] }
const everyDay = [1, 2, 3, 4, 5, 6, 7] as const
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Builds the routes of a place: lines and slitters every shift, utilities every four hours, others by calendar. */
export function buildRoutes(
  dice: Dice,
  era: Era,
  site: Site,
  staff: Staff,
  machines: readonly Machine[],
  roleIds: ReadonlyMap<string, string>,
): Route[] {
  return sketches(site, machines).map((sketch) => routeOf(dice, era, staff, sketch, roleIds))
}

function sketches(site: Site, all: readonly Machine[]): Sketch[] {
  const usable = all.filter(({ stopped }) => stopped === null)
  const of = (line: string, stems: string) =>
    stems.split(' ').flatMap((stem) => usable.filter((m) => m.line.code === line && m.kind.stem === stem).slice(0, 1))
  const lines = site.lines.filter(({ kind }) => isWebLineKind(kind))
  const utility = site.lines.find(({ kind }) => kind === 'utility')
  const service = (stems: string) => (utility ? of(utility.code, stems) : [])
  const count = (stem: string, n: number) =>
    usable.filter((m) => m.line === utility && m.kind.stem === stem).slice(0, n)
  const tail = utility && utility.name !== '公用工程' ? `（${utility.name}）` : ''
  const tailEn = tail && utility ? ` (${utility.nameEn})` : ''
  const maintenance = { walkers: 'shiftMaint', roles: ['MAINT', 'MAINT-LEAD'] } as const
  return [
    ...lines.map((line): Sketch => ({
      name: `${line.name}设备巡检`,
      nameEn: `${line.nameEn} machine round`,
      line: line.id,
      every: { frequency: 'everyShifts', minutesAfterStart: 90 },
      window: [30, 120],
      walkers: 'line',
      roles: ['OPERATOR-LINE'],
      machines:
        line.kind === 'meltblown' ? of(line.code, 'MX1 MM MH HB HH WF WD') : of(line.code, 'EX MP SB QB WF CA WD'),
    })),
    {
      name: `分切机设备巡检${tail}`,
      nameEn: `Slitting machine round${tailEn}`,
      line: null,
      every: { frequency: 'everyShifts', minutesAfterStart: 150 },
      window: [30, 120],
      walkers: 'slit',
      roles: ['OPERATOR-SLIT'],
      machines: site.lines.filter(({ kind }) => kind === 'slitting').flatMap(({ code }) => of(code, 'KS RW')),
    },
    // The windows of these two routes adjoin, so at any time one is in progress and the other is due.
    {
      name: `热油与空压站巡检${tail}`,
      nameEn: `Thermal oil and compressed air round${tailEn}`,
      line: null,
      every: { frequency: 'everyHours', hours: 4, firstTime: '07:30' },
      window: [120, 120],
      ...maintenance,
      machines: [...count('BO', 2), ...count('AC', 2)],
      live: 'inProgress',
    },
    {
      name: `冷冻与循环水巡检${tail}`,
      nameEn: `Chilled and cooling water round${tailEn}`,
      line: null,
      every: { frequency: 'everyHours', hours: 4, firstTime: '09:30' },
      window: [120, 120],
      ...maintenance,
      machines: [...count('CW', 1), ...service('CP KT')],
      live: 'due',
    },
    {
      name: `变配电室巡检${tail}`,
      nameEn: `Substation round${tailEn}`,
      line: null,
      every: { frequency: 'daily', time: '09:30', days: everyDay },
      window: [60, 180],
      ...maintenance,
      machines: [...count('TR', 4), ...count('LV', 2), ...service('HV CB')],
    },
    {
      name: `检测仪器点检${tail}`,
      nameEn: `Test instrument check${tailEn}`,
      line: null,
      every: { frequency: 'daily', time: '08:45', days: [1, 2, 3, 4, 5] },
      window: [30, 120],
      ...maintenance,
      machines: service('LT LA LS LH WS'),
    },
    {
      name: `起重设备点检${tail}`,
      nameEn: `Lifting equipment check${tailEn}`,
      line: null,
      every: { frequency: 'weekly', time: '10:00', days: [1] },
      window: [120, 480],
      ...maintenance,
      machines: [...lines.flatMap(({ code }) => of(code, 'CR')), ...service('EL FL')],
    },
    {
      name: `消防与安全设施巡检${tail}`,
      nameEn: `Fire and safety equipment round${tailEn}`,
      line: null,
      every: { frequency: 'weekly', time: '14:00', days: [3] },
      window: [120, 480],
      ...maintenance,
      machines: service('FP FA AT GE'),
    },
    {
      name: `空调机组巡检${tail}`,
      nameEn: `Air handling unit round${tailEn}`,
      line: null,
      every: { frequency: 'weekly', time: '15:00', days: [5] },
      window: [120, 480],
      ...maintenance,
      machines: count('AH', 4),
      paused: true,
    },
  ]
}

function routeOf(dice: Dice, era: Era, staff: Staff, sketch: Sketch, roleIds: ReadonlyMap<string, string>): Route {
  const { every } = sketch
  const id = dice.id(era.from - 10 * DAY_MS)
  const days: readonly number[] = 'days' in every ? every.days : everyDay
  const validFrom = addDays(era.firstDay, 1)
  const stops = sketch.machines.map((machine, i): Stop => ({
    key: `p${i + 1}`,
    machine,
    scanRequired: machine.kind.criticality === 'A' && i % 2 === 0,
    checks: machine.group.checks.map((check, n) => ({ ...check, key: `p${i + 1}i${n + 1}` })),
  }))
  const row: Draft<typeof inspectionPlan> = {
    id,
    name: sketch.name,
    nameEn: sketch.nameEn,
    lineId: sketch.line,
    frequency: every.frequency,
    every: every.frequency === 'everyShifts' ? 1 : every.frequency === 'everyHours' ? every.hours : null,
    minutesAfterStart: every.frequency === 'everyShifts' ? every.minutesAfterStart : null,
    firstTime: every.frequency === 'everyHours' ? every.firstTime : null,
    times: 'time' in every ? [{ at: every.time }] : [],
    ...Object.fromEntries(weekdayNames.map((name, i) => [name, days.includes(i + 1)])),
    minutesBefore: sketch.window[0],
    minutesAfter: sketch.window[1],
    validFrom,
    paused: sketch.paused ?? false,
    roleIds: sketch.roles.flatMap((code) => roleIds.get(code) ?? []),
    points: stops.map((stop) => pointRow(era, stop)),
    items: stops.flatMap(itemRows),
    ...stamps(era.from - 10 * DAY_MS, staff.lead('maintLead').id),
  }
  const rule = toInspectionPlan(id, complete(inspectionPlan, row))
  return { row, rule, stops, walkers: sketch.walkers, live: sketch.live ?? null }
}

type Points = Row<typeof inspectionPlan>['points']
type Items = Row<typeof inspectionPlan>['items']
const pointRow = (era: Era, { key, machine, scanRequired }: Stop): Points[number] => ({
  key,
  equipmentId: machine.id,
  code: machine.code,
  instruction: era.say(both(`到${machine.name}处，先扫码后检查`, `Go to ${machine.nameEn}; scan it first, then check`)),
  scanRequired,
})
const itemRows = ({ key, checks }: Stop): Items =>
  checks.map((check) => {
    const common = {
      pointKey: key,
      key: check.key,
      label: check.zh,
      labelEn: check.en,
      kind: check.kind,
      optional: false,
    }
    if (check.kind !== 'number') return { ...common, unit: null, low: null, high: null, warnLow: null, warnHigh: null }
    return { ...common, unit: check.unit, low: check.low, high: check.high, ...warnLimits(check) }
  })
/** Calculates the warning limits, at 85 % of the way from the usual value to each limit. */
export const warnLimits = ({ usual, low, high }: { usual: number; low: number; high: number }) => ({
  warnLow: rounded(usual - (usual - low) * 0.85, 3),
  warnHigh: rounded(usual + (high - usual) * 0.85, 3),
})
