/** What was made while tools were mounted: any number of makings against any number of mountings, each machine walked once. */

/** Something that came off a machine at a moment (ms since 1970). */
export interface Making {
  readonly lineId: string
  readonly orderId: string | null
  readonly at: number
  readonly metres: number
  readonly kg: number
  /** That the machine ran for it; below 0 of a stop meanwhile. Null where nobody measured it. */
  readonly hours: number | null
}
/** A time on a machine, ms since 1970; what came off at its end is not part of it. */
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
  /** Null where those of one of its makings are not known. */
  readonly hours: number | null
}
/** What an order made on a machine, with running sums: `metres[i]` is that of the first i makings. */
interface Course {
  readonly orderId: string | null
  readonly at: number[]
  readonly metres: number[]
  readonly kg: number[]
  readonly hours: number[]
  /** How many of the first i makings have no hours. */
  readonly untimed: number[]
}

/** What each order made in each span, where it made anything. @param made in the order of time */
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
/** How many of sorted moments lie before a moment. */
function before(sorted: readonly number[], moment: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < moment) low = middle + 1
    else high = middle
  }
  return low
}
