import type { TFunction } from 'i18next'
import type { MetricColumn } from '@/client/figures/MetricTable'

/** What a figure of energy is against the period before and against the same one of the year before, in percent. */
interface Compared {
  readonly beforePercent: number | null
  readonly yearBeforePercent: number | null
}
/** The two columns of a table that say so. */
export const againstBefore = (t: TFunction<'energy'>): MetricColumn<Compared>[] => [
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
