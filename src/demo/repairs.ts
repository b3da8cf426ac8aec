import { repair } from '@/areas/maintenance/contract/repair'
import { lineStop } from '@/plant/contract/line-stop'
import { deriveStopFields } from '@/plant/rules/line-stop'
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import {
  decideRepairTransition,
  deriveRepairStop,
  startWait,
  endWait,
  type RepairState,
} from '@/areas/maintenance/rules/repair'
import { stamps, type Draft } from './draft'
import type { Era } from './era'
import { incidentsOf, type Incident } from './incidents'
import type { RepairView } from './ledger'
import type { Machine } from './machines'
import { isBulk, type Store } from './parts'
import type { Staff, Worker } from './people'
import { rounded, type Dice } from './random'
import { stepsOf, type Severity, type Step } from './repair-times'
import { rejectionsOf, reportWords, withdrawals } from './repair-words'
import type { ResultRow } from './rounds'
import type { Demand } from './stock'
import { both } from './said'

export type RepairRow = Draft<typeof repair> & { equipmentId: string; reportedAt: string; state: RepairState }
export interface RepairHistory {
  readonly repairs: RepairRow[]
  readonly stops: Draft<typeof lineStop>[]
  readonly demands: Demand[]
  readonly views: Map<string, RepairView>
  readonly steps: { step: Step; by: string; repair: RepairRow }[]
}
/** Last repair number by day, one series per day as on the server. */
export type Numbering = Map<string, number>

interface Workshop {
  dice: Dice
  era: Era
  staff: Staff
  store: Store
  series: Numbering
}

/** Builds all repairs of the machines, step by step by the rules of the server. */
export function buildRepairs(
  shop: Workshop,
  machines: readonly Machine[],
  results: readonly ResultRow[],
): RepairHistory {
  const { dice, era } = shop
  const history: RepairHistory = { repairs: [], stops: [], demands: [], views: new Map(), steps: [] }
  const busy = new Map<string, number>()
  const mended = new Map<string, number>()
  for (const incident of incidentsOf(dice, era, machines, results)) {
    if (!incident.hold && (busy.get(incident.machine.id) ?? 0) > incident.at) continue
    // A stopped line cannot stop again.
    const standing = (busy.get(incident.machine.line.id) ?? 0) > incident.at
    const row = tell(shop, { ...incident, stops: incident.stops && !standing }, history, mended)
    if (row.repairEndAt) mended.set(incident.machine.id, toMillis(row.repairEndAt))
    const until = row.repairEndAt
      ? toMillis(row.repairEndAt) + HOUR_MS
      : row.state === 'withdrawn'
        ? incident.at
        : Infinity
    busy.set(incident.machine.id, until)
    if (row.lineStopped) busy.set(incident.machine.line.id, until)
  }
  number(shop.series, era, history.repairs)
  const numbers = new Map(history.repairs.map((row) => [row.id, row.number ?? null]))
  for (const row of history.repairs) note(history.views, row)
  for (const [i, demand] of history.demands.entries())
    history.demands[i] = { ...demand, reason: numbers.get(demand.repairId ?? '') ?? null }
  return history
}

function number(series: Numbering, era: Era, repairs: RepairRow[]): void {
  repairs.sort((a, b) => (a.reportedAt < b.reportedAt ? -1 : 1))
  for (const row of repairs) {
    const day = era.dayOf(toMillis(row.reportedAt)).replaceAll('-', '')
    const next = (series.get(day) ?? 0) + 1
    series.set(day, next)
    row.number = repairNumber(day, next)
  }
}
/** Formats a number as the server does: `R20261120-003`. */
const repairNumber = (day: string, n: number): string => `R${day}-${String(n).padStart(3, '0')}`

function note(views: Map<string, RepairView>, row: RepairRow): void {
  const view = views.get(row.equipmentId) ?? { states: [], lastEnd: null }
  const end = row.repairEndAt ? toMillis(row.repairEndAt) : null
  views.set(row.equipmentId, {
    states: [...view.states, row.state],
    lastEnd: end && (!view.lastEnd || end > view.lastEnd) ? end : view.lastEnd,
  })
}

