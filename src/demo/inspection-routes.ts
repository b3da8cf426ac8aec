import { z } from 'zod'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import type { Row } from '@/contract/resource'
import { DAY_MS, addDays } from '@/plant/rules/plant-time'
import { lineKinds } from '@/plant/rules/line'
import { toInspectionPlan } from '@/areas/rounds/rules/inspection-plan-fields'
import type { InspectionPlan } from '@/areas/rounds/rules/inspection-plan'
import { roleCodes } from './accounts'
import routes from './data/inspection-routes.json' with { type: 'json' }
import { completeRow, buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { MachineCheck } from './machine-groups'
import type { PlantLine, PlaceLayout } from './lines'
import type { DemoMachine } from './machines'
import { trades, type Staff, type Trade } from './people'
import { roundDecimals, type Dice } from './random'
import { readRecords } from './read-data'
import { toBilingualText } from './bilingual-text'

export interface DemoRoutePoint {
  readonly key: string
  readonly machine: DemoMachine
  readonly scanRequired: boolean
  readonly checks: readonly (MachineCheck & { readonly key: string })[]
}
/** An inspection route: its row, the same plan as input of the server's rules, and its points. */
export interface DemoRoute {
  readonly row: RowDraft<typeof inspectionPlan>
  readonly plan: InspectionPlan
  readonly points: readonly DemoRoutePoint[]
  /** Trade of the people who walk the route. */
  readonly walkerTrade: Trade
  /** State that the open round must have, so that the demonstration shows it; null if it is random. */
  readonly forcedRoundState: 'inProgress' | 'due' | null
}

const scheduleSchema = z.discriminatedUnion('frequency', [
  z.strictObject({ frequency: z.literal('everyShifts'), minutesAfterStart: z.int() }),
  z.strictObject({ frequency: z.literal('everyHours'), hours: z.int(), firstTime: z.string() }),
  z.strictObject({
    frequency: z.enum(['daily', 'weekly']),
    time: z.string(),
    /** Weekdays, 1 to 7. */
    days: z.array(z.int()),
  }),
])
const routeSchema = z.strictObject({
  name: z.string(),
  nameEn: z.string(),
  /** True if each line has a route of its own, named after the line. */
  isPerLine: z.literal(true).optional(),
  schedule: scheduleSchema,
  /** Minutes before and after the due time. */
  windowMinutes: z.tuple([z.int(), z.int()]),
  walkers: z.enum(trades),
  roles: z.array(z.enum(roleCodes)),
  /** Number of machines of each kind on each line of these kinds, in the order of the walk. */
  machines: z.array(z.strictObject({ lines: z.array(z.enum(lineKinds)), stems: z.record(z.string(), z.int()) })),
  isPaused: z.literal(true).optional(),
  forcedRoundState: z.enum(['inProgress', 'due']).optional(),
})
const routeSpecs = readRecords(routes, routeSchema)
/** A route of one place. */
type RouteSpec = Omit<z.infer<typeof routeSchema>, 'machines'> & {
  readonly lineId: string | null
  readonly machines: readonly DemoMachine[]
}
const allWeekdays = [1, 2, 3, 4, 5, 6, 7] as const
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Builds the routes of a place: lines and slitters every shift, utilities every four hours, others by calendar. */
export function buildRoutes(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  staff: Staff,
  machines: readonly DemoMachine[],
  roleIds: ReadonlyMap<string, string>,
): DemoRoute[] {
  return listRouteSpecs(layout, machines).map((spec) => buildRoute(dice, era, staff, spec, roleIds))
}

function listRouteSpecs(layout: PlaceLayout, machines: readonly DemoMachine[]): RouteSpec[] {
  // The utilities of the first place have a plain name. The routes of other places get the name of their utilities.
  const utilityLine = layout.lines.find(({ kind }) => kind === 'utility')
  const suffix = utilityLine && utilityLine.name !== '公用工程' ? `（${utilityLine.name}）` : ''
  const suffixEn = suffix && utilityLine ? ` (${utilityLine.nameEn})` : ''
  const listMachines = (line: PlantLine, stems: Readonly<Record<string, number>>) =>
    Object.entries(stems).flatMap(([stem, count]) =>
      machines
        .filter((machine) => machine.stopped === null && machine.line === line && machine.kind.stem === stem)
        .slice(0, count),
    )
  const listRouteMachines = (route: (typeof routeSpecs)[number], lines: readonly PlantLine[]) =>
    route.machines.flatMap(({ lines: kinds, stems }) =>
      lines.filter(({ kind }) => kinds.includes(kind)).flatMap((line) => listMachines(line, stems)),
    )
  return routeSpecs.flatMap((route): RouteSpec[] =>
    route.isPerLine
      ? layout.lines
          .filter(({ kind }) => route.machines.some(({ lines }) => lines.includes(kind)))
          .map((line) => ({
            ...route,
            name: `${line.name}${route.name}`,
            nameEn: `${line.nameEn} ${route.nameEn}`,
            lineId: line.id,
            machines: listRouteMachines(route, [line]),
          }))
      : [
          {
            ...route,
            name: `${route.name}${suffix}`,
            nameEn: `${route.nameEn}${suffixEn}`,
            lineId: null,
            machines: listRouteMachines(route, layout.lines),
          },
        ],
  )
}

function buildRoute(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  spec: RouteSpec,
  roleIds: ReadonlyMap<string, string>,
): DemoRoute {
  const { schedule } = spec
  const id = dice.id(era.from - 10 * DAY_MS)
  const days: readonly number[] = 'days' in schedule ? schedule.days : allWeekdays
  const validFrom = addDays(era.firstDay, 1)
  const points = spec.machines.map((machine, i): DemoRoutePoint => ({
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
    paused: spec.isPaused ?? false,
    roleIds: spec.roles.flatMap((code) => roleIds.get(code) ?? []),
    points: points.map((point) => toPointRow(era, point)),
    items: points.flatMap(toItemRows),
    ...buildAuditFields(era.from - 10 * DAY_MS, staff.getPersonOfTrade('maintLead').id),
  }
  const plan = toInspectionPlan(id, completeRow(inspectionPlan, row))
  return { row, plan, points, walkerTrade: spec.walkers, forcedRoundState: spec.forcedRoundState ?? null }
}

type PointRows = Row<typeof inspectionPlan>['points']
type ItemRows = Row<typeof inspectionPlan>['items']
const toPointRow = (era: DemoEra, { key, machine, scanRequired }: DemoRoutePoint): PointRows[number] => ({
  key,
  equipmentId: machine.id,
  code: machine.code,
  instruction: era.localize(
    toBilingualText(`到${machine.name}处，先扫码后检查`, `Go to ${machine.nameEn}; scan it first, then check`),
  ),
  scanRequired,
})
const toItemRows = ({ key, checks }: DemoRoutePoint): ItemRows =>
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
