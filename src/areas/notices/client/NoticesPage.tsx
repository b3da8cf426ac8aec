import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFormInputs } from '@/contract/command'
import { getAllowedCommands } from '@/contract/command-rights'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { getPlantMoment } from '@/client/clock'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { RecordPage } from '@/client/resource/RecordPage'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { FormValues } from '@/client/resource/form-values'
import { useDoer } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { metrics, type MetricName } from '@/plant/rules/metrics'
import { acknowledgeNotice, notice } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import { openNoticeStates, getUnusedRuleFields } from '../rules/notice'
import { noticeTones } from './notice-tones'

const VIEW_KEYS = ['open', 'all', 'rules'] as const
// The same rule rings repeatedly, so `beganAt` has to be visible, also on a phone's card.
const noticeColumns = ['name', 'state', 'beganAt', 'severity', 'value', 'limit', 'lineId', 'acknowledgedBy', 'overAt']
const ruleColumns = [
  'name',
  'active',
  'severity',
  'watches',
  'figure',
  'tagId',
  'lineId',
  'condition',
  'limit',
  'roleId',
]
const noticeCells = { state: createStateCell(notice, 'state', noticeTones) }
/** Shows the limit of a metric rule in the unit of the metric. */
const ruleCells = {
  limit: ({ limit, figure }: ListRow) => (
    <Quantity
      value={typeof limit === 'number' ? limit : null}
      decimals={noticeRule.fields.limit.digits}
      {...(isMetricName(figure) && metrics[figure].unit ? { unit: metrics[figure].unit } : {})}
    />
  ),
}
const ruleFormOptions = { omits: getUnusedRuleFields }
const isMetricName = (name: unknown): name is MetricName => typeof name === 'string' && name in metrics
const OPEN_FILTER = { state: openNoticeStates.join(',') }
const acknowledgeEndpoint = acknowledgeNotice as Endpoint<FormValues, unknown>

/** 告警通知: open notices, all notices, and the notice rules. */
export default function NoticesPage() {
  const { t } = useTranslation('notices')
  const [params, setParams] = useParams()
  const view = VIEW_KEYS.find((view) => view === params.get('view')) ?? 'open'
  const tabs = (
    <Tabs
      switchesViews
      label={t('pages.notices.views')}
      chosen={view}
      onChoose={(view) => setParams({ view, id: null, q: null, act: null })}
      tabs={VIEW_KEYS.map((key) => ({ key, word: t(`pages.notices.view.${key}`) }))}
    />
  )
  if (view === 'rules')
    return (
      <ResourcePage
        of={noticeRule}
        columns={ruleColumns}
        cells={ruleCells}
        form={ruleFormOptions}
        parts={{ above: tabs }}
      />
    )
  return <NoticeListView key={view} view={view} tabs={tabs} />
}

function NoticeListView({ view, tabs }: { view: 'open' | 'all'; tabs: React.ReactNode }) {
  const { t } = useTranslation('notices')
  const [params, setParams] = useParams()
  const actor = useDoer()
  const unsent = useCorrectedCommand()
  const closeForm = () => setParams({ act: null, unsent: null })
  return (
    <RecordPage
      of={notice}
      views={[{ key: view, word: t(`pages.notices.view.${view}`), ...(view === 'open' ? { fixed: OPEN_FILTER } : {}) }]}
      above={tabs}
      list={{ columns: noticeColumns, cells: noticeCells, addable: false, empty: t(`pages.notices.none.${view}`) }}
      form={({ row, refs }) => {
        if (unsent)
          return (
            <LazyCommandForm
              endpoint={acknowledgeEndpoint}
              title={t('actions.notice_acknowledge')}
              unsent={unsent}
              only={getFormInputs(acknowledgeNotice)}
              onBack={closeForm}
              onDone={closeForm}
            />
          )
        if (params.get('act') !== 'acknowledge' || !row) return null
        return <AcknowledgeForm row={row as Row<typeof notice>} refs={refs} onBack={closeForm} />
      }}
      panel={({ row, refs, onBack }) => {
        const open = getAllowedCommands([acknowledgeNotice], row, actor)
        return (
          <PageFrame
            title={String(row['name'])}
            sub={t(`notice.options.condition.${String(row['condition'])}`)}
            {...(onBack ? { onBack } : {})}
            primary={
              open.length > 0 && (
                <CommandButtons commands={open} row={row} onAsk={({ action }) => setParams({ act: action })} />
              )
            }
          >
            <ResourceDetailView of={notice} row={row} refs={refs} />
          </PageFrame>
        )
      }}
    />
  )
}
function AcknowledgeForm({
  row,
  refs,
  onBack,
}: {
  row: Row<typeof notice>
  refs: Readonly<Record<string, string>>
  onBack: () => void
}) {
  const { t } = useTranslation('notices')
  const [start] = useState<FormValues>(() => ({ id: row.id, version: row.version, occurredAt: getPlantMoment() }))
  return (
    <LazyCommandForm
      endpoint={acknowledgeEndpoint}
      title={t('actions.notice_acknowledge')}
      draftOf={row.id}
      start={start}
      only={getFormInputs(acknowledgeNotice)}
      refs={refs}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
