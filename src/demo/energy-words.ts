/** Explanations of abnormal energy use and texts of monthly reports, derived from the data they describe. */
import type { energyAbnormal } from '@/areas/energy/contract/energy-abnormal'
import type { AbnormalCase } from '@/areas/energy/rules/abnormal-cause'
import type { Row } from '@/contract/resource'
import texts from './data/energy-texts.json' with { type: 'json' }
import { fillText, type BilingualText } from './bilingual-text'

export interface DemoStop {
  readonly id: string
  readonly reason: BilingualText | null
  readonly planned: boolean
  /** Null while the stop lasts. */
  readonly minutes: number | null
}
export interface Explanation {
  readonly kind: NonNullable<Row<typeof energyAbnormal>['causeKind']>
  readonly cause: BilingualText
  readonly measure: BilingualText
}

/**
 * Explains an abnormal case by its direction and stop.
 *
 * @param stop the stop that covers most of the case, if the line was stopped
 */
export function explainCase({ direction, hours, meters }: AbnormalCase, stop: DemoStop | undefined): Explanation {
  const count = meters.length
  const values = { hours, count, meters: count === 1 ? '1 meter' : `${count} meters` }
  if (direction === 'high')
    return { kind: 'setting', cause: fillText(texts.highUse, values), measure: texts.setpointRestored }
  if (!stop) return { kind: 'production', cause: fillText(texts.lowUse, values), measure: texts.noneNeeded }
  return {
    kind: stop.planned ? 'production' : 'fault',
    cause: fillText(texts.stopped, {
      ...values,
      reason: stop.reason ?? texts.stop,
      duration: stop.minutes === null ? '' : fillText(texts.stopDuration, { minutes: stop.minutes }),
    }),
    measure: stop.planned ? texts.plannedStop : texts.seeStop,
  }
}

interface MonthComparison {
  /** Change of the use against the previous month, %. */
  readonly changePercent: number | null
  /** Specific use: energy per kilogram of web. */
  readonly kwhPerKg: number | null
  readonly previousKwhPerKg: number | null
}
/** The texts describe smaller changes as unchanged use, %. */
const SIGNIFICANT_PERCENT = 2
/** Writes analysis and measures of a monthly report, consistent with the report's metrics. */
export function writeMonthTexts({ changePercent, kwhPerKg, previousKwhPerKg }: MonthComparison): {
  analysis: BilingualText
  measures: BilingualText
} {
  const specificChange = kwhPerKg !== null && previousKwhPerKg ? (kwhPerKg / previousKwhPerKg - 1) * 100 : null
  const use = describeUse(changePercent)
  return {
    analysis:
      kwhPerKg === null || specificChange === null
        ? use
        : fillText(texts.analysis, {
            use,
            specificUse: fillText(texts.specificUse, {
              perKg: kwhPerKg.toFixed(3),
              change: describeSpecificChange(specificChange),
            }),
          }),
    measures: specificChange !== null && specificChange >= SIGNIFICANT_PERCENT ? texts.findIdleUse : texts.keepMeasures,
  }
}
function describeUse(changePercent: number | null): BilingualText {
  if (changePercent === null) return texts.firstMonth
  if (Math.abs(changePercent) < SIGNIFICANT_PERCENT)
    return fillText(texts.sameUse, { percent: formatSigned(changePercent) })
  return changePercent > 0
    ? fillText(texts.moreUse, { percent: changePercent })
    : fillText(texts.lessUse, { percent: -changePercent })
}
function describeSpecificChange(changePercent: number): BilingualText {
  if (Math.abs(changePercent) < SIGNIFICANT_PERCENT) return texts.sameSpecificUse
  return changePercent > 0
    ? fillText(texts.higherSpecificUse, { percent: changePercent.toFixed(1) })
    : fillText(texts.lowerSpecificUse, { percent: (-changePercent).toFixed(1) })
}
const formatSigned = (value: number): string => (value > 0 ? `+${value}` : String(value))
