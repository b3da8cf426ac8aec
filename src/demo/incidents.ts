import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { Era } from './era'
import type { Fault } from './groups/group'
import { ageAt, inUseAt, type Machine } from './machines'
import type { Dice } from './random'
import type { ResultRow } from './rounds'
import { both, type Said } from './said'

/** An event that needs a repair. If `hold` is set, the repair is in that state now. */
export interface Incident {
  readonly machine: Machine
  readonly fault: Fault
  readonly at: number
  readonly breakdown: boolean
  readonly result: ResultRow | null
  readonly hold: RepairState | null
  readonly stops: boolean
}

/** Factor on the lifetimes of the machine groups, which assume careful use; this plant runs its machines harder. */
const WEAR = 0.75
/** Older machines fail sooner: the lifetime shrinks by 3 % a year, to 60 % at the least. */
const ageing = (years: number): number => Math.max(0.6, 1.1 - 0.03 * years)
const improvements = [
  [both('加装防护罩', 'fit a guard'), both('加装防护罩', 'Fitted a guard')],
  [both('优化管路走向', 'reroute the piping'), both('优化管路走向', 'Rerouted the piping')],
  [both('增加检测点', 'add a measuring point'), both('增加检测点', 'Added a measuring point')],
  [both('移位改造', 'relocate and modify'), both('移位改造', 'Relocated and modified')],
] as const
const improvement = (dice: Dice): Fault => {
  const [what, done] = dice.pick(improvements)
  return {
    kind: 'other',
    weight: 0,
    description: both(`改善：${what.zh}`, `Improvement: ${what.en}`),
    cause: both('现场改善建议', 'Suggestion from the shop floor'),
    action: both(`完成${done.zh}，试运行正常`, `${done.en}, trial run OK`),
    part: null,
  }
}

/**
 * Builds all incidents, oldest first: breakdowns as a renewal process with Weibull lifetimes in running hours, findings
 * of rounds that became repairs, and improvements.
 */
export function incidentsOf(
  dice: Dice,
  era: Era,
  machines: readonly Machine[],
  results: readonly ResultRow[],
): Incident[] {
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const incidents = machines.flatMap((machine) => [...breakdowns(dice, era, machine), ...planned(dice, era, machine)])
  for (const result of results) {
    const machine = byId.get(result.equipmentId)
    const bad = result.verdict === 'notOk' || result.verdict === 'out'
    if (!machine || !bad || !dice.chance(0.4)) continue
    const at = toMillis(result.occurredAt) + dice.int(1, 6) * MINUTE_MS
    const what = foundOn(machine, result)
    const fault = faultOf(dice, machine)
    incidents.push({
      machine,
      fault: {
        ...fault,
        description: both(
          `巡检发现：${what.zh}，${fault.description.zh}`,
          `Found on a round: ${what.en} – ${fault.description.en}`,
        ),
      },
      at,
      breakdown: result.verdict === 'notOk' && dice.chance(0.5),
      result,
      hold: null,
      stops: false,
    })
  }
  return [
    ...incidents.filter(({ at, machine }) => at < era.now - 20 * MINUTE_MS && inUseAt(machine, at)),
    ...openNow(dice, era, machines),
  ].sort((a, b) => a.at - b.at)
}

/** Describes a finding of a round; for a number, with its value and limits. */
function foundOn({ group }: Machine, { findings, values }: ResultRow): Said {
  const finding = findings.find(({ verdict }) => verdict !== 'warn')
  const label = finding?.label ?? ''
  const check = group.checks.find(({ zh, en }) => zh === label || en === label)
  const number = values?.find(({ itemKey }) => itemKey === finding?.itemKey)?.number
  if (check?.kind !== 'number' || number == null) return both(`${label}异常`, `${label} not in order`)
  const { unit, low, high } = check
  return both(`${label} ${number} ${unit}（${low}–${high}）`, `${label} ${number} ${unit} (${low}–${high})`)
}
const faultOf = (dice: Dice, machine: Machine): Fault =>
  dice.weighted(machine.group.faults.map((fault) => [fault, fault.weight] as const))

function breakdowns(dice: Dice, era: Era, machine: Machine): Incident[] {
  const [scale, shape] = machine.group.life
  const found: Incident[] = []
  const life = (at: number) => (dice.weibull(scale * WEAR * ageing(ageAt(machine, at)), shape) * HOUR_MS) / machine.duty
  for (let at = era.from + life(era.from) * dice.next(); at < era.now; at += life(at) + 3 * HOUR_MS) {
    found.push({
      machine,
      fault: faultOf(dice, machine),
      at: Math.round(at),
      breakdown: true,
      result: null,
      hold: null,
      stops: stopsLine(dice, machine),
    })
  }
  return found
}
const stopsLine = (dice: Dice, { kind, line }: Machine): boolean =>
  line.kind !== 'utility' && kind.criticality === 'A' && dice.chance(0.55)

function planned(dice: Dice, era: Era, machine: Machine): Incident[] {
  if (!dice.chance(0.16)) return []
  const day = dice.pick(era.days())
  return [
    {
      machine,
      fault: improvement(dice),
      at: era.at(day, dice.int(520, 900)),
      breakdown: false,
      result: null,
      hold: null,
      stops: false,
    },
  ]
}

/** Number of open repairs by state, so that no column of the repair board is ever empty. */
const held: readonly (readonly [RepairState, number])[] = [
  ['reported', 3],
  ['inMaintenance', 4],
  ['waitingForPart', 2],
  ['toConfirmByProduction', 3],
  ['toConfirmFinally', 3],
]
function openNow(dice: Dice, era: Era, machines: readonly Machine[]): Incident[] {
  const eligible = machines.filter(
    ({ stopped, line, group }) => stopped === null && line.kind !== 'utility' && group.faults.length > 1,
  )
  const chosen = dice.some(
    eligible,
    held.reduce((sum, [, count]) => sum + count, 0),
  )
  let next = 0
  return held.flatMap(([hold, count]) =>
    chosen.slice(next, (next += count)).map((machine, i): Incident => ({
      machine,
      fault: faultOf(dice, machine),
      at: era.now - dice.between(0.02, 0.6) * DAY_MS,
      breakdown: true,
      result: null,
      hold,
      stops: hold === 'inMaintenance' && i === 0,
    })),
  )
}
