import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import type { Row } from '@/contract/resource'
import { DAY_MS, addDays } from '@/plant/rules/plant-time'
import { isWebLineKind } from '@/plant/rules/line'
import { toInspectionPlan } from '@/areas/maintenance/rules/inspection-plan-fields'
import type { InspectionPlan } from '@/areas/maintenance/rules/inspection-plan'
import { completeRow, buildStamps, type RowDraft } from './draft'
import type { Era } from './era'
import type { MachineCheck } from './groups/group'
import type { Site } from './lines'
import type { DemoMachine } from './machines'
import type { Staff, Trade } from './people'
import { roundDecimals, type Dice } from './random'
import { toBilingualText } from './bilingual-text'

export interface RouteStop {
  readonly key: string
  readonly machine: DemoMachine
  readonly scanRequired: boolean
  readonly checks: readonly (MachineCheck & { readonly key: string })[]
}
/** An inspection route with its plan for the rules, its stops, and the trade that walks it. */
export interface DemoRoute {
  readonly row: RowDraft<typeof inspectionPlan>
  readonly plan: InspectionPlan
  readonly stops: readonly RouteStop[]
  readonly walkers: Trade
  /** Forced state of its open round. */ readonly forcedRoundState: 'inProgress' | 'due' | null
}

interface RouteSpec {
  name: string
  nameEn: string
  lineId: string | null
  schedule: RouteSchedule
  windowMinutes: readonly [before: number, after: number]
  walkers: Trade
  roles: readonly string[]
  machines: readonly DemoMachine[]
  paused?: boolean
  forcedRoundState?: DemoRoute['forcedRoundState']
}
type RouteSchedule =
  | { frequency: 'everyShifts'; minutesAfterStart: number }
  | { frequency: 'everyHours'; hours: number; firstTime: string }
  | { frequency: 'daily' | 'weekly'; time: string; days: readonly number[] }
const allWeekdays = [1, 2, 3, 4, 5, 6, 7] as const
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Builds the routes of a place: lines and slitters every shift, utilities every four hours, others by calendar. */
export function buildRoutes(
  dice: Dice,
  era: Era,
  site: Site,
  staff: Staff,
  machines: readonly DemoMachine[],
  roleIds: ReadonlyMap<string, string>,
): DemoRoute[] {
  return listRouteSpecs(site, machines).map((spec) => buildRoute(dice, era, staff, spec, roleIds))
}

