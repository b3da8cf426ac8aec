/** What every page, board, sheet and report asks: figures over a stretch of business dates. */
import type { Day, Moment } from '@/plant/rules/plant-time'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { figureCorrection } from '../contract/figure-correction'
import type { figureTarget } from '../contract/figure-target'
import type { SumName, Sums } from '../rules/sums'
import type { TargetFigure, TargetPeriod } from '../rules/targets'
import type { Values } from '../rules/values'

/** `week` begins on Monday, `season` is the quarter; each is told by its first day. */
export type FigureKey =
  'day' | 'week' | 'month' | 'season' | 'year' | 'shift' | 'team' | 'line' | 'order' | 'product' | 'customer'
export interface FiguresAsked {
  /** Business dates, both included. */
  readonly from: Day
  readonly to: Day
  /** One row for each combination that occurs; one row in all for none. */
  readonly by?: readonly FigureKey[]
  readonly lineIds?: readonly string[] | null
  readonly teams?: readonly string[] | null
  readonly shift?: string | null
  readonly orderIds?: readonly string[] | null
  readonly productId?: string | null
}
export interface FigureRow {
  /** Ids, keys and first days, by what was asked; null for what belongs to none (a stop to no order). */
  readonly key: Readonly<Partial<Record<FigureKey, string | null>>>
  readonly sums: Sums
  readonly values: Values
}
/** Figures over some business dates with corrections of people in them: one statement over sums of shifts. @throws when the days are more than five years */
export declare function figuresIn(ctx: Context, asked: FiguresAsked): Promise<readonly FigureRow[]>
/** The one row without `by`; of nothing where nothing was made. */
export declare function figuresOver(
  ctx: Context,
  asked: Omit<FiguresAsked, 'by'>,
): Promise<Pick<FigureRow, 'sums' | 'values'>>
/** Until when sums are counted: the oldest day among these that waits to be counted anew, and when the newest was. */
export declare function figuresAsOf(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
): Promise<{ countedAt: Moment | null; waiting: number }>

export interface TargetOf {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetFigure
  readonly value: number
}
/**
 * Targets of lines and teams over some business dates: an amount is the sum over the shifts of the days (a shift's own target, else its
 * share of the day's, else of the month's), a rate the mean. Without any target for a part of the days that part counts nothing.
 */
export declare function targetsIn(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): Promise<readonly TargetOf[]>

/** A figure that a person puts right: `delta` is added to a sum of a shift. */
export interface FigureToCorrect {
  readonly businessDate: Day
  readonly shift: string
  readonly lineId: string
  readonly workOrderId?: string | null
  readonly sum: SumName
  /** The difference, or what the sum of the shift (and order) is to be; one of them. */
  readonly delta?: number
  readonly value?: number
  readonly reason: string
}
/**
 * Writes a correction beside what was counted; every sum and figure carries it from now on. In a write.
 * @throws 4013 for a sum that would fall below zero, a shift that did not begin yet; 6000 when its month is closed
 */
export declare function correctFigure(ctx: Context, asked: FigureToCorrect): Promise<Row<typeof figureCorrection>>

export interface SumChange {
  readonly businessDate: Day
  readonly shift: string
  readonly lineId: string | null
  readonly workOrderId: string | null
  readonly sum: SumName
  readonly before: number
  readonly after: number
}
/** Counts days anew from their facts and says what came out otherwise; `dryRun` stores nothing. In a write. @throws for more than 62 days */
export declare function recountFigures(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
  options?: { readonly dryRun?: boolean },
): Promise<readonly SumChange[]>

/** A target as it is entered; a null value takes it away. */
export interface TargetToSet {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetFigure
  readonly period: TargetPeriod
  /** First day of the month, or the day. */
  readonly day: Day
  /** Of a shift's target alone. */
  readonly shift: string | null
  readonly value: number | null
}
/** Sets targets, all or none. In a write. @throws 4013 naming what is wrong with which */
export declare function setTargets(ctx: Context, targets: readonly TargetToSet[]): Promise<void>
/** Targets as they were entered, that hold on some business dates, with who set them and when. */
export declare function targetsSet(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
): Promise<readonly Row<typeof figureTarget>[]>
