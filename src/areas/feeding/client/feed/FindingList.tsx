import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { StateBadge } from '@/client/ui/StateBadge'
import { feedWarnings } from '../../rules/feed'

export interface DisplayedFinding {
  code: string
  limit?: number | null
  value?: number | null
}
/**
 * Findings of a feed as text with limit and value, refusals first. `params` are the interpolation values of refusals.
 */
export function FindingList({
  findings,
  params = {},
}: {
  findings: readonly DisplayedFinding[]
  params?: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  if (findings.length === 0) return null
  const isWarning = (code: string) => (feedWarnings as readonly string[]).includes(code)
  const formatValue = (value: number | null | undefined, code: string) =>
    formatNumber(value, { language, unit: code.endsWith('Ratio') ? '%' : 'kg', decimals: 2 })
  const sorted = [...findings].sort((a, b) => Number(isWarning(a.code)) - Number(isWarning(b.code)))
  return (
    <ul className="feed-findings" aria-live="polite">
      {sorted.map(({ code, limit, value }) => (
        <li key={code} {...(isWarning(code) ? {} : { role: 'alert' })}>
          <StateBadge tone={isWarning(code) ? 'warn' : 'bad'}>
            {isWarning(code) ? t(`feed.subOptions.findings.code.${code}`) : t('pages.rawMaterial.refused')}
          </StateBadge>
          <span>
            {isWarning(code)
              ? t(`pages.rawMaterial.finding.${code}`, {
                  limit: formatValue(limit, code),
                  value: formatValue(value, code),
                })
              : t(`refusals.feed.${code}`, {
                  ...params,
                  limit: formatValue(limit, code),
                  value: formatValue(value, code),
                })}
          </span>
        </li>
      ))}
    </ul>
  )
}
