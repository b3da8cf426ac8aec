/** A negative manual line may subtract only what exists on the day and line, and in the order that the line names. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { sumWoundRolls } from '@/areas/rolls/server/queries/for-sheets'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { sql } from '@/server/sql'
import type { inputLine, outputLine } from '../contract/input-output'
import type { ReportDays } from './report-period'
import { listManualInputs, listManualOutputs } from './input-output-reports'
import { sumBy, roundToThousandth } from './report-lines'

/** Kilograms and rolls of one material or product in an order. */
interface OrderAmount {
  readonly workOrderId: string | null
  readonly kg: number
  readonly rolls: number
}
/** The part of a manual line that affects sums. */
interface ManualLine extends OrderAmount {
  readonly businessDate: string
  readonly lineId: string
  /** The material or the product. */
  readonly what: string
}
type InputValues = Pick<Row<typeof inputLine>, 'businessDate' | 'lineId' | 'workOrderId' | 'materialId' | 'kg'>
type OutputValues = Pick<Row<typeof outputLine>, 'businessDate' | 'lineId' | 'workOrderId' | 'productId' | 'kg'> & {
  readonly rolls?: number | null
}
/** A line before and after a write; null if it does not exist. */
interface LineChange<L> {
  readonly id: string | null
  readonly before: L | null
  readonly after: L | null
}

/**
 * Asserts that a write to an input line keeps all sums at or above zero.
 * @throws 4013 for a line of 0 kg, 6000 if a sum would fall below zero
 */
export const assertInputNotBelowZero = (
  ctx: Context,
  { id, before, after }: LineChange<InputValues>,
): Promise<void> => {
  const toManualLine = (values: InputValues | null) => values && { ...values, what: values.materialId, rolls: 0 }
  return assertSumsNotBelowZero(
    ctx,
    { before: toManualLine(before), after: toManualLine(after) },
    async (day, { lineId, what }) => [
      ...(await sumFeeds(ctx, { ...day, by: ['order', 'material'], lineId, maxRows: MAX_GROUPS }))
        .filter(({ key }) => key.material === what)
        .map(({ key, kg }) => ({ workOrderId: key.order ?? null, kg, rolls: 0 })),
      ...(await listManualInputs(ctx, day, { lineId, materialId: what }))
        .filter((one) => one.id !== id)
        .map(({ workOrderId, kg }) => ({ workOrderId, kg, rolls: 0 })),
    ],
  )
}
/** Asserts that a write to an output line keeps all sums at or above zero. @throws as `assertInputNotBelowZero` */
export const assertOutputNotBelowZero = (
  ctx: Context,
  { id, before, after }: LineChange<OutputValues>,
): Promise<void> => {
  const toManualLine = (values: OutputValues | null) =>
    values && { ...values, what: values.productId, rolls: values.rolls ?? 0 }
  return assertSumsNotBelowZero(
    ctx,
    { before: toManualLine(before), after: toManualLine(after) },
    async (day, { lineId, what }) => [
      ...(await sumWoundRolls(ctx, { ...day, by: ['order', 'product'], lineId, most: MAX_GROUPS }))
        .filter(({ key }) => key.product === what)
        .map(({ key, kg, rolls }) => ({ workOrderId: key.order ?? null, kg, rolls })),
      ...(await listManualOutputs(ctx, day, { lineId, productId: what })).filter((one) => one.id !== id),
    ],
  )
}
/** More than the combinations of order and material on a line in one day. */
const MAX_GROUPS = 10_000

/** Serializes writes to a line and day, so that the second of two subtracting writes sees the first. */
const lockLineOfDay = (ctx: Context, { businessDate, lineId }: ManualLine): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('manual_line'), hashtext(${`${businessDate} ${lineId}`}))`)

/** @param loadOtherAmounts amounts of all other lines of the day, line and material or product, by order */
async function assertSumsNotBelowZero(
  ctx: Context,
  { before, after }: { before: ManualLine | null; after: ManualLine | null },
  loadOtherAmounts: (day: ReportDays, line: ManualLine) => Promise<readonly OrderAmount[]>,
): Promise<void> {
  if (after?.kg === 0) throw refuseInput([{ path: ['kg'], code: 'tooSmall', params: { limit: 0 } }])
  const lines = [before, after].flatMap((line) => line ?? [])
  const lockOrder = lines.toSorted((a, b) => (buildSumKey(a) < buildSumKey(b) ? -1 : 1))
  for (const line of lockOrder) await lockLineOfDay(ctx, line)
  for (const line of lines) {
    const otherAmounts = await loadOtherAmounts({ from: line.businessDate, to: line.businessDate }, line)
    for (const order of new Set([null, line.workOrderId])) {
      const isOfOrder = (part: OrderAmount) => order === null || part.workOrderId === order
      const getOwnAmount = (manualLine: ManualLine | null, name: 'kg' | 'rolls') =>
        manualLine && buildSumKey(manualLine) === buildSumKey(line) && isOfOrder(manualLine) ? manualLine[name] : 0
      for (const name of ['kg', 'rolls'] as const) {
        const otherSum = sumBy(otherAmounts.filter(isOfOrder), (part) => part[name])
        const sumBefore = roundToThousandth(otherSum + getOwnAmount(before, name))
        const sumAfter = roundToThousandth(otherSum + getOwnAmount(after, name))
        // A sum that is already below zero may be raised step by step.
        if (sumAfter < 0 && sumAfter < sumBefore)
          throw await buildBelowZeroRefusal(ctx, line, { order, name, otherSum: roundToThousandth(otherSum) })
      }
    }
  }
}
const buildSumKey = ({ businessDate, lineId, what }: ManualLine): string => [businessDate, lineId, what].join(' ')

async function buildBelowZeroRefusal(
  ctx: Context,
  { businessDate: day }: ManualLine,
  { order, name, otherSum }: { order: string | null; name: 'kg' | 'rolls'; otherSum: number },
) {
  // The sum is negative without this line: other lines have subtracted what it added.
  if (otherSum < 0) return refuse(`sheets:refusals.${name}Countered`, { day, [name]: -otherSum })
  if (!order) return refuse(`sheets:refusals.${name}BelowZero`, { day, [name]: otherSum })
  const names = await loadNames(ctx, 'workOrder', [order])
  return refuse(`sheets:refusals.${name}BelowZeroOfOrder`, { day, [name]: otherSum, order: names[order] ?? '' })
}
