import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { batchLimits } from '../contract/test-data-endpoints'
import { findOutsideSamples, type ResultLimits } from '../rules/judge-results'
import type { TestResultRow } from './cell-samples'

/** Maximum number of samples listed per cell. */
const MAX_LISTED_SAMPLES = 3
/** Returns the limits of a roll and index; undefined if the standard has none. */
export type GetLimits = (rollId: string, indexId: string) => ResultLimits | undefined

/** Loads the limits that the rolls of a batch are judged by. The check of the batch uses the same limits. */
export function useBatchLimits(batchId: string): GetLimits {
  const { data } = useEndpoint(
    batchLimits,
    useMemo(() => ({ batchId }), [batchId]),
    { resources: ['testBatch', 'testResult', 'jumboRoll', 'productStandard'] },
  )
  const limitsByKey = useMemo(
    () => new Map(data?.list.map((limits) => [`${limits.set} ${limits.indexId}`, limits])),
    [data],
  )
  const setByRollId = useMemo(() => new Map(data?.rolls.map(({ rollId, set }) => [rollId, set])), [data])
  // Rolls that the answer does not list use set 0.
  return useCallback(
    (rollId, indexId) => limitsByKey.get(`${setByRollId.get(rollId) ?? 0} ${indexId}`),
    [limitsByKey, setByRollId],
  )
}
/** Returns a function that formats limits; null without limits. */
export function useFormatLimits(): (limits: ResultLimits | undefined) => string | null {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const formatLimit = (value: number | null | undefined) =>
    typeof value === 'number' ? formatNumber(value, { language, decimals: 6 }) : null
  return (limits) => {
    const lsl = formatLimit(limits?.lsl)
    const usl = formatLimit(limits?.usl)
    if (lsl !== null && usl !== null) return t('pages.qualityData.limits.between', { lsl, usl })
    if (lsl !== null) return t('pages.qualityData.limits.least', { lsl })
    return usl === null ? null : t('pages.qualityData.limits.most', { usl })
  }
}
/** Distinct limits of the rolls in a column. */
export function ColumnLimitsText({ columnLimits }: { columnLimits: readonly (ResultLimits | undefined)[] }) {
  const formatLimits = useFormatLimits()
  const distinctTexts = [...new Set(columnLimits.flatMap((limits) => formatLimits(limits) ?? []))]
  return distinctTexts.length > 0 && <small className="lab-limits">{distinctTexts.join(' / ')}</small>
}
/** Text for samples outside their limits, because not everybody can see a colour. */
export function OutsideLimitsNotice({
  result,
  limits,
}: {
  result: TestResultRow | undefined
  limits: ResultLimits | undefined
}) {
  const { t } = useTranslation('laboratory')
  const outsideSamples = result && limits ? findOutsideSamples(result.samples, limits) : []
  if (outsideSamples.length === 0) return null
  return (
    <small className="lab-outside">
      {outsideSamples
        .slice(0, MAX_LISTED_SAMPLES)
        .map(({ sample, judgement, limit }) =>
          t(`pages.qualityData.limits.${judgement}`, { value: sample.text, limit: limit ?? '' }),
        )
        .join('; ')}
      {outsideSamples.length > MAX_LISTED_SAMPLES && ' …'}
    </small>
  )
}
