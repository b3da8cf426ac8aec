import { repair } from '@/areas/maintenance/contract/repair'
import { lineStop } from '@/plant/contract/line-stop'
import { deriveStopFields } from '@/plant/rules/line-stop'
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import {
  decideRepairTransition,
  deriveRepairStop,
  startWait,
  endWait,
  type RepairState,
} from '@/areas/maintenance/rules/repair'
import { buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { buildIncidents, type Incident } from './incidents'
import type { RepairSummary } from './equipment-ledger'
import type { DemoMachine } from './machines'
import { isBulk, type PartStore } from './parts'
import type { Staff, DemoWorker } from './people'
import { roundDecimals, type Dice } from './random'
import { buildRepairSteps, type RepairSeverity, type RepairStep } from './repair-times'
import { listRejections, writeFaultReport, withdrawals } from './repair-words'
import type { DemoInspectionResult } from './rounds'
import type { PartDemand } from './stock'
import { toBilingualText } from './bilingual-text'

export type DemoRepair = RowDraft<typeof repair> & { equipmentId: string; reportedAt: string; state: RepairState }
export interface RepairHistory {
  readonly repairs: DemoRepair[]
  readonly stops: RowDraft<typeof lineStop>[]
  readonly demands: PartDemand[]
  readonly summaries: Map<string, RepairSummary>
  readonly steps: { step: RepairStep; workerId: string; repair: DemoRepair }[]
}
/** Last repair number by day, one series per day as on the server. */
export type RepairNumberSeries = Map<string, number>

interface RepairContext {
  dice: Dice
  era: DemoEra
  staff: Staff
  partStore: PartStore
  numberSeries: RepairNumberSeries
}

/** Builds all repairs of the machines, step by step by the rules of the server. */
export function buildRepairs(
  context: RepairContext,
  machines: readonly DemoMachine[],
  results: readonly DemoInspectionResult[],
): RepairHistory {
  const { dice, era } = context
  const history: RepairHistory = { repairs: [], stops: [], demands: [], summaries: new Map(), steps: [] }
  // End of the current repair, by id of the machine or of the stopped line.
  const busyUntilMs = new Map<string, number>()
  const repairEndMsByMachine = new Map<string, number>()
  for (const incident of buildIncidents(dice, era, machines, results)) {
    if (!incident.requiredState && (busyUntilMs.get(incident.machine.id) ?? 0) > incident.atMs) continue
    // A stopped line cannot stop again.
    const isLineStopped = (busyUntilMs.get(incident.machine.line.id) ?? 0) > incident.atMs
    const row = addRepair(
      context,
      { ...incident, stopsLine: incident.stopsLine && !isLineStopped },
      history,
      repairEndMsByMachine,
    )
    if (row.repairEndAt) repairEndMsByMachine.set(incident.machine.id, toMillis(row.repairEndAt))
    const busyEndMs = row.repairEndAt
      ? toMillis(row.repairEndAt) + HOUR_MS
      : row.state === 'withdrawn'
        ? incident.atMs
        : Infinity
    busyUntilMs.set(incident.machine.id, busyEndMs)
    if (row.lineStopped) busyUntilMs.set(incident.machine.line.id, busyEndMs)
  }
  assignNumbers(context.numberSeries, era, history.repairs)
  const numberByRepair = new Map(history.repairs.map((row) => [row.id, row.number ?? null]))
  for (const row of history.repairs) addToSummary(history.summaries, row)
  for (const [i, demand] of history.demands.entries())
    history.demands[i] = { ...demand, reason: numberByRepair.get(demand.repairId ?? '') ?? null }
  return history
}

function assignNumbers(numberSeries: RepairNumberSeries, era: DemoEra, repairs: DemoRepair[]): void {
  repairs.sort((a, b) => (a.reportedAt < b.reportedAt ? -1 : 1))
  for (const row of repairs) {
    const day = era.toDay(toMillis(row.reportedAt)).replaceAll('-', '')
    const nextNumber = (numberSeries.get(day) ?? 0) + 1
    numberSeries.set(day, nextNumber)
    row.number = formatRepairNumber(day, nextNumber)
  }
}
/** Formats a number as the server does: `R20261120-003`. */
const formatRepairNumber = (day: string, serial: number): string => `R${day}-${String(serial).padStart(3, '0')}`

function addToSummary(summaries: Map<string, RepairSummary>, row: DemoRepair): void {
  const summary = summaries.get(row.equipmentId) ?? { states: [], lastEndMs: null }
  const endMs = row.repairEndAt ? toMillis(row.repairEndAt) : null
  summaries.set(row.equipmentId, {
    states: [...summary.states, row.state],
    lastEndMs: endMs && (!summary.lastEndMs || endMs > summary.lastEndMs) ? endMs : summary.lastEndMs,
  })
}

function drawSeverity(dice: Dice, { stopsLine, isBreakdown, machine }: Incident): RepairSeverity {
  if (stopsLine) return dice.chance(0.35) ? 'critical' : 'high'
  if (!isBreakdown) return 'low'
  return machine.kind.criticality === 'A'
    ? dice.pickWeighted([
        ['high', 2],
        ['medium', 5],
        ['low', 2],
      ])
    : dice.pickWeighted([
        ['medium', 4],
        ['low', 5],
      ])
}

function addRepair(
  context: RepairContext,
  incident: Incident,
  history: RepairHistory,
  repairEndMsByMachine: ReadonlyMap<string, number>,
): DemoRepair {
  const { dice, era } = context
  const severity = drawSeverity(dice, incident)
  const steps = buildRepairSteps(dice, era, incident, severity).filter(({ atMs }) => atMs <= era.now)
  const firstStep = steps[0] ?? ({ name: 'report', atMs: Math.min(incident.atMs, era.now) } as const)
  const reporter = pickReporter(context, incident, firstStep.atMs)
  const row: DemoRepair = {
    id: dice.id(firstStep.atMs),
    state: 'reported',
    equipmentId: incident.machine.id,
    lineId: incident.machine.line.id,
    faultKind: incident.fault.kind,
    severity,
    description: era.localize(writeFaultReport(incident, repairEndMsByMachine.get(incident.machine.id) ?? null)),
    breakdown: incident.isBreakdown,
    lineStopped: incident.stopsLine,
    stoppedAt: incident.stopsLine ? toMoment(firstStep.atMs - 3 * MINUTE_MS) : null,
    inspectionResultId: incident.result?.id ?? null,
    reportedBy: reporter.id,
    reportedAt: toMoment(firstStep.atMs),
    rejections: 0,
    ...buildAuditFields(firstStep.atMs, reporter.id),
  }
  let state: RepairState | null = null
  for (const step of steps) {
    const worker = step.name === 'report' ? reporter : applyStep(context, incident, step, row, history)
    const decision = decideRepairTransition(state, step.name, row as Record<string, unknown>)
    if (!decision.ok) throw new Error(`a repair cannot ${step.name} in ${state ?? 'no state'}: ${decision.reason.code}`)
    state = decision.to
    history.steps.push({ step, workerId: worker.id, repair: row })
  }
  row.state = state ?? 'reported'
  // A withdrawn report leaves its finding open, so that it can be reported again.
  if (incident.result && row.state !== 'withdrawn') incident.result.repairId = row.id
  row.updatedAt = toMoment(steps.at(-1)?.atMs ?? firstStep.atMs)
  row.version = Math.max(1, steps.length)
  addStop(dice, row, history)
  if (row.repairEndAt) row.actions = era.localize(incident.fault.action)
  history.repairs.push(row)
  return row
}

function pickReporter({ dice, staff }: RepairContext, { machine, result }: Incident, reportedMs: number): DemoWorker {
  const inspector = result && staff.workers.find(({ id }) => id === result.userId)
  if (inspector) return inspector
  const crew = staff.listOnShift(
    machine.line.kind === 'slitting' ? 'slit' : machine.line.kind === 'utility' ? 'shiftMaint' : 'line',
    reportedMs,
  )
  return dice.pick(crew.length ? crew : staff.listByTrade('squadLeader'))
}
function pickMechanic({ dice, staff, era }: RepairContext, { fault }: Incident, acceptedMs: number): DemoWorker {
  const shiftMechanics = staff.listOnShift('shiftMaint', acceptedMs)
  const dayMechanics = staff.listByTrade(
    ['electrical', 'control', 'instrument', 'heating'].includes(fault.kind) ? 'electrician' : 'mechanic',
  )
  const prefersShiftMechanics = era.isNight(acceptedMs) || dice.chance(0.3)
  return dice.pick(prefersShiftMechanics && shiftMechanics.length ? shiftMechanics : dayMechanics)
}

/** Writes the effects of a step to the row; returns the person who took the step. */
function applyStep(
  context: RepairContext,
  incident: Incident,
  { name, atMs: stepMs }: RepairStep,
  row: DemoRepair,
  history: RepairHistory,
): DemoWorker {
  const { dice, era, staff } = context
  const moment = toMoment(stepMs)
  const shiftLeader = staff.listOnShift('squadLeader', stepMs)[0] ?? staff.getPersonOfTrade('lead')
  const rejectRepair = (worker: DemoWorker) =>
    Object.assign(row, {
      reason: era.localize(dice.pick(listRejections(incident.fault.kind))),
      rejectedBy: worker.id,
      rejectedAt: moment,
      rejections: (row.rejections ?? 0) + 1,
      repairEndAt: null,
      productionBy: null,
      productionAt: null,
    })
  switch (name) {
    case 'report':
    case 'withdraw': {
      const worker = staff.workers.find(({ id }) => id === row.reportedBy) ?? shiftLeader
      Object.assign(row, { reason: era.localize(dice.pick(withdrawals)) })
      return worker
    }
    case 'accept': {
      const worker = pickMechanic(context, incident, stepMs)
      Object.assign(row, { acceptedBy: worker.id, acceptedAt: moment })
      return worker
    }
    case 'waitForPart': {
      const worker = staff.workers.find(({ id }) => id === row.acceptedBy) ?? pickMechanic(context, incident, stepMs)
      const part = incident.fault.part
        ? dice.pick(context.partStore.listFitting(incident.machine, incident.fault.part))
        : null
      const expectedOn = era.toDay(era.now + dice.int(-1, 4) * DAY_MS)
      const wait = {
        partId: part?.id ?? null,
        part: part
          ? null
          : era.localize(toBilingualText('外购件，供应商已发货', 'Bought-in part, shipped by the supplier')),
        expectedOn,
      }
      Object.assign(row, { waits: startWait(row.waits ?? [], wait, moment, worker.id), expectedOn })
      return worker
    }
    case 'goOn': {
      Object.assign(row, { waits: endWait(row.waits ?? [], moment), expectedOn: null })
      return staff.workers.find(({ id }) => id === row.acceptedBy) ?? shiftLeader
    }
    case 'finish':
      return finishRepair(context, incident, stepMs, row, history)
    case 'rejectProduction':
      rejectRepair(shiftLeader)
      return shiftLeader
    case 'confirmProduction':
      Object.assign(row, { productionBy: shiftLeader.id, productionAt: moment })
      return shiftLeader
    case 'rejectFinal': {
      const worker = staff.getPersonOfTrade('maintLead')
      rejectRepair(worker)
      return worker
    }
    case 'confirmFinal': {
      const worker = staff.getPersonOfTrade('maintLead')
      Object.assign(row, { finalBy: worker.id, finalAt: moment })
      return worker
    }
  }
}

function finishRepair(
  context: RepairContext,
  incident: Incident,
  finishedMs: number,
  row: DemoRepair,
  history: RepairHistory,
): DemoWorker {
  const { dice, era, staff, partStore } = context
  const worker = staff.workers.find(({ id }) => id === row.acceptedBy) ?? pickMechanic(context, incident, finishedMs)
  const elapsedHours = (finishedMs - toMillis(row.acceptedAt ?? toMoment(finishedMs))) / HOUR_MS
  const helper = dice.chance(0.35)
    ? dice.pick(
        staff
          .listByTrade('mechanic')
          .concat(staff.listByTrade('shiftMaint'))
          .filter(({ id }) => id !== worker.id),
      )
    : null
  const drawHours = () => Math.max(0.01, Math.floor(elapsedHours * dice.between(0.7, 1) * 100) / 100)
  const wasRejected = (row.rejections ?? 0) > 0
  if (!wasRejected && incident.fault.part && dice.chance(0.72)) {
    const part = dice.pick(partStore.listFitting(incident.machine, incident.fault.part))
    const quantity = isBulk(part.family) ? dice.int(1, 6) : part.price > 300 ? 1 : dice.int(1, 2)
    row.parts = [{ partId: part.id, quantity }]
    history.demands.push({
      partId: part.id,
      quantity,
      neededMs: finishedMs,
      userId: worker.id,
      repairId: row.id,
      recordId: null,
      reason: null,
    })
  }
  Object.assign(row, {
    causes: era.localize(incident.fault.cause),
    actions: era.localize(incident.fault.action),
    finishedBy: worker.id,
    repairEndAt: toMoment(finishedMs),
    hours: [
      { userId: worker.id, hours: roundDecimals(drawHours(), 2) },
      ...(helper ? [{ userId: helper.id, hours: roundDecimals(drawHours(), 2) }] : []),
    ],
  })
  return worker
}

function addStop(dice: Dice, row: DemoRepair, history: RepairHistory): ReturnType<typeof deriveRepairStop> {
  if (row.lineStopped && row.repairEndAt && row.acceptedAt && dice.chance(0.12)) {
    const [acceptedMs, endedMs] = [toMillis(row.acceptedAt), toMillis(row.repairEndAt)]
    row.runningAgainAt = toMoment(Math.round(endedMs - (endedMs - acceptedMs) * 0.15))
  }
  const stop = deriveRepairStop({
    state: row.state,
    lineStopped: row.lineStopped ?? false,
    stoppedAt: row.stoppedAt ?? null,
    reportedAt: row.reportedAt,
    repairEndAt: row.repairEndAt ?? null,
    runningAgainAt: row.runningAgainAt ?? null,
  })
  if (!stop || !row.lineId) return null
  const id = dice.id(toMillis(stop.startsAt))
  row.stopId = id
  history.stops.push({
    id,
    lineId: row.lineId,
    equipmentId: row.equipmentId,
    repairId: row.id,
    startedAt: stop.startsAt,
    endedAt: stop.endsAt,
    source: 'repair',
    closedBy: stop.endsAt ? 'repair' : null,
    ...deriveStopFields({ startedAt: stop.startsAt, endedAt: stop.endsAt, reasonId: null }),
    ...buildAuditFields(
      toMillis(row.reportedAt),
      row.reportedBy ?? null,
      stop.endsAt ? toMillis(stop.endsAt) : undefined,
    ),
  })
  return stop
}
