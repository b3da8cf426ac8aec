/** Corrects and recalculates metrics. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMillis, type Day } from '@/plant/rules/plant-time'
import { getShiftsOfDay } from '@/plant/rules/shift'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import { loadPlantCalendar, requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { figureCorrection } from '../../contract/figure-correction'
import { sums, type SumName } from '../../rules/sums'
import { countDays, type SumChange } from '../keep'
import { figuresIn, mustBeDays } from './figures'

/** Identifies a sum of a shift of a line, optionally of one order. */
export interface FigureOfShift {
  readonly businessDate: Day
  readonly shift: string
  readonly lineId: string
  readonly workOrderId?: string | null
  readonly sum: SumName
}
/** Loads the current sum of a shift including corrections, in one statement. */
export async function figureOfShift(ctx: Context, asked: FigureOfShift): Promise<number> {
  const { businessDate, shift, lineId, workOrderId, sum } = asked
  const [row] = await figuresIn(ctx, {
    from: businessDate,
    to: businessDate,
    shift,
    lineIds: [lineId],
    ...(workOrderId ? { orderIds: [workOrderId] } : {}),
  })
  return row!.sums[sum]
}
/** Correction of a sum by a person. */
export interface FigureToCorrect extends FigureOfShift {
  /** Either the difference to add (`delta`) or the new sum of the shift and order (`value`). */
  readonly delta?: number | null
  readonly value?: number | null
  readonly reason: string
}
/** The same correction by the same person within this time, ms, is the same request sent again. */
const REPEAT_WINDOW_MS = 3_600_000
interface RepeatedCorrection {
  readonly from: Day
  readonly to: Day
  readonly shift: string | null
  readonly lineIds: readonly string[] | null
  readonly sum: SumName
  readonly delta: number
  readonly reason: string
}
/** Returns true if the person made the same correction recently. A form sent twice must not be booked twice. */
export async function isRepeatedCorrection(ctx: Context, asked: RepeatedCorrection): Promise<boolean> {
  const { from, to, shift, lineIds, sum, delta, reason } = asked
  const scale = 10 ** sums[sum].digits
  const since = new Date(ctx.now.getTime() - REPEAT_WINDOW_MS).toISOString()
  const [repeated] = await ctx.query(
    sql`select ${columns(figureCorrection, ['id'], 'c')} from figure_correction c
      where c.site_id = ${ctx.site} and c.business_date between ${from} and ${to} and c.sum = ${sum}
        and c.delta = ${Math.round(delta * scale) / scale} and c.reason = ${reason} and c.user_id = ${requirePerson(ctx).id}
        and c.at > ${since} and (${shift}::text is null or c.shift = ${shift})
        and (${lineIds}::uuid[] is null or c.line_id = any(${lineIds}::uuid[])) ${limit(1)}`,
  )
  return repeated !== undefined
}

/**
 * Stores a correction within a write. All sums and metrics include it from then on.
 * @throws 4013 for an unknown shift; 6000 for a shift that has not started, a sum below zero, no difference, or a
 * closed month
 */
export async function correctFigure(ctx: Context, asked: FigureToCorrect): Promise<Row<typeof figureCorrection>> {
  const { businessDate, shift, lineId, workOrderId = null, sum } = asked
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const turn = getShiftsOfDay(businessDate, pattern, timeZone).find((one) => one.shift === shift)
  if (!turn) throw refuseInput([{ path: ['shift'], code: 'notAnOption' }])
  if (toMillis(turn.startsAt) > ctx.now.getTime()) throw refuse('figures:refusals.correction.ahead')
  await assertRecordShiftPlausible(ctx, { businessDate, shift })
  const before = await figureOfShift(ctx, asked)
  const scale = 10 ** sums[sum].digits
  const delta = Math.round((asked.delta ?? (asked.value ?? before) - before) * scale) / scale
  if (delta === 0) throw refuse('figures:refusals.correction.nothing')
  const name = ctx.t(`figures:shiftFigure.fields.${sum}`)
  if (before + delta < 0)
    throw refuse('figures:refusals.correction.below', {
      sum: name,
      value: Math.round((before + delta) * scale) / scale,
    })
  const written = await ctx.rows.insert(figureCorrection, {
    businessDate,
    shift,
    lineId,
    workOrderId,
    sum,
    delta,
    before,
    cause: 'person',
    reason: asked.reason,
    userId: requirePerson(ctx).id,
    at: ctx.now.toISOString(),
  })
  // Recalculate immediately, because the person looks at the sum next.
  await countDays(ctx, { from: businessDate, to: businessDate })
  return written
}
const MOST_RECOUNTED = 62
/**
 * Recalculates days from their source rows within a write and returns the changed sums; `dryRun` stores nothing.
 * @throws 4013 for more than 62 days
 */
export async function recountFigures(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
  options: { readonly dryRun?: boolean } = {},
): Promise<readonly SumChange[]> {
  mustBeDays(days, MOST_RECOUNTED)
  return countDays(ctx, days, options)
}
export type { SumChange }
