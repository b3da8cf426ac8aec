import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { Era } from './era'
import type { MachineFault } from './groups/group'
import { calculateAgeYears, isInUse, type DemoMachine } from './machines'
import type { Dice } from './random'
import type { DemoInspectionResult } from './rounds'
import { toTexts, type BilingualText } from './bilingual-text'

/** An event that needs a repair. If `hold` is set, the repair is in that state now. */
export interface Incident {
  readonly machine: DemoMachine
  readonly fault: MachineFault
  readonly at: number
  readonly breakdown: boolean
  readonly result: DemoInspectionResult | null
  readonly hold: RepairState | null
  readonly stops: boolean
}

/** Factor on the lifetimes of the machine groups, which assume careful use; this plant runs its machines harder. */
const LIFE_FACTOR = 0.75
/** Older machines fail sooner: the lifetime shrinks by 3 % a year, to 60 % at the least. */
const calculateAgeingFactor = (years: number): number => Math.max(0.6, 1.1 - 0.03 * years)
const improvements = [
  [toTexts('加装防护罩', 'fit a guard'), toTexts('加装防护罩', 'Fitted a guard')],
  [toTexts('优化管路走向', 'reroute the piping'), toTexts('优化管路走向', 'Rerouted the piping')],
  [toTexts('增加检测点', 'add a measuring point'), toTexts('增加检测点', 'Added a measuring point')],
  [toTexts('移位改造', 'relocate and modify'), toTexts('移位改造', 'Relocated and modified')],
] as const
const buildImprovement = (dice: Dice): MachineFault => {
  const [plan, outcome] = dice.pick(improvements)
  return {
    kind: 'other',
    weight: 0,
    description: toTexts(`改善：${plan.zh}`, `Improvement: ${plan.en}`),
    cause: toTexts('现场改善建议', 'Suggestion from the shop floor'),
    action: toTexts(`完成${outcome.zh}，试运行正常`, `${outcome.en}, trial run OK`),
    part: null,
  }
}

/**
 * Builds all incidents, oldest first: breakdowns as a renewal process with Weibull lifetimes in running hours, findings
 * of rounds that became repairs, and improvements.
 */
export function buildIncidents(
  dice: Dice,
  era: Era,
  machines: readonly DemoMachine[],
  results: readonly DemoInspectionResult[],
): Incident[] {
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const incidents = machines.flatMap((machine) => [
    ...generateBreakdowns(dice, era, machine),
    ...generateImprovements(dice, era, machine),
  ])
  for (const result of results) {
    const machine = byId.get(result.equipmentId)
    const isBad = result.verdict === 'notOk' || result.verdict === 'out'
    if (!machine || !isBad || !dice.chance(0.4)) continue
    const millis = toMillis(result.occurredAt) + dice.int(1, 6) * MINUTE_MS
    const finding = describeFinding(machine, result)
    const fault = pickFault(dice, machine)
    incidents.push({
      machine,
      fault: {
        ...fault,
        description: toTexts(
          `巡检发现：${finding.zh}，${fault.description.zh}`,
          `Found on a round: ${finding.en} – ${fault.description.en}`,
        ),
      },
      at: millis,
      breakdown: result.verdict === 'notOk' && dice.chance(0.5),
      result,
      hold: null,
      stops: false,
    })
  }
  return [
    ...incidents.filter(({ at: millis, machine }) => millis < era.now - 20 * MINUTE_MS && isInUse(machine, millis)),
    ...buildOpenIncidents(dice, era, machines),
  ].sort((a, b) => a.at - b.at)
}

/** Describes a finding of a round; for a number, with its value and limits. */
function describeFinding({ group }: DemoMachine, { findings, values }: DemoInspectionResult): BilingualText {
  const finding = findings.find(({ verdict }) => verdict !== 'warn')
  const label = finding?.label ?? ''
  const check = group.checks.find(({ zh, en }) => zh === label || en === label)
  const number = values?.find(({ itemKey }) => itemKey === finding?.itemKey)?.number
  if (check?.kind !== 'number' || number == null) return toTexts(`${label}异常`, `${label} not in order`)
  const { unit, low, high } = check
  return toTexts(`${label} ${number} ${unit}（${low}–${high}）`, `${label} ${number} ${unit} (${low}–${high})`)
}
const pickFault = (dice: Dice, machine: DemoMachine): MachineFault =>
  dice.pickWeighted(machine.group.faults.map((fault) => [fault, fault.weight] as const))

function generateBreakdowns(dice: Dice, era: Era, machine: DemoMachine): Incident[] {
  const [scale, shape] = machine.group.life
  const incidents: Incident[] = []
  const drawLifetime = (millis: number) =>
    (dice.weibull(scale * LIFE_FACTOR * calculateAgeingFactor(calculateAgeYears(machine, millis)), shape) * HOUR_MS) /
    machine.duty
  for (
    let millis = era.from + drawLifetime(era.from) * dice.next();
    millis < era.now;
    millis += drawLifetime(millis) + 3 * HOUR_MS
  ) {
    incidents.push({
      machine,
      fault: pickFault(dice, machine),
      at: Math.round(millis),
      breakdown: true,
      result: null,
      hold: null,
      stops: decideLineStop(dice, machine),
    })
  }
  return incidents
}
const decideLineStop = (dice: Dice, { kind, line }: DemoMachine): boolean =>
  line.kind !== 'utility' && kind.criticality === 'A' && dice.chance(0.55)

function generateImprovements(dice: Dice, era: Era, machine: DemoMachine): Incident[] {
  if (!dice.chance(0.16)) return []
  const day = dice.pick(era.listDays())
  return [
    {
      machine,
      fault: buildImprovement(dice),
      at: era.toMillis(day, dice.int(520, 900)),
      breakdown: false,
      result: null,
      hold: null,
      stops: false,
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
function buildOpenIncidents(dice: Dice, era: Era, machines: readonly DemoMachine[]): Incident[] {
  const eligible = machines.filter(
    ({ stopped, line, group }) => stopped === null && line.kind !== 'utility' && group.faults.length > 1,
  )
  const chosenMachines = dice.sample(
    eligible,
    openCountByState.reduce((sum, [, count]) => sum + count, 0),
  )
  let nextIndex = 0
  return openCountByState.flatMap(([hold, count]) =>
    chosenMachines.slice(nextIndex, (nextIndex += count)).map((machine, i): Incident => ({
      machine,
      fault: pickFault(dice, machine),
      at: era.now - dice.between(0.02, 0.6) * DAY_MS,
      breakdown: true,
      result: null,
      hold,
      stops: hold === 'inMaintenance' && i === 0,
    })),
  )
}
