/** Shifts and team rotation: which team works when, and to which business date its work belongs. */
import {
  addDays,
  resolveLocalTime,
  countDaysBetween,
  toLocalTime,
  toMillis,
  toMoment,
  type Day,
  type Moment,
} from './plant-time'

export interface ShiftDefinition {
  readonly key: string
  /**
   * Minutes after midnight of the business date at which the shift begins; the shift lasts until the next shift begins.
   * 1440 or more: after midnight, but still part of that business date. Negative: the evening before.
   */
  readonly startMinute: number
}

export interface RotationPattern {
  readonly key: string
  /** In the order of the business day; the first begins it. */
  readonly shifts: readonly ShiftDefinition[]
  /** Shift key for each day of a team's cycle, or null for rest. */
  readonly cycle: readonly (string | null)[]
  /** `offset`: the team's day of the cycle on `anchorDay`. */
  readonly teams: readonly { readonly key: string; readonly offset: number }[]
  readonly anchorDay: Day
}

/** Patterns by the business date from which each applies, earliest first: a change never affects earlier shifts. */
export type RotationHistory = readonly { readonly from: Day; readonly pattern: RotationPattern }[]
export type Rotation = RotationPattern | RotationHistory
/** Shifts and teams of the plant, and its time zone (IANA name). */
export interface PlantCalendar {
  readonly rotation: Rotation
  readonly timeZone: string
}
/**
 * Returns the pattern of a business date. The first pattern of a history also applies to all earlier dates.
 * @throws RangeError for an empty history
 */
export function getPatternOn(day: Day, rotation: Rotation): RotationPattern {
  if ('shifts' in rotation) return rotation
  const datedPattern = rotation.findLast(({ from }) => from <= day) ?? rotation[0]
  if (!datedPattern) throw new RangeError('a rotation history has at least one pattern')
  return datedPattern.pattern
}

export interface Shift {
  readonly businessDate: Day
  readonly shift: string
  /** Null only if the pattern assigns the shift to no team. */
  readonly team: string | null
  readonly startsAt: Moment
  readonly endsAt: Moment
}

/**
 * 四班三倒: four teams, three shifts of 8 h: two early, two afternoon, two night, two off. The night begins at 24:00 of its
 * business date, so the business day runs 08:00–08:00. A plant whose night belongs to the new day lists the night first,
 * with start minute 0.
 */
export const fourTeamsThreeShifts: RotationPattern = {
  key: 'fourTeamsThreeShifts',
  shifts: [
    { key: 'early', startMinute: 8 * 60 },
    { key: 'middle', startMinute: 16 * 60 },
    { key: 'night', startMinute: 24 * 60 },
  ],
  cycle: ['early', 'early', 'middle', 'middle', 'night', 'night', null, null],
  teams: [
    { key: 'A', offset: 0 },
    { key: 'B', offset: 2 },
    { key: 'C', offset: 4 },
    { key: 'D', offset: 6 },
  ],
  anchorDay: '2024-01-01',
}

/** 四班两倒: four teams, two shifts of 12 h: one day, one night, two off. */
export const fourTeamsTwoShifts: RotationPattern = {
  key: 'fourTeamsTwoShifts',
  shifts: [
    { key: 'day', startMinute: 8 * 60 },
    { key: 'night', startMinute: 20 * 60 },
  ],
  cycle: ['day', 'night', null, null],
  teams: [
    { key: 'A', offset: 0 },
    { key: 'B', offset: 1 },
    { key: 'C', offset: 2 },
    { key: 'D', offset: 3 },
  ],
  anchorDay: '2024-01-01',
}

export const rotationPatterns = [fourTeamsThreeShifts, fourTeamsTwoShifts] as const

/**
 * Returns the shifts of one business date in order. Each ends where the next begins, so they cover time without gaps,
 * also on the two days of the year with 23 and 25 h. Where a new pattern begins, the last shift before it is cut or
 * extended.
 */
export function getShiftsOfDay(day: Day, rotation: Rotation, timeZone: string): readonly Shift[] {
  let shiftsByDay = shiftCache.get(rotation)
  if (!shiftsByDay) shiftCache.set(rotation, (shiftsByDay = new Map()))
  const key = `${timeZone} ${day}`
  let shifts = shiftsByDay.get(key)
  if (!shifts) {
    if (shiftsByDay.size >= MAX_CACHED_DAYS) shiftsByDay.clear()
    shiftsByDay.set(key, (shifts = computeShifts(day, rotation, timeZone)))
  }
  return shifts
}
/** Returns the shift with this name on a business date, or all shifts of the date if the name is null. */
export const getShiftsByName = (
  day: Day,
  name: string | null,
  rotation: Rotation,
  timeZone: string,
): readonly Shift[] => getShiftsOfDay(day, rotation, timeZone).filter(({ shift }) => name === null || shift === name)
// Every roll, stop and reading needs its shift, and the cost of an order needs all shifts of its run. A rotation object
// never changes, so it can be a cache key.
const shiftCache = new WeakMap<Rotation, Map<string, readonly Shift[]>>()
/** A little more than a year. */
const MAX_CACHED_DAYS = 500

