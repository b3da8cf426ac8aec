import { useTranslation } from 'react-i18next'

/** What the figures above do not know, in one line; nothing when they are whole. */
export function Gaps({
  of,
}: {
  of: {
    uncountedDays?: number
    missingHours?: number
    estimatedPercent?: number
    unpricedPercent?: number
    allocatedPercent?: number
  }
}) {
  const { t } = useTranslation('energy')
  const said = (
    ['uncountedDays', 'missingHours', 'estimatedPercent', 'unpricedPercent', 'allocatedPercent'] as const
  ).flatMap((name) => {
    const value = of[name] ?? 0
    return value > 0 ? [t(`pages.energy.gaps.${name}`, { value })] : []
  })
  return <p className="quiet energy-gaps">{said.length ? said.join(' · ') : t('pages.energy.gaps.none')}</p>
}
