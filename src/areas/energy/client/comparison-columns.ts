import type { TFunction } from 'i18next'
import type { MetricColumn } from '@/client/figures/MetricTable'

/** Change of an energy metric against the previous period and the same period of the previous year, in %. */
interface ComparedRow {
  readonly beforePercent: number | null
  readonly yearBeforePercent: number | null
}
/** Creates the two table columns for the comparison. */
export const createComparisonColumns = (t: TFunction<'energy'>): MetricColumn<ComparedRow>[] => [
  {
    key: 'beforePercent',
    word: t('answers.beforePercent'),
    unit: '%',
    decimals: 1,
    of: (row) => row.beforePercent,
  },
  {
    key: 'yearBeforePercent',
    word: t('answers.yearBeforePercent'),
    unit: '%',
    decimals: 1,
    of: (row) => row.yearBeforePercent,
  },
]
