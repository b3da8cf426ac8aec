/**
 * A manual line of the input or output report may be negative. The line must not subtract more than exists on its day
 * and production line. If the line names an order, it must not subtract more than exists for this order.
 */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { sumFeeds } from '@/areas/feeding/server/queries/feed-sums'
import { sumWoundRolls } from '@/areas/slitting/server/queries/finished-output'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { sql } from '@/server/sql'
import type { inputLine, outputLine } from '../contract/input-output'
import { sumBy, type ReportDays } from './report-period'
import { listManualInputs, listManualOutputs } from './input-output-reports'
import { roundToThousandth } from '@/plant/rules/quantity'

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
  readonly materialOrProductId: string
}
type InputValues = Pick<Row<typeof inputLine>, 'businessDate' | 'lineId' | 'workOrderId' | 'materialId' | 'kg'>
type OutputValues = Pick<Row<typeof outputLine>, 'businessDate' | 'lineId' | 'workOrderId' | 'productId' | 'kg'> & {
  readonly rolls?: number | null
}
/** A line before and after a write; null where it does not exist. */
interface LineChange<L> {
  readonly id: string | null
  readonly previousLine: L | null
  readonly nextLine: L | null
}

/**
 * Asserts that a write to an input line keeps all sums at or above zero.
 * @throws 4013 for a line of 0 kg, 6000 if a sum would fall below zero
 */
export const assertInputNotBelowZero = (
  ctx: Context,
  { id, previousLine, nextLine }: LineChange<InputValues>,
): Promise<void> => {
  const toManualLine = (values: InputValues | null) =>
    values && { ...values, materialOrProductId: values.materialId, rolls: 0 }
  return assertSumsNotBelowZero(
    ctx,
    { previousLine: toManualLine(previousLine), nextLine: toManualLine(nextLine) },
    async (day, { lineId, materialOrProductId }) => [
      ...(await sumFeeds(ctx, { ...day, groupKeys: ['order', 'material'], lineId, maxRows: MAX_GROUPS }))
        .filter(({ key }) => key.material === materialOrProductId)
        .map(({ key, kg }) => ({ workOrderId: key.order ?? null, kg, rolls: 0 })),
      ...(await listManualInputs(ctx, day, { lineId, materialId: materialOrProductId }))
        .filter((line) => line.id !== id)
        .map(({ workOrderId, kg }) => ({ workOrderId, kg, rolls: 0 })),
    ],
  )
}
/** Asserts that a write to an output line keeps all sums at or above zero. @throws as `assertInputNotBelowZero` */
export const assertOutputNotBelowZero = (
  ctx: Context,
  { id, previousLine, nextLine }: LineChange<OutputValues>,
): Promise<void> => {
  const toManualLine = (values: OutputValues | null) =>
    values && { ...values, materialOrProductId: values.productId, rolls: values.rolls ?? 0 }
  return assertSumsNotBelowZero(
    ctx,
    { previousLine: toManualLine(previousLine), nextLine: toManualLine(nextLine) },
    async (day, { lineId, materialOrProductId }) => [
      ...(await sumWoundRolls(ctx, { ...day, groupBy: ['order', 'product'], lineId, maxRows: MAX_GROUPS }))
        .filter(({ key }) => key.product === materialOrProductId)
        .map(({ key, kg, rolls }) => ({ workOrderId: key.order ?? null, kg, rolls })),
      ...(await listManualOutputs(ctx, day, { lineId, productId: materialOrProductId })).filter(
        (line) => line.id !== id,
      ),
    ],
  )
}
/** Exceeds the number of combinations of order and material (or product) on a production line in one day. */
const MAX_GROUPS = 10_000

/**
 * Serializes writes of manual lines on a production line and day, so that a second write sees the amounts of the first.
 */
const lockProductionLineOfDay = (ctx: Context, { businessDate, lineId }: ManualLine): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('manual_line'), hashtext(${`${businessDate} ${lineId}`}))`)

/**
 * Asserts that all sums of the affected days stay at or above zero.
 * @param loadOtherAmounts loads the amounts of all other lines of the same day, production line and material or product
 */
async function assertSumsNotBelowZero(
  ctx: Context,
  { previousLine, nextLine }: { previousLine: ManualLine | null; nextLine: ManualLine | null },
  loadOtherAmounts: (day: ReportDays, line: ManualLine) => Promise<readonly OrderAmount[]>,
): Promise<void> {
  if (nextLine?.kg === 0) throw refuseInput([{ path: ['kg'], code: 'tooSmall', params: { limit: 0 } }])
  const affectedLines = [previousLine, nextLine].flatMap((line) => line ?? [])
  const linesInLockOrder = affectedLines.toSorted((a, b) => (buildSumKey(a) < buildSumKey(b) ? -1 : 1))
  for (const line of linesInLockOrder) await lockProductionLineOfDay(ctx, line)
  for (const line of affectedLines) {
    const otherAmounts = await loadOtherAmounts({ from: line.businessDate, to: line.businessDate }, line)
    // `null` stands for the sum of all orders.
    for (const orderId of new Set([null, line.workOrderId])) {
      const belongsToOrder = (amount: OrderAmount) => orderId === null || amount.workOrderId === orderId
      // The amount that the manual line adds to this sum; 0 if the line belongs to another sum.
      const getAmountInSum = (manualLine: ManualLine | null, name: 'kg' | 'rolls') =>
        manualLine && buildSumKey(manualLine) === buildSumKey(line) && belongsToOrder(manualLine) ? manualLine[name] : 0
      for (const name of ['kg', 'rolls'] as const) {
        const otherSum = sumBy(otherAmounts.filter(belongsToOrder), (amount) => amount[name])
        const sumBefore = roundToThousandth(otherSum + getAmountInSum(previousLine, name))
        const sumAfter = roundToThousandth(otherSum + getAmountInSum(nextLine, name))
        // A sum that is already below zero may be raised step by step.
        if (sumAfter < 0 && sumAfter < sumBefore)
          throw await buildBelowZeroRefusal(ctx, line, { order: orderId, name, otherSum: roundToThousandth(otherSum) })
      }
    }
  }
}
const buildSumKey = ({ businessDate, lineId, materialOrProductId }: ManualLine): string =>
  [businessDate, lineId, materialOrProductId].join(' ')

async function buildBelowZeroRefusal(
  ctx: Context,
  { businessDate: day }: ManualLine,
  { order, name, otherSum }: { order: string | null; name: 'kg' | 'rolls'; otherSum: number },
) {
  // Other lines have subtracted from the amount of this line, so the sum is negative without it.
  if (otherSum < 0) return refuse(`sheets:refusals.${name}Countered`, { day, [name]: -otherSum })
  if (!order) return refuse(`sheets:refusals.${name}BelowZero`, { day, [name]: otherSum })
  const names = await loadNames(ctx, 'workOrder', [order])
  return refuse(`sheets:refusals.${name}BelowZeroOfOrder`, { day, [name]: otherSum, order: names[order] ?? '' })
}
