import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { batchLimits } from '../contract/test-data-calls'
import { outsideOf, type ResultLimits } from '../rules/outside'
import type { Result } from './cell'

/** Samples of a cell that are named one by one. */
const MOST_SAID = 3
/** The limits of a roll and index; undefined where the standard has none. */
export type LimitsOf = (rollId: string, indexId: string) => ResultLimits | undefined

/** By which limits each roll of a batch is judged: as the check of the batch judges it. */
export function useLimits(batchId: string): LimitsOf {
  const { data } = useEndpoint(
    batchLimits,
    useMemo(() => ({ batchId }), [batchId]),
    { resources: ['testBatch', 'testResult', 'jumboRoll', 'productStandard'] },
  )
  const [lines, sets] = useMemo(
    () => [
      new Map(data?.list.map((line) => [`${line.set} ${line.indexId}`, line])),
      new Map(data?.rolls.map(({ rollId, set }) => [rollId, set])),
    ],
    [data],
  )
  return useCallback((rollId, indexId) => lines.get(`${sets.get(rollId) ?? 0} ${indexId}`), [lines, sets])
}
/** The limits of a column; of rolls that are judged differently each that occurs. */
export function ColumnLimits({ of }: { of: readonly (ResultLimits | undefined)[] }) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const shown = (value: number | null | undefined) =>
    typeof value === 'number' ? formatNumber(value, { language, decimals: 6 }) : null
  const said = of.flatMap((limits) => {
    const [lsl, usl] = [shown(limits?.lsl), shown(limits?.usl)]
    if (lsl !== null && usl !== null) return [t('pages.qualityData.limits.between', { lsl, usl })]
    if (lsl !== null) return [t('pages.qualityData.limits.least', { lsl })]
    return usl === null ? [] : [t('pages.qualityData.limits.most', { usl })]
  })
  const each = [...new Set(said)]
  return each.length > 0 && <small className="lab-limits">{each.join(' / ')}</small>
}
/** What of a cell lies outside its limits, in words: a colour alone is not seen by everybody. */
export function OutsideLimits({ of, limits }: { of: Result | undefined; limits: ResultLimits | undefined }) {
  const { t } = useTranslation('laboratory')
  const found = of && limits ? outsideOf(of.samples, limits) : []
  if (found.length === 0) return null
  return (
    <small className="lab-outside">
      {found
        .slice(0, MOST_SAID)
        .map(({ sample, judged, limit }) =>
          t(`pages.qualityData.limits.${judged}`, { value: sample.text, limit: limit ?? '' }),
        )
        .join('; ')}
      {found.length > MOST_SAID && ' …'}
    </small>
  )
}
