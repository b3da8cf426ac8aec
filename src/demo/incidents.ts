import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import repairTexts from './data/repair-texts.json' with { type: 'json' }
import type { DemoEra } from './demo-era'
import type { MachineFault } from './machine-groups'
import { calculateAgeYears, isInUse, type DemoMachine } from './machines'
import type { Dice } from './random'
import type { DemoInspectionResult } from './rounds'
import { toBilingualText, type BilingualText } from './bilingual-text'

/** An event that needs a repair. If `requiredState` is set, the repair is in that state now. */
export interface Incident {
  readonly machine: DemoMachine
  readonly fault: MachineFault
  readonly atMs: number
  readonly isBreakdown: boolean
  readonly result: DemoInspectionResult | null
  readonly requiredState: RepairState | null
  readonly stopsLine: boolean
}

/** Factor on the lifetimes of the machine groups, which assume careful use; this plant runs its machines harder. */
const LIFE_FACTOR = 0.75
/** Factor on the lifetime. It falls from 1.1 to 0.6, by 0.03 per year of age, because older machines fail sooner. */
const calculateAgeingFactor = (years: number): number => Math.max(0.6, 1.1 - 0.03 * years)
const generateImprovementFault = (dice: Dice): MachineFault => {
  const { plan, outcome } = dice.pick(repairTexts.improvements)
  return {
    kind: 'other',
    weight: 0,
    description: toBilingualText(`改善：${plan.zh}`, `Improvement: ${plan.en}`),
    cause: toBilingualText('现场改善建议', 'Suggestion from the shop floor'),
    action: toBilingualText(`完成${outcome.zh}，试运行正常`, `${outcome.en}, trial run OK`),
    part: null,
  }
}

/**
 * Builds all incidents, oldest first: breakdowns as a renewal process with Weibull lifetimes in running hours, findings
 * of rounds that became repairs, and improvements.
 */
export function buildIncidents(
  dice: Dice,
  era: DemoEra,
  machines: readonly DemoMachine[],
  results: readonly DemoInspectionResult[],
): Incident[] {
  const machineById = new Map(machines.map((machine) => [machine.id, machine]))
  const incidents = machines.flatMap((machine) => [
    ...generateBreakdowns(dice, era, machine),
    ...generateImprovements(dice, era, machine),
  ])
  for (const result of results) {
    const machine = machineById.get(result.equipmentId)
    const isFaulty = result.verdict === 'notOk' || result.verdict === 'out'
    if (!machine || !isFaulty || !dice.chance(0.4)) continue
    const reportedMs = toMillis(result.occurredAt) + dice.int(1, 6) * MINUTE_MS
    const finding = describeFinding(machine, result)
    const fault = pickFault(dice, machine)
    incidents.push({
      machine,
      fault: {
        ...fault,
        description: toBilingualText(
          `巡检发现：${finding.zh}，${fault.description.zh}`,
          `Found on a round: ${finding.en} – ${fault.description.en}`,
        ),
      },
      atMs: reportedMs,
      isBreakdown: result.verdict === 'notOk' && dice.chance(0.5),
      result,
      requiredState: null,
      stopsLine: false,
    })
  }
  return [
    ...incidents.filter(({ atMs, machine }) => atMs < era.now - 20 * MINUTE_MS && isInUse(machine, atMs)),
    ...buildOpenIncidents(dice, era, machines),
  ].sort((a, b) => a.atMs - b.atMs)
}

/** Describes a finding of a round; for a number, with its value and limits. */
function describeFinding({ group }: DemoMachine, { findings, values }: DemoInspectionResult): BilingualText {
  const finding = findings.find(({ verdict }) => verdict !== 'warn')
  const label = finding?.label ?? ''
  const check = group.checks.find(({ zh, en }) => zh === label || en === label)
  const reading = values?.find(({ itemKey }) => itemKey === finding?.itemKey)?.number
  if (check?.kind !== 'number' || reading == null) return toBilingualText(`${label}异常`, `${label} not in order`)
  const { unit, low, high } = check
  return toBilingualText(
    `${label} ${reading} ${unit}（${low}–${high}）`,
    `${label} ${reading} ${unit} (${low}–${high})`,
  )
}
const pickFault = (dice: Dice, machine: DemoMachine): MachineFault =>
  dice.pickWeighted(machine.group.faults.map((fault) => [fault, fault.weight] as const))

function generateBreakdowns(dice: Dice, era: DemoEra, machine: DemoMachine): Incident[] {
  const [scaleHours, shape] = machine.group.lifetime
  const incidents: Incident[] = []
  const drawLifetimeMs = (fromMs: number) =>
    (dice.weibull(scaleHours * LIFE_FACTOR * calculateAgeingFactor(calculateAgeYears(machine, fromMs)), shape) *
      HOUR_MS) /
    machine.runningShare
  for (
    let failureMs = era.from + drawLifetimeMs(era.from) * dice.next();
    failureMs < era.now;
    failureMs += drawLifetimeMs(failureMs) + 3 * HOUR_MS
  ) {
    incidents.push({
      machine,
      fault: pickFault(dice, machine),
      atMs: Math.round(failureMs),
      isBreakdown: true,
      result: null,
      requiredState: null,
      stopsLine: drawWhetherLineStops(dice, machine),
    })
  }
  return incidents
}
const drawWhetherLineStops = (dice: Dice, { kind, line }: DemoMachine): boolean =>
  line.kind !== 'utility' && kind.criticality === 'A' && dice.chance(0.55)

function generateImprovements(dice: Dice, era: DemoEra, machine: DemoMachine): Incident[] {
  if (!dice.chance(0.16)) return []
  const day = dice.pick(era.listDays())
  return [
    {
      machine,
      fault: generateImprovementFault(dice),
      atMs: era.toMillis(day, dice.int(520, 900)),
      isBreakdown: false,
      result: null,
      requiredState: null,
      stopsLine: false,
    },
  ]
}

/** Number of open repairs by state, so that no column of the repair board is ever empty. */
const openCountByState: readonly (readonly [RepairState, number])[] = [
  ['reported', 3],
  ['inMaintenance', 4],
  ['waitingForPart', 2],
  ['toConfirmByProduction', 3],
  ['toConfirmFinally', 3],
]
function buildOpenIncidents(dice: Dice, era: DemoEra, machines: readonly DemoMachine[]): Incident[] {
  const eligibleMachines = machines.filter(
    ({ stopped, line, group }) => stopped === null && line.kind !== 'utility' && group.faults.length > 1,
  )
  const chosenMachines = dice.sample(
    eligibleMachines,
    openCountByState.reduce((sum, [, count]) => sum + count, 0),
  )
  let nextIndex = 0
  return openCountByState.flatMap(([requiredState, count]) => {
    const machinesInState = chosenMachines.slice(nextIndex, nextIndex + count)
    nextIndex += count
    return machinesInState.map((machine, i): Incident => ({
      machine,
      fault: pickFault(dice, machine),
      atMs: era.now - dice.between(0.02, 0.6) * DAY_MS,
      isBreakdown: true,
      result: null,
      requiredState,
      stopsLine: requiredState === 'inMaintenance' && i === 0,
    }))
  })
}
