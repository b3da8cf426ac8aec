import { amount, choice, day, integer, reference, text } from '@/contract/field'
import { useBands } from '../rules/bands'
import { energyMedia } from '../rules/meter-tree'
import { periodKinds } from '@/plant/rules/periods'

/** What was used, in the unit of the medium, and what it cost. */
export const useFigures = {
  used: amount({ unit: '', required: true }),
  // CNY; what has no price is left out and counted in `unpriced`.
  cost: amount({ unit: 'CNY', required: true }),
  // % of `used`: interpolated readings; shares of common meters; without a price.
  estimatedPercent: amount({ unit: '%', required: true }),
  allocatedPercent: amount({ unit: '%', required: true }),
  unpricedPercent: amount({ unit: '%', required: true }),
  // Good and downgraded web as weighed, where it can be said; and what a kilogram took.
  kg: amount({ unit: 'kg' }),
  perKg: amount({ unit: '' }),
  costPerKg: amount({ unit: 'CNY/kg' }),
} as const
/** The same of the period before and of the year before, and how far this one is off. */
export const comparedFigures = {
  before: amount({ unit: '' }),
  beforePercent: amount({ unit: '%' }),
  yearBefore: amount({ unit: '' }),
  yearBeforePercent: amount({ unit: '%' }),
} as const
export const medium = choice(energyMedia, { required: true })
export const band = choice(useBands, { required: true })
export const periodInput = {
  period: choice(periodKinds),
  // Any day of the period; today unless told.
  day: day(),
} as const
export const mediumInput = { medium: choice(energyMedia) } as const
export const days = { from: day({ required: true }), to: day({ required: true }) } as const
/** What the answer does not know: days not counted yet, hours that meters lack. */
export const gaps = {
  uncountedDays: integer({ required: true, unit: 'd' }),
  missingHours: integer({ required: true, unit: 'h' }),
} as const
export const lineInput = { lineId: reference('line') } as const
export const label = text({ required: true })
/** Whoever sees one of the pages of energy. */
export const views = ['energyAnalysisView', 'energyStatisticsView', 'electricityAnalysisView'] as const
