import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { TodayCard, TodayCounts } from '@/client/today/TodayCard'
import { upkeepCount } from '@/areas/maintenance/contract/upkeep-calls'

/** Upkeep that is due. */
export default function UpkeepCard() {
  const { t } = useTranslation('maintenance')
  const { data } = useCall(upkeepCount, {}, { resources: ['upkeepPlan', 'upkeepRecord'] })
  if (!data || data.due + data.overdue + data.dueSoon === 0) return null
  const state = data.overdue > 0 ? 'overdue' : data.due > 0 ? 'due' : 'dueSoon'
  return (
    <TodayCard title={t('pages.upkeepPlan.dueNow')} page="upkeepPlan" query={{ state }}>
      <TodayCounts
        counts={[
          { word: t('upkeepPlan.options.state.overdue'), count: data.overdue, bad: true },
          { word: t('upkeepPlan.options.state.due'), count: data.due },
          { word: t('upkeepPlan.options.state.dueSoon'), count: data.dueSoon },
        ]}
      />
    </TodayCard>
  )
}
