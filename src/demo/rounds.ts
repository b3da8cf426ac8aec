import { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'
import type { Row } from '@/contract/resource'
import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { generateDueRounds, type DueRound } from '@/areas/rounds/rules/inspection-plan'
import type { RoundState } from '@/areas/rounds/rules/inspection-round'
import texts from './data/texts.json' with { type: 'json' }
import { generateAnswer } from './inspection-answers'
import { buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { Staff, DemoWorker } from './people'
import type { DemoRoute } from './inspection-routes'
import type { Dice } from './random'

export type DemoRound = RowDraft<typeof inspectionRound>
export type DemoInspectionResult = RowDraft<typeof inspectionResult> & {
  readonly equipmentId: string
  readonly occurredAt: string
  readonly findings: Row<typeof inspectionResult>['findings']
}
export interface RouteHistory {
  readonly rounds: DemoRound[]
  readonly results: DemoInspectionResult[]
}

/** Period after now for which the server would already have created rounds. */
const AHEAD_MS = DAY_MS
/** Most rounds have no note. */
const roundNotes = [null, null, null, null, ...texts.roundNotes]

/** Generates all rounds of a route from the beginning of the history to a day after now, with their results. */
export function generateRouteRounds(dice: Dice, era: DemoEra, staff: Staff, route: DemoRoute): RouteHistory {
  const history: RouteHistory = { rounds: [], results: [] }
  for (const dueRound of generateDueRounds(
    route.plan,
    toMoment(era.from),
    toMoment(era.now + AHEAD_MS),
    era.calendar,
  )) {
    const roundWithResults = generateRound(dice, era, staff, route, dueRound)
    history.rounds.push(roundWithResults.round)
    for (const result of roundWithResults.results) history.results.push(result)
  }
  return history
}

const pickNote = (dice: Dice, era: DemoEra): string | null => {
  const note = dice.pick(roundNotes)
  return note && era.localize(note)
}

/** State and times of a round, ms since 1970. */
interface RoundCourse {
  readonly state: RoundState
  readonly startMs: number | null
  readonly finishMs: number | null
  readonly isLate: boolean
}

function drawRoundCourse(
  dice: Dice,
  era: DemoEra,
  dueRound: DueRound,
  { points, forcedRoundState }: DemoRoute,
): RoundCourse {
  const [opensMs, closesMs] = [toMillis(dueRound.opensAt), toMillis(dueRound.closesAt)]
  const walkMs = points.length * dice.between(1.6, 3.4) * MINUTE_MS
  if (forcedRoundState && opensMs <= era.now && era.now < closesMs) {
    const startMs = Math.round(Math.max(opensMs, era.now - walkMs * 0.55))
    return forcedRoundState === 'due'
      ? { state: 'due', startMs: null, finishMs: null, isLate: false }
      : { state: 'inProgress', startMs, finishMs: Math.round(startMs + walkMs), isLate: false }
  }
  const startMs = Math.round(Math.min(opensMs + dice.lognormal(28, 0.6) * MINUTE_MS, closesMs - walkMs - 2 * MINUTE_MS))
  const finishMs = Math.round(startMs + walkMs)
  const missedChance = era.isNight(toMillis(dueRound.dueAt)) ? 0.055 : 0.03
  const isMissed = dice.chance(missedChance)
  if (isMissed)
    return closesMs <= era.now
      ? { state: 'missed', startMs: null, finishMs: null, isLate: false }
      : { state: 'due', startMs: null, finishMs: null, isLate: false }
  if (finishMs <= era.now) return { state: 'done', startMs, finishMs, isLate: dice.chance(0.012) }
  return startMs <= era.now
    ? { state: 'inProgress', startMs, finishMs, isLate: false }
    : { state: 'due', startMs: null, finishMs: null, isLate: false }
}

function generateRound(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  route: DemoRoute,
  dueRound: DueRound,
): { round: DemoRound; results: DemoInspectionResult[] } {
  const course = drawRoundCourse(dice, era, dueRound, route)
  const crew = staff.listOnShift(route.walkerTrade, toMillis(dueRound.dueAt))
  const walker = dice.pick(crew.length ? crew : staff.listByTrade(route.walkerTrade))
  const id = dice.id(toMillis(dueRound.opensAt) - 60 * MINUTE_MS)
  const results =
    course.startMs === null || course.finishMs === null
      ? []
      : generateResults(dice, era, route, id, walker, course.startMs, course.finishMs)
  const closesMs = toMillis(dueRound.closesAt)
  const changedMs = course.isLate
    ? closesMs + dice.int(10, 300) * MINUTE_MS
    : course.state === 'missed'
      ? closesMs
      : Math.min(course.finishMs ?? 0, era.now)
  const round: DemoRound = {
    id,
    roundKey: dueRound.key,
    planId: dueRound.planId,
    planName: route.row.name ?? '',
    planNameEn: route.row.nameEn ?? null,
    lineId: route.row.lineId ?? null,
    dueAt: dueRound.dueAt,
    opensAt: dueRound.opensAt,
    closesAt: dueRound.closesAt,
    businessDate: dueRound.businessDate,
    shift: dueRound.shift,
    team: dueRound.team,
    state: course.state,
    roleIds: route.row.roleIds ?? [],
    userIds: [],
    assignedTo: course.startMs === null ? null : walker.id,
    startedAt: course.startMs === null ? null : toMoment(course.startMs),
    finishedAt: course.state === 'done' && course.finishMs !== null ? toMoment(course.finishMs) : null,
    userId: course.startMs === null ? null : walker.id,
    walkers: course.startMs === null ? [] : [walker.id],
    pointsTotal: route.points.length,
    pointsDone: results.filter(({ state }) => state === 'done').length,
    pointsSkipped: results.filter(({ state }) => state === 'skipped').length,
    findings: results.reduce((sum, result) => sum + result.findings.length, 0),
    late: course.isLate,
    points: route.row.points ?? [],
    items: route.row.items ?? [],
    note: course.state === 'done' ? pickNote(dice, era) : null,
    ...buildAuditFields(
      Math.min(toMillis(dueRound.opensAt) - 60 * MINUTE_MS, era.now),
      null,
      Math.min(Math.max(changedMs, toMillis(dueRound.opensAt) - 60 * MINUTE_MS), era.now),
    ),
  }
  return { round, results }
}

function generateResults(
  dice: Dice,
  era: DemoEra,
  route: DemoRoute,
  roundId: string,
  walker: DemoWorker,
  startMs: number,
  finishMs: number,
): DemoInspectionResult[] {
  const intervalMs = (finishMs - startMs) / route.points.length
  return route.points.flatMap((point, i): DemoInspectionResult[] => {
    const answeredMs = Math.round(startMs + intervalMs * (i + dice.between(0.4, 0.95)))
    if (answeredMs > era.now) return []
    return [
      {
        id: dice.id(answeredMs),
        roundId,
        planId: route.plan.id,
        equipmentId: point.machine.id,
        lineId: route.row.lineId ?? null,
        pointKey: point.key,
        occurredAt: toMoment(answeredMs),
        userId: walker.id,
        ...generateAnswer(dice, era, point),
        ...buildAuditFields(answeredMs, walker.id),
      },
    ]
  })
}
