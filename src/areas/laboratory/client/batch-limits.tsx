import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber, type AppLanguage } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { batchLimits } from '../contract/test-data-endpoints'
import { findOutsideSamples, getComparedDigits, type ResultLimits } from '../rules/judge-results'
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
  const limitSetByRollId = useMemo(() => new Map(data?.rolls.map(({ rollId, set }) => [rollId, set])), [data])
  // The answer lists only rolls whose set of limits is not set 0.
  return useCallback(
    (rollId, indexId) => limitsByKey.get(`${limitSetByRollId.get(rollId) ?? 0} ${indexId}`),
    [limitsByKey, limitSetByRollId],
  )
}
/** Decimals of a limit that is compared with all digits of a result. */
const MAX_LIMIT_DECIMALS = 6
/**
 * Formats a limit with the decimals to which results are rounded before the comparison. For an index with one decimal,
 * a limit of 30 is displayed as 30.0, so that the reader sees why 30.04 is within the limit.
 */
function formatComparedLimit(
  limit: number | null | undefined,
  limits: ResultLimits,
  language: AppLanguage,
): string | null {
  if (typeof limit !== 'number') return null
  return limits.comparison === 'rounded'
    ? formatNumber(limit, { language, decimals: getComparedDigits(limits), hasFixedDecimals: true })
    : formatNumber(limit, { language, decimals: MAX_LIMIT_DECIMALS })
}
/** Returns a function that formats limits; null without limits. */
export function useFormatLimits(): (limits: ResultLimits | undefined) => string | null {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  return (limits) => {
    if (!limits) return null
    const [lsl, usl] = [limits.lsl, limits.usl].map((limit) => formatComparedLimit(limit, limits, language))
    if (lsl && usl) return t('pages.qualityData.limits.between', { lsl, usl })
    if (lsl) return t('pages.qualityData.limits.least', { lsl })
    return usl ? t('pages.qualityData.limits.most', { usl }) : null
  }
}
/** Distinct limits of the rolls in a column. */
export function ColumnLimitsText({ columnLimits }: { columnLimits: readonly (ResultLimits | undefined)[] }) {
  const formatLimits = useFormatLimits()
  const distinctTexts = [...new Set(columnLimits.flatMap((limits) => formatLimits(limits) ?? []))]
  return distinctTexts.length > 0 && <small className="lab-limits">{distinctTexts.join(' / ')}</small>
}
/** Lists samples outside their limits as text, because not everybody can see a colour. */
export function OutsideLimitsNotice({
  result,
  limits,
}: {
  result: TestResultRow | undefined
  limits: ResultLimits | undefined
}) {
  const { t } = useTranslation('laboratory')
  const language = useLanguage()
  const outsideSamples = result && limits ? findOutsideSamples(result.samples, limits) : []
  if (!limits || outsideSamples.length === 0) return null
  return (
    <small className="lab-outside">
      {outsideSamples
        .slice(0, MAX_LISTED_SAMPLES)
        .map(({ sample, judgement, limit }) =>
          t(`pages.qualityData.limits.${judgement}`, {
            value: sample.text,
            limit: formatComparedLimit(limit, limits, language) ?? '',
          }),
        )
        .join('; ')}
      {outsideSamples.length > MAX_LISTED_SAMPLES && ' …'}
    </small>
  )
}
