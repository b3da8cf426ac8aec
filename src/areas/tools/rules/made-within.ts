/** Sums the output of machines within spans such as mountings, with running sums per machine and order. */

/** Output of a machine at a moment (ms since 1970). */
export interface Making {
  readonly lineId: string
  readonly orderId: string | null
  readonly at: number
  readonly metres: number
  readonly kg: number
  /** Running time; negative for a stop. Null if not measured. */
  readonly hours: number | null
}
/** Span on a machine, ms since 1970; output at its end is excluded. */
export interface MachineTime {
  readonly lineId: string
  readonly from: number
  readonly to: number
}
export interface MadeWithin<S extends MachineTime> {
  readonly span: S
  readonly orderId: string | null
  readonly metres: number
  readonly kg: number
  /** Null if the hours of an output are unknown. */
  readonly hours: number | null
}
/** Running sums of an order on a machine: `metres[i]` is the sum of the first i outputs. */
interface Course {
  readonly orderId: string | null
  readonly at: number[]
  readonly metres: number[]
  readonly kg: number[]
  readonly hours: number[]
  /** Number of the first i outputs without hours. */
  readonly untimed: number[]
}

/**
 * Returns the output of each order in each span, if there is any.
 * @param outputs sorted by time
 */
export function madeWithin<S extends MachineTime>(made: readonly Making[], spans: readonly S[]): MadeWithin<S>[] {
  const courses = coursesOf(made)
  return spans.flatMap((span) =>
    [...(courses.get(span.lineId)?.values() ?? [])].flatMap(({ orderId, at, metres, kg, hours, untimed }) => {
      const [from, to] = [before(at, span.from), before(at, span.to)]
      if (to <= from) return []
      const timed = untimed[to] === untimed[from] ? hours[to]! - hours[from]! : null
      return [{ span, orderId, metres: metres[to]! - metres[from]!, kg: kg[to]! - kg[from]!, hours: timed }]
    }),
  )
}
function coursesOf(made: readonly Making[]): Map<string, Map<string | null, Course>> {
  const courses = new Map<string, Map<string | null, Course>>()
  for (const { lineId, orderId, at, metres, kg, hours } of made) {
    const ofLine = courses.get(lineId) ?? new Map<string | null, Course>()
    courses.set(lineId, ofLine)
    const course = ofLine.get(orderId) ?? { orderId, at: [], metres: [0], kg: [0], hours: [0], untimed: [0] }
    ofLine.set(orderId, course)
    course.at.push(at)
    course.metres.push(course.metres.at(-1)! + metres)
    course.kg.push(course.kg.at(-1)! + kg)
    course.hours.push(course.hours.at(-1)! + (hours ?? 0))
    course.untimed.push(course.untimed.at(-1)! + (hours === null ? 1 : 0))
  }
  return courses
}
/** Returns the number of sorted moments before a moment. */
function before(sorted: readonly number[], moment: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < moment) low = middle + 1
    else high = middle
  }
  return low
}