function listRouteSpecs(site: Site, machines: readonly DemoMachine[]): RouteSpec[] {
  const machinesInUse = machines.filter(({ stopped }) => stopped === null)
  const findMachines = (line: string, stems: string) =>
    stems
      .split(' ')
      .flatMap((stem) =>
        machinesInUse.filter((machine) => machine.line.code === line && machine.kind.stem === stem).slice(0, 1),
      )
  const lines = site.lines.filter(({ kind }) => isWebLineKind(kind))
  const utilityLine = site.lines.find(({ kind }) => kind === 'utility')
  const findUtilityMachines = (stems: string) => (utilityLine ? findMachines(utilityLine.code, stems) : [])
  const takeUtilityMachines = (stem: string, count: number) =>
    machinesInUse.filter((machine) => machine.line === utilityLine && machine.kind.stem === stem).slice(0, count)
  const suffix = utilityLine && utilityLine.name !== '公用工程' ? `（${utilityLine.name}）` : ''
  const suffixEn = suffix && utilityLine ? ` (${utilityLine.nameEn})` : ''
  const maintenanceRoles = { walkers: 'shiftMaint', roles: ['MAINT', 'MAINT-LEAD'] } as const
  return [
    ...lines.map((line): RouteSpec => ({
      name: `${line.name}设备巡检`,
      nameEn: `${line.nameEn} machine round`,
      lineId: line.id,
      schedule: { frequency: 'everyShifts', minutesAfterStart: 90 },
      windowMinutes: [30, 120],
      walkers: 'line',
      roles: ['OPERATOR-LINE'],
      machines:
        line.kind === 'meltblown'
          ? findMachines(line.code, 'MX1 MM MH HB HH WF WD')
          : findMachines(line.code, 'EX MP SB QB WF CA WD'),
    })),
    {
      name: `分切机设备巡检${suffix}`,
      nameEn: `Slitting machine round${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'everyShifts', minutesAfterStart: 150 },
      windowMinutes: [30, 120],
      walkers: 'slit',
      roles: ['OPERATOR-SLIT'],
      machines: site.lines.filter(({ kind }) => kind === 'slitting').flatMap(({ code }) => findMachines(code, 'KS RW')),
    },
    // The windows of these two routes adjoin, so at any time one is in progress and the other is due.
    {
      name: `热油与空压站巡检${suffix}`,
      nameEn: `Thermal oil and compressed air round${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'everyHours', hours: 4, firstTime: '07:30' },
      windowMinutes: [120, 120],
      ...maintenanceRoles,
      machines: [...takeUtilityMachines('BO', 2), ...takeUtilityMachines('AC', 2)],
      forcedRoundState: 'inProgress',
    },
    {
      name: `冷冻与循环水巡检${suffix}`,
      nameEn: `Chilled and cooling water round${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'everyHours', hours: 4, firstTime: '09:30' },
      windowMinutes: [120, 120],
      ...maintenanceRoles,
      machines: [...takeUtilityMachines('CW', 1), ...findUtilityMachines('CP KT')],
      forcedRoundState: 'due',
    },
    {
      name: `变配电室巡检${suffix}`,
      nameEn: `Substation round${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'daily', time: '09:30', days: allWeekdays },
      windowMinutes: [60, 180],
      ...maintenanceRoles,
      machines: [...takeUtilityMachines('TR', 4), ...takeUtilityMachines('LV', 2), ...findUtilityMachines('HV CB')],
    },
    {
      name: `检测仪器点检${suffix}`,
      nameEn: `Test instrument check${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'daily', time: '08:45', days: [1, 2, 3, 4, 5] },
      windowMinutes: [30, 120],
      ...maintenanceRoles,
      machines: findUtilityMachines('LT LA LS LH WS'),
    },
    {
      name: `起重设备点检${suffix}`,
      nameEn: `Lifting equipment check${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'weekly', time: '10:00', days: [1] },
      windowMinutes: [120, 480],
      ...maintenanceRoles,
      machines: [...lines.flatMap(({ code }) => findMachines(code, 'CR')), ...findUtilityMachines('EL FL')],
    },
    {
      name: `消防与安全设施巡检${suffix}`,
      nameEn: `Fire and safety equipment round${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'weekly', time: '14:00', days: [3] },
      windowMinutes: [120, 480],
      ...maintenanceRoles,
      machines: findUtilityMachines('FP FA AT GE'),
    },
    {
      name: `空调机组巡检${suffix}`,
      nameEn: `Air handling unit round${suffixEn}`,
      lineId: null,
      schedule: { frequency: 'weekly', time: '15:00', days: [5] },
      windowMinutes: [120, 480],
      ...maintenanceRoles,
      machines: takeUtilityMachines('AH', 4),
      paused: true,
    },
  ]
}

function buildRoute(
  dice: Dice,
  era: Era,
  staff: Staff,
  spec: RouteSpec,
  roleIds: ReadonlyMap<string, string>,
): DemoRoute {
  const { schedule } = spec
  const id = dice.id(era.from - 10 * DAY_MS)
  const days: readonly number[] = 'days' in schedule ? schedule.days : allWeekdays
  const validFrom = addDays(era.firstDay, 1)
  const stops = spec.machines.map((machine, i): RouteStop => ({
    key: `p${i + 1}`,
    machine,
    scanRequired: machine.kind.criticality === 'A' && i % 2 === 0,
    checks: machine.group.checks.map((check, n) => ({ ...check, key: `p${i + 1}i${n + 1}` })),
  }))
  const row: RowDraft<typeof inspectionPlan> = {
    id,
    name: spec.name,
    nameEn: spec.nameEn,
    lineId: spec.lineId,
    frequency: schedule.frequency,
    every: schedule.frequency === 'everyShifts' ? 1 : schedule.frequency === 'everyHours' ? schedule.hours : null,
    minutesAfterStart: schedule.frequency === 'everyShifts' ? schedule.minutesAfterStart : null,
    firstTime: schedule.frequency === 'everyHours' ? schedule.firstTime : null,
    times: 'time' in schedule ? [{ at: schedule.time }] : [],
    ...Object.fromEntries(weekdayNames.map((name, i) => [name, days.includes(i + 1)])),
    minutesBefore: spec.windowMinutes[0],
    minutesAfter: spec.windowMinutes[1],
    validFrom,
    paused: spec.paused ?? false,
    roleIds: spec.roles.flatMap((code) => roleIds.get(code) ?? []),
    points: stops.map((stop) => toPointRow(era, stop)),
    items: stops.flatMap(toItemRows),
    ...buildStamps(era.from - 10 * DAY_MS, staff.getLead('maintLead').id),
  }
  const plan = toInspectionPlan(id, completeRow(inspectionPlan, row))
  return { row, plan, stops, walkers: spec.walkers, forcedRoundState: spec.forcedRoundState ?? null }
}

type PointRows = Row<typeof inspectionPlan>['points']
type ItemRows = Row<typeof inspectionPlan>['items']
const toPointRow = (era: Era, { key, machine, scanRequired }: RouteStop): PointRows[number] => ({
  key,
  equipmentId: machine.id,
  code: machine.code,
  instruction: era.localize(
    toBilingualText(`到${machine.name}处，先扫码后检查`, `Go to ${machine.nameEn}; scan it first, then check`),
  ),
  scanRequired,
})
const toItemRows = ({ key, checks }: RouteStop): ItemRows =>
  checks.map((check) => {
    const commonFields = {
      pointKey: key,
      key: check.key,
      label: check.zh,
      labelEn: check.en,
      kind: check.kind,
      optional: false,
    }
    if (check.kind !== 'number')
      return { ...commonFields, unit: null, low: null, high: null, warnLow: null, warnHigh: null }
    return { ...commonFields, unit: check.unit, low: check.low, high: check.high, ...calculateWarnLimits(check) }
  })
/** Calculates the warning limits, at 85 % of the way from the usual value to each limit. */
export const calculateWarnLimits = ({ usualValue, low, high }: { usualValue: number; low: number; high: number }) => ({
  warnLow: roundDecimals(usualValue - (usualValue - low) * 0.85, 3),
  warnHigh: roundDecimals(usualValue + (high - usualValue) * 0.85, 3),
})
