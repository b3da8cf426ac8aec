/** A negative manual line may subtract only what exists on the day and line, and in the order that the line names. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { sumWoundRolls } from '@/areas/rolls/server/queries/for-sheets'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { sql } from '@/server/sql'
import type { inputLine, outputLine } from '../contract/input-output'
import type { Days } from './days'
import { manualInputs, manualOutputs } from './input-output'
import { sumOf, toGrams } from './lines'

/** Kilograms and rolls of one material or product in an order. */
interface Part {
  readonly workOrderId: string | null
  readonly kg: number
  readonly rolls: number
}
/** The part of a manual line that affects sums. */
interface Line extends Part {
  readonly businessDate: string
  readonly lineId: string
  /** The material or the product. */
  readonly what: string
}
type Input = Pick<Row<typeof inputLine>, 'businessDate' | 'lineId' | 'workOrderId' | 'materialId' | 'kg'>
type Output = Pick<Row<typeof outputLine>, 'businessDate' | 'lineId' | 'workOrderId' | 'productId' | 'kg'> & {
  readonly rolls?: number | null
}
/** A line before and after a write; null if it does not exist. */
interface Written<L> {
  readonly id: string | null
  readonly before: L | null
  readonly after: L | null
}

/**
 * Asserts that a write to an input line keeps all sums at or above zero.
 * @throws 4013 for a line of 0 kg, 6000 if a sum would fall below zero
 */
export const mustHoldInput = (ctx: Context, { id, before, after }: Written<Input>): Promise<void> => {
  const line = (of: Input | null) => of && { ...of, what: of.materialId, rolls: 0 }
  return mustHold(ctx, { before: line(before), after: line(after) }, async (day, { lineId, what }) => [
    ...(await sumFeeds(ctx, { ...day, by: ['order', 'material'], lineId, maxRows: MOST }))
      .filter(({ key }) => key.material === what)
      .map(({ key, kg }) => ({ workOrderId: key.order ?? null, kg, rolls: 0 })),
    ...(await manualInputs(ctx, day, { lineId, materialId: what }))
      .filter((one) => one.id !== id)
      .map(({ workOrderId, kg }) => ({ workOrderId, kg, rolls: 0 })),
  ])
}
/** Asserts that a write to an output line keeps all sums at or above zero. @throws as `assertInputNotBelowZero` */
export const mustHoldOutput = (ctx: Context, { id, before, after }: Written<Output>): Promise<void> => {
  const line = (of: Output | null) => of && { ...of, what: of.productId, rolls: of.rolls ?? 0 }
  return mustHold(ctx, { before: line(before), after: line(after) }, async (day, { lineId, what }) => [
    ...(await sumWoundRolls(ctx, { ...day, by: ['order', 'product'], lineId, most: MOST }))
      .filter(({ key }) => key.product === what)
      .map(({ key, kg, rolls }) => ({ workOrderId: key.order ?? null, kg, rolls })),
    ...(await manualOutputs(ctx, day, { lineId, productId: what })).filter((one) => one.id !== id),
  ])
}
/** More than the combinations of order and material on a line in one day. */
const MOST = 10_000

/** Serializes writes to a line and day, so that the second of two subtracting writes sees the first. */
const oneAtATime = (ctx: Context, { businessDate, lineId }: Line): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('manual_line'), hashtext(${`${businessDate} ${lineId}`}))`)

/** @param loadOtherAmounts amounts of all other lines of the day, line and material or product, by order */
async function mustHold(
  ctx: Context,
  { before, after }: { before: Line | null; after: Line | null },
  besides: (day: Days, line: Line) => Promise<readonly Part[]>,
): Promise<void> {
  if (after?.kg === 0) throw refuseInput([{ path: ['kg'], code: 'tooSmall', params: { limit: 0 } }])
  const lines = [before, after].flatMap((line) => line ?? [])
  const sorted = lines.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (const line of sorted) await oneAtATime(ctx, line)
  for (const line of lines) {
    const others = await besides({ from: line.businessDate, to: line.businessDate }, line)
    for (const order of new Set([null, line.workOrderId])) {
      const ofOrder = (part: Part) => order === null || part.workOrderId === order
      const own = (of: Line | null, name: 'kg' | 'rolls') =>
        of && keyOf(of) === keyOf(line) && ofOrder(of) ? of[name] : 0
      for (const name of ['kg', 'rolls'] as const) {
        const rest = sumOf(others.filter(ofOrder), (part) => part[name])
        const was = toGrams(rest + own(before, name))
        const is = toGrams(rest + own(after, name))
        // A sum that is already below zero may be raised step by step.
        if (is < 0 && is < was) throw await belowZero(ctx, line, { order, name, rest: toGrams(rest) })
      }
    }
  }
}
const keyOf = ({ businessDate, lineId, what }: Line): string => [businessDate, lineId, what].join(' ')

async function belowZero(
  ctx: Context,
  { businessDate: day }: Line,
  { order, name, rest }: { order: string | null; name: 'kg' | 'rolls'; rest: number },
) {
  // The sum is negative without this line: other lines have subtracted what it added.
  if (rest < 0) return refuse(`sheets:refusals.${name}Countered`, { day, [name]: -rest })
  if (!order) return refuse(`sheets:refusals.${name}BelowZero`, { day, [name]: rest })
  const names = await loadNames(ctx, 'workOrder', [order])
  return refuse(`sheets:refusals.${name}BelowZeroOfOrder`, { day, [name]: rest, order: names[order] ?? '' })
}
