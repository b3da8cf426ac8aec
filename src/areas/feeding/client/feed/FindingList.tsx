import { useTranslation } from 'react-i18next'
import { formatNumber, getDecimalsNextToLimits } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { StateBadge } from '@/client/ui/StateBadge'
import { feedWarnings, type FeedFinding } from '../../rules/feed'

export interface DisplayedFinding {
  code: string
  limit?: number | null
  value?: number | null
}
/** Decimals of masses and of the shares in a standard. */
const LIMIT_DECIMALS = 3
/**
 * Findings of a feed as text with limit and value, refusals first. `params` has the placeholder values of refusal texts.
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
  const formatFinding = ({ code, limit, value }: DisplayedFinding) => {
    const format = { language, unit: code.endsWith('Ratio') ? '%' : 'kg' }
    const limits = code === 'belowRatio' ? { low: limit } : { high: limit }
    return {
      limit: formatNumber(limit, { ...format, decimals: LIMIT_DECIMALS }),
      value: formatNumber(value, { ...format, decimals: getDecimalsNextToLimits(value, limits, 2) }),
    }
  }
  const sortedFindings = [...findings].sort((a, b) => Number(isWarning(a.code)) - Number(isWarning(b.code)))
  return (
    <ul className="feed-findings" aria-live="polite">
      {sortedFindings.map((finding) => (
        <li key={finding.code} {...(isWarning(finding.code) ? {} : { role: 'alert' })}>
          <StateBadge tone={isWarning(finding.code) ? 'warn' : 'bad'}>
            {isWarning(finding.code)
              ? t(`feed.subOptions.findings.code.${finding.code}`)
              : t('pages.rawMaterial.refused')}
          </StateBadge>
          <span>
            {isWarning(finding.code)
              ? t(`pages.rawMaterial.finding.${finding.code}`, formatFinding(finding))
              : t(`refusals.feed.${finding.code}`, { ...params, ...formatFinding(finding) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Fields of a feed that can have findings. */
export const findingFields = ['lot', 'kg', 'order', 'hopper'] as const
export type FindingField = (typeof findingFields)[number]
const FIELD_BY_CODE: Readonly<Record<FeedFinding['code'], FindingField>> = {
  noLot: 'lot',
  wrongKind: 'lot',
  notReleased: 'lot',
  blocked: 'lot',
  expired: 'lot',
  notReceived: 'lot',
  fedBeforeReceipt: 'lot',
  fedBeforeRelease: 'lot',
  blockedSince: 'lot',
  notPositive: 'kg',
  tooMuchAtOnce: 'kg',
  belowZero: 'kg',
  moreThanLeft: 'kg',
  moreThanHolds: 'kg',
  aboveRatio: 'kg',
  belowRatio: 'kg',
  orderNotRunning: 'order',
  orderNotBegun: 'order',
  fedBeforeStart: 'order',
  noStandard: 'order',
  notApproved: 'order',
  notInStandard: 'order',
  hopperForOther: 'hopper',
  otherUse: 'hopper',
}
/** Groups findings by the field at which they are displayed. */
export function groupFindingsByField(
  findings: readonly FeedFinding[],
): Readonly<Record<FindingField, readonly FeedFinding[]>> {
  const filterByField = (field: FindingField) => findings.filter(({ code }) => FIELD_BY_CODE[code] === field)
  return {
    lot: filterByField('lot'),
    kg: filterByField('kg'),
    order: filterByField('order'),
    hopper: filterByField('hopper'),
  }
}
