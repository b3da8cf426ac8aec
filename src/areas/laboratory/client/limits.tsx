import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { batchLimits } from '../contract/test-data-calls'
import { outsideOf, type ResultLimits } from '../rules/outside'
import type { Result } from './cell'

/** Maximum number of samples listed per cell. */
const MOST_SAID = 3
/** Returns the limits of a roll and index; undefined if the standard has none. */
export type LimitsOf = (rollId: string, indexId: string) => ResultLimits | undefined

/** Loads the limits that the rolls of a batch are judged by, the same as in the check of the batch. */
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
/** Distinct limits of the rolls in a column. */
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
/** Text for samples outside their limits, because not everybody can see a colour. */
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
