import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { TodayCard, TodayCounts } from '@/client/today/TodayCard'
import { pmCount } from '@/areas/maintenance/contract/pm-calls'

/** Preventive maintenance that is due. */
export default function PmCard() {
  const { t } = useTranslation('maintenance')
  const { data } = useCall(pmCount, {}, { resources: ['pmPlan', 'pmRecord'] })
  if (!data || data.due + data.overdue + data.dueSoon === 0) return null
  const state = data.overdue > 0 ? 'overdue' : data.due > 0 ? 'due' : 'dueSoon'
  return (
    <TodayCard title={t('pages.upkeepPlan.dueNow')} page="upkeepPlan" query={{ state }}>
      <TodayCounts
        counts={[
          { word: t('pmPlan.options.state.overdue'), count: data.overdue, bad: true },
          { word: t('pmPlan.options.state.due'), count: data.due },
          { word: t('pmPlan.options.state.dueSoon'), count: data.dueSoon },
        ]}
      />
    </TodayCard>
  )
}
