import { amount, choice, day, integer, reference, text } from '@/contract/field'
import { energyBands } from '../rules/energy-bands'
import { energyMedia } from '../rules/meter-tree'
import { periodKinds } from '@/plant/rules/periods'

/** Consumption in the unit of the medium, and its cost. */
export const energyMetricFields = {
  used: amount({ unit: '', required: true }),
  // CNY, without consumption that has no price; `unpricedPercent` is the share of that consumption.
  cost: amount({ unit: 'CNY', required: true }),
  // Parts of `used` in %: from interpolated readings, allocated from shared meters, and without a price.
  estimatedPercent: amount({ unit: '%', required: true }),
  allocatedPercent: amount({ unit: '%', required: true }),
  unpricedPercent: amount({ unit: '%', required: true }),
  // Weighed good and downgraded web, if known, and the consumption and cost per kg of this web.
  kg: amount({ unit: 'kg' }),
  perKg: amount({ unit: '' }),
  costPerKg: amount({ unit: 'CNY/kg' }),
} as const
/** Consumption of the previous period and of the previous year, and the change against each of them. */
export const comparisonFields = {
  before: amount({ unit: '' }),
  beforePercent: amount({ unit: '%' }),
  yearBefore: amount({ unit: '' }),
  yearBeforePercent: amount({ unit: '%' }),
} as const
export const mediumField = choice(energyMedia, { required: true })
export const bandField = choice(energyBands, { required: true })
export const energyPeriodInput = {
  period: choice(periodKinds),
  // Any day of the period; today by default.
  day: day(),
} as const
export const mediumInput = { medium: choice(energyMedia) } as const
export const dayRangeFields = { from: day({ required: true }), to: day({ required: true }) } as const
/** Gaps in the data behind an answer: number of days not calculated yet, and of hours without readings. */
export const gapFields = {
  uncountedDays: integer({ required: true, unit: 'd' }),
  missingHours: integer({ required: true, unit: 'h' }),
} as const
export const lineInput = { lineId: reference('line') } as const
export const rowLabelField = text({ required: true })
/** View permissions of the three energy pages. One of them is enough to see energy data. */
export const energyViewPermissions = ['energyAnalysisView', 'energyStatisticsView', 'electricityAnalysisView'] as const
