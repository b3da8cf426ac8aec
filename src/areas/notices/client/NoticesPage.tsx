import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { useCommandSwipe } from '@/client/resource/use-command-swipe'
import { RecordPage } from '@/client/resource/RecordPage'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RowCommandForm } from '@/client/resource/RowCommandForm'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useActor } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { metrics, type MetricName } from '@/plant/rules/metrics'
import { acknowledgeNotice, notice } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import { getUnusedRuleFields, openNoticeStates, subjectUnits, type WatchedSubject } from '../rules/notice'
import { noticeTones } from './today/RingingCard'

const VIEWS = ['open', 'all', 'rules'] as const
// One rule raises notices repeatedly, so `beganAt` has to be visible, also on the cards of a phone.
const noticeColumns = ['name', 'state', 'beganAt', 'severity', 'value', 'limit', 'lineId', 'acknowledgedBy', 'overAt']
const ruleColumns = ['name', 'limit', 'active', 'severity', 'watches', 'figure', 'tagId', 'lineId', 'roleId']
const noticeCells = { state: createStateCell(notice, 'state', noticeTones) }
const ruleCells = { limit: (row: ListRow) => <RuleThreshold rule={row} /> }
const ruleFormOptions = { getOmittedFields: getUnusedRuleFields }
/** Condition, limit and hold time of a rule; the limit in the unit of the watched value. */
function RuleThreshold({ rule: { condition, limit, figure, watches, holdMinutes } }: { rule: ListRow }) {
  const { t } = useTranslation('notices')
  const unit = isMetricName(figure) ? metrics[figure].unit : subjectUnits[watches as WatchedSubject]
  return (
    <span>
      {t(`notice.options.condition.${String(condition)}`)}{' '}
      {typeof limit === 'number' && (
        <Quantity value={limit} decimals={noticeRule.fields.limit.digits} {...(unit ? { unit } : {})} />
      )}
      {Number(holdMinutes) > 0 && ` · ${t('pages.notices.held', { minutes: holdMinutes })}`}
    </span>
  )
}
const isMetricName = (name: unknown): name is MetricName => typeof name === 'string' && name in metrics
const OPEN_NOTICES_FILTER = { state: openNoticeStates.join(',') }

/** 告警通知: open notices, all notices, and the notice rules. */
export default function NoticesPage() {
  const { t } = useTranslation('notices')
  const [params, setParams] = useQueryParams()
  const view = VIEWS.find((option) => option === params.get('view')) ?? 'open'
  const tabs = (
    <Tabs
      isNavigation
      label={t('pages.notices.views')}
      chosen={view}
      onChoose={(chosenView) => setParams({ view: chosenView, id: null, q: null, act: null })}
      tabs={VIEWS.map((key) => ({ key, label: t(`pages.notices.view.${key}`) }))}
    />
  )
  if (view === 'rules')
    return (
      <ResourcePage
        resource={noticeRule}
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
  const [params, setParams] = useQueryParams()
  const actor = useActor()
  const unsent = useUnsentCommandToCorrect()
  const closeForm = () => setParams({ act: null, unsent: null })
  const getCommandProps = (row: ListRow) => ({
    row,
    commands: getAllowedCommands([acknowledgeNotice], row, actor),
    onOpenForm: ({ action }: { action: string }) => setParams({ id: row.id, act: action }),
  })
  const swipe = useCommandSwipe<typeof acknowledgeNotice>(notice.area, getCommandProps)
  return (
    <RecordPage
      resource={notice}
      views={[
        {
          key: view,
          label: t(`pages.notices.view.${view}`),
          ...(view === 'open' ? { fixedFilters: OPEN_NOTICES_FILTER } : {}),
        },
      ]}
      above={tabs}
      list={{
        columns: noticeColumns,
        cells: noticeCells,
        canAdd: false,
        emptyTitle: t(`pages.notices.none.${view}`),
        swipe,
      }}
      form={({ row, refs }) => {
        if (unsent) return <RowCommandForm command={acknowledgeNotice} row={null} unsent={unsent} onBack={closeForm} />
        if (params.get('act') !== 'acknowledge' || !row) return null
        return <RowCommandForm command={acknowledgeNotice} row={row} refs={refs} onBack={closeForm} />
      }}
      panel={({ row, refs, onBack }) => {
        const commandProps = getCommandProps(row)
        return (
          <PageFrame
            title={String(row['name'])}
            subtitle={t(`notice.options.condition.${String(row['condition'])}`)}
            {...(onBack ? { onBack } : {})}
            primary={commandProps.commands.length > 0 && <CommandButtons {...commandProps} />}
          >
            <ResourceDetailView resource={notice} row={row} refs={refs} />
          </PageFrame>
        )
      }}
    />
  )
}
