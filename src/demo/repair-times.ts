import { DAY_MS, HOUR_MS, MINUTE_MS, getWeekday, addDays } from '@/plant/rules/plant-time'
import type { RepairState } from '@/areas/maintenance/rules/repair'
import type { DemoEra } from './demo-era'
import type { FaultKind } from './machine-groups'
import type { Incident } from './incidents'
import type { Dice } from './random'

export type RepairSeverity = 'low' | 'medium' | 'high' | 'critical'
export type RepairStepName =
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
/** A step of a repair and its time. */
export interface RepairStep {
  readonly name: RepairStepName
  readonly atMs: number
}

/** Median work hours by fault kind; the distribution is lognormal. */
const medianWorkHours: Readonly<Record<FaultKind, number>> = {
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
const meanWaitMinutes: Readonly<Record<RepairSeverity, number>> = { critical: 6, high: 14, medium: 38, low: 110 }
const WORK_SIGMA = 0.65
const MAX_WORK_HOURS = 30

/**
 * Builds the steps of a repair, including those in the future. At night one person covers the plant, so every step
 * takes longer.
 */
export function buildRepairSteps(dice: Dice, era: DemoEra, incident: Incident, severity: RepairSeverity): RepairStep[] {
  const steps = generateSteps(dice, era, incident, severity)
  return incident.requiredState ? shiftStepsToState(dice, era, steps, incident.requiredState) : steps
}

function generateSteps(
  dice: Dice,
  era: DemoEra,
  { atMs, fault, stopsLine, requiredState, result }: Incident,
  severity: RepairSeverity,
): RepairStep[] {
  const steps: RepairStep[] = []
  let currentMs = atMs
  const addStep = (name: RepairStepName, delayMs: number) => {
    currentMs = Math.round(currentMs + delayMs)
    steps.push({ name, atMs: currentMs })
  }
  const isNight = era.isNight(atMs)
  addStep('report', (result ? 1 : dice.between(2, 9)) * MINUTE_MS)
  if (!requiredState && !stopsLine && dice.chance(0.012)) {
    addStep('withdraw', dice.between(3, 25) * MINUTE_MS)
    return steps
  }
  addStep('accept', Math.max(1, dice.exponential(meanWaitMinutes[severity] * (isNight ? 1.9 : 1))) * MINUTE_MS)
  const drawWorkMs = () =>
    Math.min(
      MAX_WORK_HOURS,
      Math.max(
        0.15,
        dice.lognormal(
          medianWorkHours[fault.kind] * (isNight ? 1.25 : 1) * (severity === 'critical' ? 1.3 : 1),
          WORK_SIGMA,
        ),
      ),
    ) * HOUR_MS
  if (requiredState === 'waitingForPart') addStep('waitForPart', dice.between(15, 50) * MINUTE_MS)
  addStep('finish', drawWorkMs())
  const addConfirmation = () => {
    if (!requiredState && dice.chance(0.04)) {
      addStep('rejectProduction', dice.between(5, 30) * MINUTE_MS)
      addStep('finish', drawWorkMs() * 0.6)
    }
    addStep('confirmProduction', (8 + dice.exponential(35)) * MINUTE_MS)
  }
  addConfirmation()
  const drawOfficeDelay = () => chooseOfficeTime(dice, era, currentMs) - currentMs
  if (!requiredState && dice.chance(0.015)) {
    addStep('rejectFinal', drawOfficeDelay())
    addStep('finish', drawWorkMs() * 0.7)
    addConfirmation()
  }
  addStep('confirmFinal', drawOfficeDelay())
  return steps
}

/** Finds when the maintenance lead confirms a repair: in the office, Monday to Saturday 08:30–17:30. */
function chooseOfficeTime(dice: Dice, era: DemoEra, fromMs: number): number {
  let day = era.toDay(fromMs)
  for (;;) {
    const confirmMs = Math.max(fromMs, era.toMillis(day, 8 * 60 + 30)) + dice.exponential(80) * MINUTE_MS
    if (getWeekday(day) !== 7 && confirmMs < era.toMillis(day, 17 * 60 + 30)) return confirmMs
    day = addDays(day, 1)
  }
}

const stepNameByState: Partial<Record<RepairState, RepairStepName>> = {
  reported: 'report',
  inMaintenance: 'accept',
  waitingForPart: 'waitForPart',
  toConfirmByProduction: 'finish',
  toConfirmFinally: 'confirmProduction',
}
/** Shifts the steps in time so that the step into `state` happened recently, and drops the later steps. */
function shiftStepsToState(dice: Dice, era: DemoEra, steps: readonly RepairStep[], state: RepairState): RepairStep[] {
  const lastIndex = steps.findIndex(({ name }) => name === stepNameByState[state])
  const elapsedMs =
    state === 'toConfirmFinally' || state === 'waitingForPart'
      ? dice.between(0.01, 0.8) * DAY_MS
      : dice.between(6, 110) * MINUTE_MS
  const shiftMs = Math.round(era.now - elapsedMs - (steps[lastIndex]?.atMs ?? era.now))
  return steps.slice(0, lastIndex + 1).map(({ name, atMs }) => ({ name, atMs: atMs + shiftMs }))
}