function computeShifts(day: Day, rotation: Rotation, timeZone: string): readonly Shift[] {
  const pattern = getPatternOn(day, rotation)
  const dayEnd = getBusinessDayStart(addDays(day, 1), rotation, timeZone)
  const shiftStarts = pattern.shifts.map((shift) =>
    Math.min(resolveLocalTime(day, shift.startMinute, timeZone), dayEnd),
  )
  const shifts = pattern.shifts.map((shift, index) =>
    Object.freeze({
      businessDate: day,
      shift: shift.key,
      team: getTeamOnShift(day, shift.key, pattern),
      startsAt: toMoment(shiftStarts[index] ?? dayEnd),
      endsAt: toMoment(shiftStarts[index + 1] ?? dayEnd),
    }),
  )
  return Object.freeze(shifts.filter(({ startsAt, endsAt }) => startsAt < endsAt))
}

/** Returns the shift that contains `moment`; its business date is the day the shift belongs to, also after midnight. */
export function getShiftAt(moment: Moment, rotation: Rotation, timeZone: string): Shift {
  const millis = toMillis(moment)
  // A business day may begin the evening before or late, so the calendar day is only where the search starts.
  let day = addDays(toLocalTime(moment, timeZone).day, 1)
  while (getBusinessDayStart(day, rotation, timeZone) > millis) day = addDays(day, -1)
  const shift = getShiftsOfDay(day, rotation, timeZone).findLast((candidate) => toMillis(candidate.startsAt) <= millis)
  if (!shift) throw new RangeError(`rotation pattern ${getPatternOn(day, rotation).key} has no shift at ${moment}`)
  return shift
}

/** Returns all shifts that begin in [from, to), in order. */
export function getShiftsBetween(from: Moment, to: Moment, rotation: Rotation, timeZone: string): Shift[] {
  const fromMs = toMillis(from)
  const toMs = toMillis(to)
  if (fromMs >= toMs) return []
  const shifts: Shift[] = []
  let day = getShiftAt(from, rotation, timeZone).businessDate
  for (; getBusinessDayStart(day, rotation, timeZone) < toMs; day = addDays(day, 1)) {
    for (const shift of getShiftsOfDay(day, rotation, timeZone)) {
      const startsAtMs = toMillis(shift.startsAt)
      if (startsAtMs >= fromMs && startsAtMs < toMs) shifts.push(shift)
    }
  }
  return shifts
}

/** Returns the team that works a shift of a business date. */
export function getTeamOnShift(day: Day, shift: string, pattern: RotationPattern): string | null {
  const cycleLength = pattern.cycle.length
  const elapsedDays = countDaysBetween(pattern.anchorDay, day)
  const teamOnShift = pattern.teams.find(({ offset }) => {
    return pattern.cycle[toCycleIndex(elapsedDays + offset, cycleLength)] === shift
  })
  return teamOnShift?.key ?? null
}
/** Returns the index in a cycle after a number of days, also for negative numbers. */
const toCycleIndex = (days: number, cycleLength: number): number => ((days % cycleLength) + cycleLength) % cycleLength

export type PatternProblem =
  | 'noShifts'
  | 'startsNotRising'
  | 'longerThanADay'
  | 'unknownShift'
  | 'shiftWithoutTeam'
  | 'shiftWithTwoTeams'
  | 'sameKeyTwice'

const DAY_MIN = 24 * 60
/** Returns the problems of an entered pattern; empty if it is valid. */
export function getPatternProblems(pattern: RotationPattern): PatternProblem[] {
  const { shifts, cycle, teams } = pattern
  const firstShift = shifts[0]
  const lastShift = shifts.at(-1)
  if (!firstShift || !lastShift || cycle.length === 0) return ['noShifts']
  const shiftKeys = shifts.map((shift) => shift.key)
  const problems = new Set<PatternProblem>()
  const isRising = shifts.every((shift, i) => i === 0 || shift.startMinute > (shifts[i - 1]?.startMinute ?? 0))
  if (!isRising || !shifts.every((shift) => Number.isInteger(shift.startMinute))) problems.add('startsNotRising')
  if (Math.abs(firstShift.startMinute) >= DAY_MIN || lastShift.startMinute - firstShift.startMinute >= DAY_MIN)
    problems.add('longerThanADay')
  if (cycle.some((cycleShift) => cycleShift !== null && !shiftKeys.includes(cycleShift))) problems.add('unknownShift')
  if (new Set(shiftKeys).size < shiftKeys.length || new Set(teams.map((team) => team.key)).size < teams.length)
    problems.add('sameKeyTwice')
  for (const cycleIndex of cycle.keys()) {
    const shiftsOfTeams = teams.map(({ offset }) => cycle[toCycleIndex(cycleIndex + offset, cycle.length)])
    for (const key of shiftKeys) {
      const count = shiftsOfTeams.filter((cycleShift) => cycleShift === key).length
      if (count === 0) problems.add('shiftWithoutTeam')
      if (count > 1) problems.add('shiftWithTwoTeams')
    }
  }
  return [...problems]
}

/**
 * Returns the end of a business date in ms, where the first shift of the next day begins. Things due on a day are due
 * by then.
 */
export const getBusinessDayEnd = (day: Day, { rotation, timeZone }: PlantCalendar): number =>
  getBusinessDayStart(addDays(day, 1), rotation, timeZone)

function getBusinessDayStart(day: Day, rotation: Rotation, timeZone: string): number {
  return resolveLocalTime(day, getPatternOn(day, rotation).shifts[0]?.startMinute ?? 0, timeZone)
}
