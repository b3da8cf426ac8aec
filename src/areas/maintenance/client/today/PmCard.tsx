import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayCountList } from '@/client/today/TodayCard'
import { pmCount } from '@/areas/maintenance/contract/pm-endpoints'

/** Today card: number of due preventive maintenance plans by state. */
export default function PmCard() {
  const { t } = useTranslation('maintenance')
  const buildPageLink = usePageLink()
  const { data } = useEndpoint(pmCount, {}, { resources: ['pmPlan', 'pmRecord'] })
  if (!data || data.due + data.overdue + data.dueSoon === 0) return null
  const buildCount = (state: 'overdue' | 'due' | 'dueSoon') => ({
    label: t(`pmPlan.options.state.${state}`),
    count: data[state],
    to: buildPageLink('upkeepPlan', { state }),
  })
  return (
    <TodayCard title={t('pages.upkeepPlan.dueNow')} page="upkeepPlan">
      <TodayCountList counts={[{ ...buildCount('overdue'), isBad: true }, buildCount('due'), buildCount('dueSoon')]} />
    </TodayCard>
  )
}