function severityOf(dice: Dice, { stops, breakdown, machine }: Incident): Severity {
  if (stops) return dice.chance(0.35) ? 'critical' : 'high'
  if (!breakdown) return 'low'
  return machine.kind.criticality === 'A'
    ? dice.weighted([
        ['high', 2],
        ['medium', 5],
        ['low', 2],
      ])
    : dice.weighted([
        ['medium', 4],
        ['low', 5],
      ])
}

function tell(
  shop: Workshop,
  incident: Incident,
  history: RepairHistory,
  mended: ReadonlyMap<string, number>,
): RepairRow {
  const { dice, era } = shop
  const severity = severityOf(dice, incident)
  const steps = stepsOf(dice, era, incident, severity).filter(({ at }) => at <= era.now)
  const first = steps[0] ?? ({ name: 'report', at: Math.min(incident.at, era.now) } as const)
  const reporter = reporterOf(shop, incident, first.at)
  const row: RepairRow = {
    id: dice.id(first.at),
    state: 'reported',
    equipmentId: incident.machine.id,
    lineId: incident.machine.line.id,
    faultKind: incident.fault.kind,
    severity,
    description: era.say(reportWords(incident, mended.get(incident.machine.id) ?? null)),
    breakdown: incident.breakdown,
    lineStopped: incident.stops,
    stoppedAt: incident.stops ? toMoment(first.at - 3 * 60_000) : null,
    inspectionResultId: incident.result?.id ?? null,
    reportedBy: reporter.id,
    reportedAt: toMoment(first.at),
    rejections: 0,
    ...stamps(first.at, reporter.id),
  }
  let state: RepairState | null = null
  for (const step of steps) {
    const by = step.name === 'report' ? reporter : take(shop, incident, step, row, history)
    const decided = decideRepairTransition(state, step.name, row as Record<string, unknown>)
    if (!decided.ok) throw new Error(`a repair cannot ${step.name} in ${state ?? 'no state'}: ${decided.reason.code}`)
    state = decided.to
    history.steps.push({ step, by: by.id, repair: row })
  }
  row.state = state ?? 'reported'
  // A withdrawn report leaves its finding open, so that it can be reported again.
  if (incident.result && row.state !== 'withdrawn') incident.result.repairId = row.id
  row.updatedAt = toMoment(steps.at(-1)?.at ?? first.at)
  row.version = Math.max(1, steps.length)
  addStop(dice, row, history)
  if (row.repairEndAt) row.actions = era.say(incident.fault.action)
  history.repairs.push(row)
  return row
}

function reporterOf({ dice, staff }: Workshop, { machine, result }: Incident, at: number): Worker {
  const walker = result && staff.workers.find(({ id }) => id === result.userId)
  if (walker) return walker
  const crew = staff.onShift(
    machine.line.kind === 'slitting' ? 'slit' : machine.line.kind === 'utility' ? 'shiftMaint' : 'line',
    at,
  )
  return dice.pick(crew.length ? crew : staff.of('squadLeader'))
}
function fitterOf({ dice, staff, era }: Workshop, { fault }: Incident, at: number): Worker {
  const shift = staff.onShift('shiftMaint', at)
  const day = staff.of(
    ['electrical', 'control', 'instrument', 'heating'].includes(fault.kind) ? 'electrician' : 'mechanic',
  )
  return dice.pick(era.isNight(at) || dice.chance(0.3) ? (shift.length ? shift : day) : day)
}

