import { openStopStates } from '@/plant/rules/line-stop'
import '../reports.css'
import { lazy, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useList, useRow, type ListResult } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { useQueryParams, ROW_IDS_PARAM } from '@/client/use-query-params'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { RecordPage, useView, type RecordView } from '@/client/resource/RecordPage'
import { getKnownTotal } from '@/client/resource/ResourceList'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { explainStop, lineStop, stopReason } from '@/plant/contract/line-stop'
import { OpenStopList } from './OpenStopList'
import { StopPanel } from './StopPanel'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { formatStopLength, stopTones, type LineStopRecord } from './StopCard'

const StopForm = lazy(() => import('./StopForm'))
const StopAnalysis = lazy(() => import('./StopAnalysisView'))
const SpeedView = lazy(() => import('./SpeedView'))
const ReasonTree = lazy(() => import('./ReasonTreePage'))
const VIEW_KEYS = ['open', 'list', 'analysis', 'speed'] as const
const NO_REFS = {}
const OPEN_QUERY = { state: openStopStates.join(','), size: 100 }
const COLUMNS = [
  'lineId',
  'state',
  'startedAt',
  'endedAt',
  'minutes',
  'reasonId',
  'note',
  'businessDate',
  'shift',
  'team',
  'source',
  'workOrderId',
  'equipmentId',
  'repairId',
  'explainedBy',
] as const

/** 停机分析: open stops, all stops, their analysis, the speed, and the reasons. */
export default function StopPage() {
  const { t } = useTranslation(['reports', 'plant'])
  const setParams = useQueryParams()[1]
  const openView = useOpenStopsView()
  const renderForm = useOpenForm()
  const cells = useCells()
  const canEnter = useCanCall(lineStop.endpoints.create)
  const canEditReasons = useCanCall(stopReason.endpoints.create)
  const buildViewTab = (key: (typeof VIEW_KEYS)[number]) => ({ key, label: t(`pages.stops.view.${key}`) })
  return (
    <RecordPage
      resource={lineStop}
      title={t('pages.stops.title')}
      tabs={{ label: t('pages.stops.views') }}
      views={[
        { ...buildViewTab('open'), ...openView },
        buildViewTab('list'),
        { ...buildViewTab('analysis'), body: () => <StopAnalysis /> },
        { ...buildViewTab('speed'), body: () => <SpeedView /> },
      ]}
      list={{ columns: COLUMNS, cells }}
      form={renderForm}
      panel={({ row, ...panelProps }) => (
        <StopPanel row={row as LineStopRecord} {...panelProps} onExplain={() => setParams({ act: 'explain' })} />
      )}
      tools={
        canEditReasons && (
          <Button look="quiet" onClick={() => setParams({ view: 'reasons', id: null, [ROW_IDS_PARAM]: null })}>
            {t('pages.stops.reasons')}
          </Button>
        )
      }
      primary={
        canEnter && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => setParams({ new: '1' })}>
            {t('pages.stops.enter')}
          </Button>
        )
      }
    />
  )
}

/** Returns the view with the stops that are ongoing or have no reason. */
function useOpenStopsView(): Pick<RecordView, 'rows' | 'subtitle' | 'body'> {
  const { t } = useTranslation('reports')
  const [params, setParams] = useQueryParams()
  const openStops = useList(lineStop, OPEN_QUERY, {
    enabled: useView(VIEW_KEYS) === 'open',
    furtherResources: ['stopReason'],
  }) as ListResult<LineStopRecord>
  const count = openStops.hasMore ? openStops.total : openStops.rows.filter((row) => row.state !== 'explained').length
  return {
    rows: openStops,
    subtitle: getKnownTotal(openStops) !== null && t('pages.stops.openCount', { count }),
    body: () => <OpenStopList list={openStops} openId={params.get('id')} onOpen={(row) => setParams({ id: row.id })} />,
  }
}

function useCells(): Cells {
  const { t } = useTranslation(['reports', 'contract'])
  const formatTeam = useFormatTeam()
  const language = useLanguage()
  return useMemo(
    () => ({
      state: createStateCell(lineStop, 'state', stopTones),
      minutes: ({ startedAt, endedAt }) =>
        // An ongoing stop has no length yet. The length of an ended stop does not depend on the time passed as `now`.
        endedAt ? formatStopLength({ startedAt: String(startedAt), endedAt: String(endedAt) }, 0, language) : null,
      shift: (row) =>
        row['shift'] ? t(`contract:shifts.${String(row['shift'])}`, { defaultValue: String(row['shift']) }) : null,
      team: (row) => formatTeam(row['team']),
      reasonId: (row, refs) =>
        row['reasonId'] ? (refs[String(row['reasonId'])] ?? '…') : <b className="stop-unknown">{t('unknownReason')}</b>,
    }),
    [t, formatTeam, language],
  )
}

/** Returns the renderer of the open form: reasons, correction of a rejected command, new stop, or explanation. */
function useOpenForm() {
  const [params, setParams] = useQueryParams()
  const unsent = useUnsentCommandToCorrect()
  return ({ row, refs }: { row: ListRow | null; refs: Readonly<Record<string, string>> }) => {
    if (params.get('view') === 'reasons')
      return <ReasonTree onBack={() => setParams({ view: null, id: null, new: null, edit: null, q: null })} />
    if (unsent) return <CorrectionForm unsent={unsent} onBack={() => setParams({ unsent: null })} />
    if (params.get('new'))
      return (
        <StopForm
          refs={{}}
          onBack={() => setParams({ new: null })}
          onDone={(id) => setParams({ new: null, id: id || null }, { replace: true })}
        />
      )
    if (params.get('act') !== 'explain' || !row) return null
    return (
      <StopForm
        row={row as LineStopRecord}
        refs={refs}
        onBack={() => setParams({ act: null })}
        onDone={() => setParams({ act: null }, { replace: true })}
      />
    )
  }
}
/**
 * Form that corrects a rejected command. It is the form in which the command was entered, with the server's refusal.
 */
function CorrectionForm({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const isExplaining = unsent.op === explainStop.name
  const openedRow = useRow(lineStop, isExplaining ? unsent.entityId : null)
  if (!isExplaining) return <StopForm unsent={unsent} refs={NO_REFS} onBack={onBack} onDone={onBack} />
  return (
    <RowBoundary query={openedRow} onBack={onBack}>
      {(row) => (
        <StopForm row={row as LineStopRecord} unsent={unsent} refs={openedRow.refs} onBack={onBack} onDone={onBack} />
      )}
    </RowBoundary>
  )
}
