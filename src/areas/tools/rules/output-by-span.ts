/** Sums the output of machines within spans such as mountings, with running sums per machine and order. */

/** Output of a machine at a moment (ms since 1970). */
export interface MachineOutput {
  readonly lineId: string
  readonly orderId: string | null
  readonly at: number
  readonly metres: number
  readonly kg: number
  /** Running time; negative for a stop, which reduces the sum. Null if not measured. */
  readonly hours: number | null
}
/** Span on a machine, ms since 1970; output at its end is excluded. */
export interface MachineTimeSpan {
  readonly lineId: string
  readonly from: number
  readonly to: number
}
/** Output of one order within one span: metres, kg and running hours. */
export interface OrderSpanOutput<S extends MachineTimeSpan> {
  readonly span: S
  readonly orderId: string | null
  readonly metres: number
  readonly kg: number
  /** Null if the hours of any output in the span are unknown. */
  readonly hours: number | null
}
/** Running sums of an order on a machine. `metres[i]` is the sum of the first i outputs; `timesMs` are their times. */
interface RunningSums {
  readonly orderId: string | null
  readonly timesMs: number[]
  readonly metres: number[]
  readonly kg: number[]
  readonly hours: number[]
  /** `[i]` is how many of the first i outputs have no hours. */
  readonly outputsWithoutHours: number[]
}

/**
 * Returns the output of each order in each span, if there is any.
 * @param outputs sorted by time
 */
export function sumOutputBySpan<S extends MachineTimeSpan>(
  outputs: readonly MachineOutput[],
  spans: readonly S[],
): OrderSpanOutput<S>[] {
  const sumsByLine = buildRunningSums(outputs)
  return spans.flatMap((span) =>
    [...(sumsByLine.get(span.lineId)?.values() ?? [])].flatMap(
      ({ orderId, timesMs, metres, kg, hours, outputsWithoutHours }) => {
        const startIndex = countBefore(timesMs, span.from)
        const endIndex = countBefore(timesMs, span.to)
        if (endIndex <= startIndex) return []
        const hasAllHours = outputsWithoutHours[endIndex] === outputsWithoutHours[startIndex]
        const spanHours = hasAllHours ? hours[endIndex]! - hours[startIndex]! : null
        return [
          {
            span,
            orderId,
            metres: metres[endIndex]! - metres[startIndex]!,
            kg: kg[endIndex]! - kg[startIndex]!,
            hours: spanHours,
          },
        ]
      },
    ),
  )
}
function buildRunningSums(outputs: readonly MachineOutput[]): Map<string, Map<string | null, RunningSums>> {
  const sumsByLine = new Map<string, Map<string | null, RunningSums>>()
  for (const { lineId, orderId, at, metres, kg, hours } of outputs) {
    const sumsByOrder = sumsByLine.get(lineId) ?? new Map<string | null, RunningSums>()
    sumsByLine.set(lineId, sumsByOrder)
    const sums = sumsByOrder.get(orderId) ?? {
      orderId,
      timesMs: [],
      metres: [0],
      kg: [0],
      hours: [0],
      outputsWithoutHours: [0],
    }
    sumsByOrder.set(orderId, sums)
    sums.timesMs.push(at)
    sums.metres.push(sums.metres.at(-1)! + metres)
    sums.kg.push(sums.kg.at(-1)! + kg)
    sums.hours.push(sums.hours.at(-1)! + (hours ?? 0))
    sums.outputsWithoutHours.push(sums.outputsWithoutHours.at(-1)! + (hours === null ? 1 : 0))
  }
  return sumsByLine
}
/** Returns the number of sorted moments before a moment. */
function countBefore(sortedMoments: readonly number[], moment: number): number {
  let low = 0
  let high = sortedMoments.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sortedMoments[middle]! < moment) low = middle + 1
    else high = middle
  }
  return low
}
