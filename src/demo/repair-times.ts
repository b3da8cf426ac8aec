import { DAY_MS, HOUR_MS, MINUTE_MS, getWeekday, addDays } from '@/plant/rules/plant-time'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { Era } from './era'
import type { FaultKind } from './groups/group'
import type { Incident } from './incidents'
import type { Dice } from './random'

export type Severity = 'low' | 'medium' | 'high' | 'critical'
export type StepName =
  | 'report'
  | 'withdraw'
  | 'accept'
  | 'waitForPart'
  | 'goOn'
  | 'finish'
  | 'rejectProduction'
  | 'confirmProduction'
  | 'rejectFinal'
  | 'confirmFinal'
/** A step of a repair and its time, ms since 1970. */
export interface Step {
  readonly name: StepName
  readonly at: number
}

/** Median work hours by fault kind; the distribution is lognormal. */
const workHours: Readonly<Record<FaultKind, number>> = {
  mechanical: 1.7,
  electrical: 0.9,
  control: 0.8,
  pneumatic: 0.6,
  hydraulic: 1.4,
  heating: 1.1,
  lubrication: 0.5,
  instrument: 0.6,
  safety: 0.5,
  other: 0.8,
}
/** Mean minutes until a repair is accepted. */
const waiting: Readonly<Record<Severity, number>> = { critical: 6, high: 14, medium: 38, low: 110 }
const SPREAD = 0.65
const LONGEST_HOURS = 30

/** Builds the steps of a repair, even beyond now. At night one person covers the plant, so everything takes longer. */
export function stepsOf(dice: Dice, era: Era, incident: Incident, severity: Severity): Step[] {
  const steps = plainSteps(dice, era, incident, severity)
  return incident.hold ? heldAt(dice, era, steps, incident.hold) : steps
}

function plainSteps(dice: Dice, era: Era, { at, fault, stops, hold, result }: Incident, severity: Severity): Step[] {
  const steps: Step[] = []
  let now = at
  const step = (name: StepName, after: number) => {
    now = Math.round(now + after)
    steps.push({ name, at: now })
  }
  const slow = era.isNight(at)
  step('report', (result ? 1 : dice.between(2, 9)) * MINUTE_MS)
  if (!hold && !stops && dice.chance(0.012)) {
    step('withdraw', dice.between(3, 25) * MINUTE_MS)
    return steps
  }
  step('accept', Math.max(1, dice.exponential(waiting[severity] * (slow ? 1.9 : 1))) * MINUTE_MS)
  const work = () =>
    Math.min(
      LONGEST_HOURS,
      Math.max(
        0.15,
        dice.lognormal(workHours[fault.kind] * (slow ? 1.25 : 1) * (severity === 'critical' ? 1.3 : 1), SPREAD),
      ),
    ) * HOUR_MS
  if (hold === 'waitingForPart') step('waitForPart', dice.between(15, 50) * MINUTE_MS)
  step('finish', work())
  const confirm = () => {
    if (!hold && dice.chance(0.04)) {
      step('rejectProduction', dice.between(5, 30) * MINUTE_MS)
      step('finish', work() * 0.6)
    }
    step('confirmProduction', (8 + dice.exponential(35)) * MINUTE_MS)
  }
  confirm()
  const office = () => officeTime(dice, era, now) - now
  if (!hold && dice.chance(0.015)) {
    step('rejectFinal', office())
    step('finish', work() * 0.7)
    confirm()
  }
  step('confirmFinal', office())
  return steps
}

/** The maintenance lead confirms in the office, Monday to Saturday 08:30–17:30. */
function officeTime(dice: Dice, era: Era, from: number): number {
  let day = era.dayOf(from)
  for (;;) {
    const begin = Math.max(from, era.at(day, 8 * 60 + 30)) + dice.exponential(80) * MINUTE_MS
    if (getWeekday(day) !== 7 && begin < era.at(day, 17 * 60 + 30)) return begin
    day = addDays(day, 1)
  }
}

const arrival: Partial<Record<RepairState, StepName>> = {
  reported: 'report',
  inMaintenance: 'accept',
  waitingForPart: 'waitForPart',
  toConfirmByProduction: 'finish',
  toConfirmFinally: 'confirmProduction',
}
/** Shifts the steps in time so that the step into `state` happened recently, and drops the later steps. */
function heldAt(dice: Dice, era: Era, steps: readonly Step[], state: RepairState): Step[] {
  const last = steps.findIndex(({ name }) => name === arrival[state])
  const ago =
    state === 'toConfirmFinally' || state === 'waitingForPart'
      ? dice.between(0.01, 0.8) * DAY_MS
      : dice.between(6, 110) * MINUTE_MS
  const shift = Math.round(era.now - ago - (steps[last]?.at ?? era.now))
  return steps.slice(0, last + 1).map(({ name, at }) => ({ name, at: at + shift }))
}
