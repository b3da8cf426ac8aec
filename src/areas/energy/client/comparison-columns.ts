import type { TFunction } from 'i18next'
import type { MetricColumn } from '@/client/figures/MetricTable'

/** Change of an energy metric against the previous period and the same period of the previous year, in %. */
interface ComparedRow {
  readonly beforePercent: number | null
  readonly yearBeforePercent: number | null
}
/** Creates the two table columns with the change against the previous period and against the previous year. */
export const createComparisonColumns = (t: TFunction<'energy'>): MetricColumn<ComparedRow>[] => [
  {
    key: 'beforePercent',
    label: t('answers.beforePercent'),
    unit: '%',
    decimals: 1,
    getValue: (row) => row.beforePercent,
  },
  {
    key: 'yearBeforePercent',
    label: t('answers.yearBeforePercent'),
    unit: '%',
    decimals: 1,
    getValue: (row) => row.yearBeforePercent,
  },
]
