import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'

/** Lists the gaps, estimates and unpriced parts of the metrics above in one line, or notes that there are none. */
export function DataGapsNotice({
  metrics,
}: {
  metrics: {
    uncountedDays?: number
    missingHours?: number
    estimatedPercent?: number
    unpricedPercent?: number
    allocatedPercent?: number
  }
}) {
  const { t } = useTranslation('energy')
  const language = useLanguage()
  const notices = (
    ['uncountedDays', 'missingHours', 'estimatedPercent', 'unpricedPercent', 'allocatedPercent'] as const
  ).flatMap((name) => {
    const value = metrics[name] ?? 0
    return value > 0 ? [t(`pages.energy.gaps.${name}`, { value: formatNumber(value, { language }) })] : []
  })
  return <p className="quiet">{notices.length ? notices.join(' · ') : t('pages.energy.gaps.none')}</p>
}
