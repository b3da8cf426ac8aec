import { inspectionResult, inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import type { Row } from '@/contract/resource'
import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { generateDueRounds, type DueRound } from '@/areas/maintenance/rules/inspection-plan'
import type { RoundState } from '@/areas/maintenance/rules/inspection-round'
import { generateAnswer } from './inspection-answers'
import { buildStamps, type RowDraft } from './draft'
import type { Era } from './era'
import type { Staff, DemoWorker } from './people'
import type { DemoRoute } from './inspection-routes'
import type { Dice } from './random'
import { toTexts } from './bilingual-text'

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
const roundNotes = [
  null,
  null,
  null,
  null,
  toTexts('夜间照明不足', 'Poor lighting at night'),
  toTexts('现场整洁', 'Area tidy'),
  toTexts('已口头通知班长', 'Told the shift leader in person'),
] as const

/** Generates all rounds of a route from the beginning of the history to a day after now, with their results. */
export function generateRouteRounds(dice: Dice, era: Era, staff: Staff, route: DemoRoute): RouteHistory {
  const history: RouteHistory = { rounds: [], results: [] }
  for (const due of generateDueRounds(route.rule, toMoment(era.from), toMoment(era.now + AHEAD_MS), era.calendar)) {
    const generated = generateRound(dice, era, staff, route, due)
    history.rounds.push(generated.round)
    for (const result of generated.results) history.results.push(result)
  }
  return history
}

const pickNote = (dice: Dice, era: Era): string | null => {
  const note = dice.pick(roundNotes)
  return note && era.localize(note)
}

/** State and times of a round, ms since 1970. */
interface RoundCourse {
  readonly state: RoundState
  readonly start: number | null
  readonly finish: number | null
  readonly late: boolean
}

function drawCourse(dice: Dice, era: Era, due: DueRound, { stops, live }: DemoRoute): RoundCourse {
  const [opensMs, closesMs] = [toMillis(due.opensAt), toMillis(due.closesAt)]
  const walkMs = stops.length * dice.between(1.6, 3.4) * MINUTE_MS
  if (live && opensMs <= era.now && era.now < closesMs) {
    const start = Math.round(Math.max(opensMs, era.now - walkMs * 0.55))
    return live === 'due'
      ? { state: 'due', start: null, finish: null, late: false }
      : { state: 'inProgress', start, finish: Math.round(start + walkMs), late: false }
  }
  const start = Math.round(Math.min(opensMs + dice.lognormal(28, 0.6) * MINUTE_MS, closesMs - walkMs - 2 * MINUTE_MS))
  const finish = Math.round(start + walkMs)
  const missedShare = era.isNight(toMillis(due.dueAt)) ? 0.055 : 0.03
  const isMissed = dice.chance(missedShare)
  if (isMissed)
    return closesMs <= era.now
      ? { state: 'missed', start: null, finish: null, late: false }
      : { state: 'due', start: null, finish: null, late: false }
  if (finish <= era.now) return { state: 'done', start, finish, late: dice.chance(0.012) }
  return start <= era.now
    ? { state: 'inProgress', start, finish, late: false }
    : { state: 'due', start: null, finish: null, late: false }
}

function generateRound(
  dice: Dice,
  era: Era,
  staff: Staff,
  route: DemoRoute,
  due: DueRound,
): { round: DemoRound; results: DemoInspectionResult[] } {
  const course = drawCourse(dice, era, due, route)
  const crew = staff.listOnShift(route.walkers, toMillis(due.dueAt))
  const walker = dice.pick(crew.length ? crew : staff.listByTrade(route.walkers))
  const id = dice.id(toMillis(due.opensAt) - 60 * MINUTE_MS)
  const results =
    course.start === null || course.finish === null
      ? []
      : generateResults(dice, era, route, id, walker, course.start, course.finish)
  const closesMs = toMillis(due.closesAt)
  const changedMs = course.late
    ? closesMs + dice.int(10, 300) * MINUTE_MS
    : course.state === 'missed'
      ? closesMs
      : Math.min(course.finish ?? 0, era.now)
  const round: DemoRound = {
    id,
    roundKey: due.key,
    planId: due.planId,
    planName: route.row.name ?? '',
    planNameEn: route.row.nameEn ?? null,
    lineId: route.row.lineId ?? null,
    dueAt: due.dueAt,
    opensAt: due.opensAt,
    closesAt: due.closesAt,
    businessDate: due.businessDate,
    shift: due.shift,
    team: due.team,
    state: course.state,
    roleIds: route.row.roleIds ?? [],
    userIds: [],
    assignedTo: course.start === null ? null : walker.id,
    startedAt: course.start === null ? null : toMoment(course.start),
    finishedAt: course.state === 'done' && course.finish !== null ? toMoment(course.finish) : null,
    userId: course.start === null ? null : walker.id,
    walkers: course.start === null ? [] : [walker.id],
    pointsTotal: route.stops.length,
    pointsDone: results.filter(({ state }) => state === 'done').length,
    pointsSkipped: results.filter(({ state }) => state === 'skipped').length,
    findings: results.reduce((sum, result) => sum + result.findings.length, 0),
    late: course.late,
    points: route.row.points ?? [],
    items: route.row.items ?? [],
    note: course.state === 'done' ? pickNote(dice, era) : null,
    ...buildStamps(
      Math.min(toMillis(due.opensAt) - 60 * MINUTE_MS, era.now),
      null,
      Math.min(Math.max(changedMs, toMillis(due.opensAt) - 60 * MINUTE_MS), era.now),
    ),
  }
  return { round, results }
}

function generateResults(
  dice: Dice,
  era: Era,
  route: DemoRoute,
  roundId: string,
  walker: DemoWorker,
  start: number,
  finish: number,
): DemoInspectionResult[] {
  const intervalMs = (finish - start) / route.stops.length
  return route.stops.flatMap((stop, i): DemoInspectionResult[] => {
    const answeredMs = Math.round(start + intervalMs * (i + dice.between(0.4, 0.95)))
    if (answeredMs > era.now) return []
    return [
      {
        id: dice.id(answeredMs),
        roundId,
        planId: route.rule.id,
        equipmentId: stop.machine.id,
        lineId: route.row.lineId ?? null,
        pointKey: stop.key,
        occurredAt: toMoment(answeredMs),
        userId: walker.id,
        ...generateAnswer(dice, era, stop),
        ...buildStamps(answeredMs, walker.id),
      },
    ]
  })
}