/** Writes the effects of a step to the row; returns the person who took the step. */
function take(shop: Workshop, incident: Incident, { name, at }: Step, row: RepairRow, history: RepairHistory): Worker {
  const { dice, era, staff } = shop
  const moment = toMoment(at)
  const squad = staff.onShift('squadLeader', at)[0] ?? staff.lead('lead')
  const back = (by: Worker) =>
    Object.assign(row, {
      reason: era.say(dice.pick(rejectionsOf(incident.fault.kind))),
      rejectedBy: by.id,
      rejectedAt: moment,
      rejections: (row.rejections ?? 0) + 1,
      repairEndAt: null,
      productionBy: null,
      productionAt: null,
    })
  switch (name) {
    case 'report':
    case 'withdraw': {
      const by = staff.workers.find(({ id }) => id === row.reportedBy) ?? squad
      Object.assign(row, { reason: era.say(dice.pick(withdrawals)) })
      return by
    }
    case 'accept': {
      const by = fitterOf(shop, incident, at)
      Object.assign(row, { acceptedBy: by.id, acceptedAt: moment })
      return by
    }
    case 'waitForPart': {
      const by = staff.workers.find(({ id }) => id === row.acceptedBy) ?? fitterOf(shop, incident, at)
      const part = incident.fault.part ? dice.pick(shop.store.fitting(incident.machine, incident.fault.part)) : null
      const expectedOn = era.dayOf(era.now + dice.int(-1, 4) * DAY_MS)
      const said = {
        partId: part?.id ?? null,
        part: part ? null : era.say(both('外购件，供应商已发货', 'Bought-in part, shipped by the supplier')),
        expectedOn,
      }
      Object.assign(row, { waits: startWait(row.waits ?? [], said, moment, by.id), expectedOn })
      return by
    }
    case 'goOn': {
      Object.assign(row, { waits: endWait(row.waits ?? [], moment), expectedOn: null })
      return staff.workers.find(({ id }) => id === row.acceptedBy) ?? squad
    }
    case 'finish':
      return finish(shop, incident, at, row, history)
    case 'rejectProduction':
      back(squad)
      return squad
    case 'confirmProduction':
      Object.assign(row, { productionBy: squad.id, productionAt: moment })
      return squad
    case 'rejectFinal': {
      const by = staff.lead('maintLead')
      back(by)
      return by
    }
    case 'confirmFinal': {
      const by = staff.lead('maintLead')
      Object.assign(row, { finalBy: by.id, finalAt: moment })
      return by
    }
  }
}

function finish(shop: Workshop, incident: Incident, at: number, row: RepairRow, history: RepairHistory): Worker {
  const { dice, era, staff, store } = shop
  const by = staff.workers.find(({ id }) => id === row.acceptedBy) ?? fitterOf(shop, incident, at)
  const elapsed = (at - toMillis(row.acceptedAt ?? toMoment(at))) / HOUR_MS
  const helper = dice.chance(0.35)
    ? dice.pick(
        staff
          .of('mechanic')
          .concat(staff.of('shiftMaint'))
          .filter(({ id }) => id !== by.id),
      )
    : null
  const share = () => Math.max(0.01, Math.floor(elapsed * dice.between(0.7, 1) * 100) / 100)
  const again = (row.rejections ?? 0) > 0
  if (!again && incident.fault.part && dice.chance(0.72)) {
    const part = dice.pick(store.fitting(incident.machine, incident.fault.part))
    const quantity = isBulk(part.family) ? dice.int(1, 6) : part.price > 300 ? 1 : dice.int(1, 2)
    row.parts = [{ partId: part.id, quantity }]
    history.demands.push({ partId: part.id, quantity, at, by: by.id, repairId: row.id, recordId: null, reason: null })
  }
  Object.assign(row, {
    causes: era.say(incident.fault.cause),
    actions: era.say(incident.fault.action),
    finishedBy: by.id,
    repairEndAt: toMoment(at),
    hours: [
      { userId: by.id, hours: rounded(share(), 2) },
      ...(helper ? [{ userId: helper.id, hours: rounded(share(), 2) }] : []),
    ],
  })
  return by
}

function addStop(dice: Dice, row: RepairRow, history: RepairHistory): ReturnType<typeof deriveRepairStop> {
  if (row.lineStopped && row.repairEndAt && row.acceptedAt && dice.chance(0.12)) {
    const [from, to] = [toMillis(row.acceptedAt), toMillis(row.repairEndAt)]
    row.runningAgainAt = toMoment(Math.round(to - (to - from) * 0.15))
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
    ...stamps(toMillis(row.reportedAt), row.reportedBy ?? null, stop.endsAt ? toMillis(stop.endsAt) : undefined),
  })
  return stop
}
