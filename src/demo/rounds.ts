import { inspectionResult, inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import type { Row } from '@/contract/resource'
import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { generateDueRounds, type DueRound } from '@/areas/maintenance/rules/inspection-plan'
import type { RoundState } from '@/areas/maintenance/rules/inspection-round'
import { answer } from './answers'
import { stamps, type Draft } from './draft'
import type { Era } from './era'
import type { Staff, Worker } from './people'
import type { Route } from './plans'
import type { Dice } from './random'
import { both } from './said'

export type RoundRow = Draft<typeof inspectionRound>
export type ResultRow = Draft<typeof inspectionResult> & {
  readonly equipmentId: string
  readonly occurredAt: string
  readonly findings: Row<typeof inspectionResult>['findings']
}
export interface Walks {
  readonly rounds: RoundRow[]
  readonly results: ResultRow[]
}

/** Period after now for which the server would already have created rounds. */
const AHEAD = DAY_MS
const notes = [
  null,
  null,
  null,
  null,
  both('夜间照明不足', 'Poor lighting at night'),
  both('现场整洁', 'Area tidy'),
  both('已口头通知班长', 'Told the shift leader in person'),
] as const

/** Generates all rounds of a route from the beginning of the history to a day after now, with their results. */
export function walk(dice: Dice, era: Era, staff: Staff, route: Route): Walks {
  const walks: Walks = { rounds: [], results: [] }
  for (const due of generateDueRounds(route.rule, toMoment(era.from), toMoment(era.now + AHEAD), era.calendar)) {
    const walked = walkOnce(dice, era, staff, route, due)
    walks.rounds.push(walked.round)
    for (const result of walked.results) walks.results.push(result)
  }
  return walks
}

const noteOf = (dice: Dice, era: Era): string | null => {
  const note = dice.pick(notes)
  return note && era.say(note)
}

/** State and times of a round, ms since 1970. */
interface Course {
  readonly state: RoundState
  readonly start: number | null
  readonly finish: number | null
  readonly late: boolean
}

function courseOf(dice: Dice, era: Era, due: DueRound, { stops, live }: Route): Course {
  const [opens, closes] = [toMillis(due.opensAt), toMillis(due.closesAt)]
  const work = stops.length * dice.between(1.6, 3.4) * MINUTE_MS
  if (live && opens <= era.now && era.now < closes) {
    const start = Math.round(Math.max(opens, era.now - work * 0.55))
    return live === 'due'
      ? { state: 'due', start: null, finish: null, late: false }
      : { state: 'inProgress', start, finish: Math.round(start + work), late: false }
  }
  const start = Math.round(Math.min(opens + dice.lognormal(28, 0.6) * MINUTE_MS, closes - work - 2 * MINUTE_MS))
  const finish = Math.round(start + work)
  const missedShare = era.isNight(toMillis(due.dueAt)) ? 0.055 : 0.03
  const missed = dice.chance(missedShare)
  if (missed)
    return closes <= era.now
      ? { state: 'missed', start: null, finish: null, late: false }
      : { state: 'due', start: null, finish: null, late: false }
  if (finish <= era.now) return { state: 'done', start, finish, late: dice.chance(0.012) }
  return start <= era.now
    ? { state: 'inProgress', start, finish, late: false }
    : { state: 'due', start: null, finish: null, late: false }
}

function walkOnce(
  dice: Dice,
  era: Era,
  staff: Staff,
  route: Route,
  due: DueRound,
): { round: RoundRow; results: ResultRow[] } {
  const course = courseOf(dice, era, due, route)
  const crew = staff.onShift(route.walkers, toMillis(due.dueAt))
  const walker = dice.pick(crew.length ? crew : staff.of(route.walkers))
  const id = dice.id(toMillis(due.opensAt) - 60 * MINUTE_MS)
  const results =
    course.start === null || course.finish === null
      ? []
      : answers(dice, era, route, id, walker, course.start, course.finish)
  const closed = toMillis(due.closesAt)
  const changed = course.late
    ? closed + dice.int(10, 300) * MINUTE_MS
    : course.state === 'missed'
      ? closed
      : Math.min(course.finish ?? 0, era.now)
  const round: RoundRow = {
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
    note: course.state === 'done' ? noteOf(dice, era) : null,
    ...stamps(
      Math.min(toMillis(due.opensAt) - 60 * MINUTE_MS, era.now),
      null,
      Math.min(Math.max(changed, toMillis(due.opensAt) - 60 * MINUTE_MS), era.now),
    ),
  }
  return { round, results }
}

function answers(
  dice: Dice,
  era: Era,
  route: Route,
  roundId: string,
  walker: Worker,
  start: number,
  finish: number,
): ResultRow[] {
  const step = (finish - start) / route.stops.length
  return route.stops.flatMap((stop, i): ResultRow[] => {
    const at = Math.round(start + step * (i + dice.between(0.4, 0.95)))
    if (at > era.now) return []
    return [
      {
        id: dice.id(at),
        roundId,
        planId: route.rule.id,
        equipmentId: stop.machine.id,
        lineId: route.row.lineId ?? null,
        pointKey: stop.key,
        occurredAt: toMoment(at),
        userId: walker.id,
        ...answer(dice, era, stop),
        ...stamps(at, walker.id),
      },
    ]
  })
}
