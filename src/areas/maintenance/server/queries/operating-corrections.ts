import type { Day } from '@/plant/rules/plant-time'
import { sumCorrections } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'

/** Business dates, both included. */
interface DayRange {
  readonly from: Day
  readonly to: Day
}
/** Returns the hours to add to the operating time of a line on business dates; 0 without a line. */
export type GetHoursCorrection = (lineId: string | null, dayRange: DayRange) => number

/** Loads the corrections of operating time in a period. The shift metrics include the same corrections. */
export async function loadOperatingCorrections(
  ctx: Context,
  period: DayRange,
  lineId: string | null = null,
): Promise<GetHoursCorrection> {
  const corrections = await askQuestion(ctx, sumCorrections, { ...period, sums: ['operatingMinutes'], lineId })
  return (correctedLineId, { from, to }) => {
    const correctedMinutes = corrections
      .filter(
        (correction) =>
          correctedLineId !== null &&
          correction.lineId === correctedLineId &&
          correction.businessDate >= from &&
          correction.businessDate <= to,
      )
      .reduce((sum, { delta }) => sum + delta, 0)
    return correctedMinutes / 60
  }
}
