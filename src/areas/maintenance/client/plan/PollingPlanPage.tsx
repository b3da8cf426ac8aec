import '../maintenance.css'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow, useUnsent } from '@/client/api/use-list'
import type { AnyRow } from '@/client/resource/columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { pollingPlan } from '@/areas/maintenance/contract/polling-plan'
import { useParams } from '../use-params'
import { FrequencyWords } from './FrequencyWords'
import { RouteShown } from './RouteShown'

const PlanForm = lazy(() => import('./PlanForm'))
const COLUMNS = ['name', 'state', 'frequency', 'lineId', 'points', 'validFrom', 'validUntil', 'roleIds', 'userIds', 'minutesBefore', 'minutesAfter', 'note'] as const
const cells = {
  state: (row: AnyRow) => <PlanState row={row} />,
  frequency: (row: AnyRow) => <FrequencyWords row={row} />,
  points: (row: AnyRow) => <RouteShown row={row} />,
  items: () => null,
}

/** 巡检计划: the routes, and when they are walked. */
export default function PollingPlanPage() {
  const [params, change] = useParams()
  const unsent = useUnsent().some((item) => item.id === params.get('unsent'))
  const editing = params.get('edit') !== null
  const { row, refs, isLoading } = useRow(pollingPlan, editing ? params.get('id') : null)
  const back = () => change({ new: null, edit: null })
  if (!unsent && (params.get('new') || editing)) {
    if (editing && !row && isLoading) return <div className="pad"><SkeletonDetail /></div>
    if (!editing || row) return <Suspense fallback={<div className="pad"><SkeletonDetail /></div>}><PlanForm row={(row as unknown as AnyRow) ?? null} refs={refs} onBack={back} onDone={(id) => change({ new: null, edit: null, id })} /></Suspense>
  }
  return <ResourcePage of={pollingPlan} columns={COLUMNS} cells={cells} />
}

function PlanState({ row }: { row: AnyRow }) {
  const { t } = useTranslation('maintenance')
  return row['paused'] === true ? <State tone="idle">{t('pollingPlan.fields.paused')}</State> : <State tone="ok">{t('pages.pollingPlan.running')}</State>
}
