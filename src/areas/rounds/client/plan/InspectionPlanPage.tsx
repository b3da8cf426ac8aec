import '../rounds.css'
import './plan.css'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenForm, type OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import { StateBadge } from '@/client/ui/StateBadge'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { RouteView, RouteSizeCell, FrequencyCell } from './plan-views'

const PlanForm = lazy(() => import('./PlanForm'))
const COLUMNS = [
  'name',
  'state',
  'times',
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
const CELLS = {
  state: (row: ListRow) => <PlanStateBadge row={row} />,
  times: (row: ListRow) => <FrequencyCell row={row} />,
  points: (row: ListRow) => <RouteSizeCell row={row} />,
}
const DETAIL_FIELDS = [
  'state',
  'times',
  'lineId',
  'minutesBefore',
  'minutesAfter',
  'validFrom',
  'validUntil',
  'roleIds',
  'userIds',
  'note',
] as const
const renderDetail = (openRow: OpenRow) => <PlanPanel openRow={openRow} />
const renderForm = ({ unsent, ...form }: OpenForm) => (unsent ? undefined : <PlanForm {...form} />)

/** Page 巡检计划: inspection routes and their schedules. */
export default function InspectionPlanPage() {
  return (
    <ResourcePage
      resource={inspectionPlan}
      columns={COLUMNS}
      cells={CELLS}
      form={{ render: renderForm }}
      parts={{ detail: renderDetail }}
    />
  )
}

function PlanPanel({ openRow }: { openRow: OpenRow }) {
  return (
    <RowPanel
      resource={inspectionPlan}
      {...openRow}
      fieldNames={DETAIL_FIELDS}
      cells={CELLS}
      updateEndpoint={inspectionPlan.endpoints.update}
    >
      <RouteView row={openRow.row} />
    </RowPanel>
  )
}

function PlanStateBadge({ row }: { row: ListRow }) {
  const { t } = useTranslation('rounds')
  return row['paused'] === true ? (
    <StateBadge tone="idle">{t('inspectionPlan.fields.paused')}</StateBadge>
  ) : (
    <StateBadge tone="ok">{t('pages.pollingPlan.running')}</StateBadge>
  )
}
