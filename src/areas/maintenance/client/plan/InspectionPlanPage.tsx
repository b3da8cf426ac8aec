import './plan.css'
import '../maintenance.css'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import { useParams } from '@/client/use-params'
import { FrequencyWords } from './FrequencyWords'
import { RouteShown, RouteWords } from './RouteShown'

const PlanForm = lazy(() => import('./PlanForm'))
const COLUMNS = [
  'name',
  'state',
  'when',
  'lineId',
  'points',
  'validFrom',
  'validUntil',
  'roleIds',
  'userIds',
  'minutesBefore',
  'minutesAfter',
  'note',
] as const
const cells = {
  state: (row: ListRow) => <PlanState row={row} />,
  when: (row: ListRow) => <FrequencyWords row={row} />,
  points: (row: ListRow) => <RouteWords row={row} />,
}
const FACTS = [
  'state',
  'when',
  'lineId',
  'minutesBefore',
  'minutesAfter',
  'validFrom',
  'validUntil',
  'roleIds',
  'userIds',
  'note',
] as const
const detail = (open: OpenRow) => <PlanPanel open={open} />

/** Page 巡检计划: inspection routes and their schedules. */
export default function InspectionPlanPage() {
  const [params, change] = useParams()
  const unsent = useCorrectedCommand() !== undefined
  const editing = params.get('edit') !== null
  const { row, refs, isLoading } = useRow(inspectionPlan, editing ? params.get('id') : null)
  const back = () => change({ new: null, edit: null })
  if (!unsent && (params.get('new') || editing)) {
    if (editing && !row && isLoading)
      return (
        <div className="pad">
          <SkeletonDetail />
        </div>
      )
    if (!editing || row)
      return (
        <Suspense
          fallback={
            <div className="pad">
              <SkeletonDetail />
            </div>
          }
        >
          <PlanForm
            row={row ?? null}
            refs={refs}
            onBack={back}
            onDone={(id) => change({ new: null, edit: null, id })}
          />
        </Suspense>
      )
  }
  return <ResourcePage of={inspectionPlan} columns={COLUMNS} cells={cells} parts={{ detail }} />
}

function PlanPanel({ open }: { open: OpenRow }) {
  return (
    <RowPanel of={inspectionPlan} {...open} fields={FACTS} cells={cells} update={inspectionPlan.endpoints.update}>
      <RouteShown row={open.row} />
    </RowPanel>
  )
}

function PlanState({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  return row['paused'] === true ? (
    <StateBadge tone="idle">{t('inspectionPlan.fields.paused')}</StateBadge>
  ) : (
    <StateBadge tone="ok">{t('pages.pollingPlan.running')}</StateBadge>
  )
}
