import './repair.css'
import '../maintenance.css'
import { lazy, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useList } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { RecordPage, useView, type RecordView } from '@/client/resource/RecordPage'
import { refreshList } from '@/client/resource/NotLoadedView'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCommandSwipe } from '@/client/resource/use-command-swipe'
import type { SwipeOffer } from '@/client/resource/use-row-swipe'
import { useHasPermission } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { RepairIcon } from '@/client/ui/icons'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { repair } from '@/areas/maintenance/contract/repair'
import { isLineStoppedByRepair, openRepairStates } from '@/areas/maintenance/rules/repair'
import type { ShareRefusal } from '@/offline/share'
import { repairTones, repairSeverityTones } from '../tones'
import { RepairBoard } from './RepairBoard'
import { RepairPanel, useRepairCommands, type RepairCommand } from './RepairPanel'
import type { Repair } from './repair-time'

const NewRepairReportForm = lazy(() => import('./NewRepairReportForm'))
const RepairFormPage = lazy(() => import('./RepairFormPage'))
const RepairStatisticsView = lazy(() => import('./RepairStatisticsView'))
const VIEWS = ['board', 'list', 'statistics'] as const
const OPEN_QUERY = { state: openRepairStates.join(','), size: 500 }
/** Minimum width of the container to display the columns side by side. */
const BOARD_MIN_WIDTH_PX = 900
const COLUMNS = [
  'number',
  'state',
  'equipmentId',
  'faultKind',
  'severity',
  'description',
  'lineStopped',
  'reportedAt',
  'reportedBy',
  'acceptedBy',
  'expectedOn',
  'repairEndAt',
  'lineId',
  'breakdown',
  'rejections',
] as const
const CELLS = {
  state: createStateCell(repair, 'state', repairTones),
  severity: createStateCell(repair, 'severity', repairSeverityTones),
}

/** Page 设备报修: board of open repairs, list of all repairs, one repair with its history, and statistics. */
export default function RepairPage() {
  const { t } = useTranslation('maintenance')
  const changeParams = useQueryParams()[1]
  useShareRefusalNotice()
  const getCommandProps = useRepairCommands((id, act) => changeParams({ id, act }))
  const swipe = useCommandSwipe<RepairCommand>(repair.area, getCommandProps)
  const board = useBoardView(swipe)
  const canReport = useHasPermission('repairAdd')
  const form = useOpenForm(canReport)
  const buildView = (key: (typeof VIEWS)[number]) => ({ key, label: t(`pages.repair.view.${key}`) })
  return (
    <RecordPage
      resource={repair}
      title={t('pages.repair.title')}
      tabs={{ label: t('pages.repair.views') }}
      views={[
        { ...buildView('board'), ...board },
        buildView('list'),
        { ...buildView('statistics'), body: () => <RepairStatisticsView /> },
      ]}
      list={{ columns: COLUMNS, cells: CELLS, swipe }}
      form={() => form}
      panel={({ row, refs, onBack }) => (
        <RepairPanel
          row={row as Repair}
          refs={refs}
          commandProps={getCommandProps(row)}
          onBack={onBack}
          onOpenForm={(act) => changeParams({ act })}
        />
      )}
      primary={
        canReport && (
          <Button look="primary" icon={<RepairIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
            {t('pages.repair.report')}
          </Button>
        )
      }
    />
  )
}

/**
 * Returns the view with the board of open repairs. If there is room for only one column, a URL parameter selects its
 * state.
 */
function useBoardView(swipe: SwipeOffer): Pick<RecordView, 'rows' | 'subtitle' | 'body'> {
  const { t } = useTranslation('maintenance')
  const [params, changeParams] = useQueryParams()
  const board = useList(repair, OPEN_QUERY, { enabled: useView(VIEWS) === 'board' })
  // A URL parameter can restrict the board to repairs with a stopped line.
  const stoppedRepairs = board.rows.filter(isLineStoppedByRepair)
  const showsStoppedOnly = params.get('standing') !== null
  const column = openRepairStates.find((option) => option === params.get('column')) ?? 'reported'
  const { refs, isLoading } = board
  const rows = showsStoppedOnly ? stoppedRepairs : board.rows
  return {
    rows: board,
    subtitle:
      !isLoading &&
      t(showsStoppedOnly ? 'pages.repair.standingCount' : 'pages.repair.openCount', { count: rows.length }),
    body: ({ width, isSplit }) => (
      <QueryBoundary query={board} skeleton={<SkeletonList />}>
        {() => (
          <>
            {(showsStoppedOnly || stoppedRepairs.length > 0) && (
              <Tabs
                label={t('pages.repair.lineStopped')}
                chosen={showsStoppedOnly ? 'standing' : 'all'}
                onChoose={(next) => changeParams({ standing: next === 'all' ? null : '1', id: null })}
                tabs={[
                  { key: 'all', label: t('pages.repair.allOpen'), count: board.rows.length },
                  { key: 'standing', label: t('pages.repair.lineStopped'), count: stoppedRepairs.length },
                ]}
              />
            )}
            <RepairBoard
              rows={rows}
              refs={refs}
              showsAllColumns={width >= BOARD_MIN_WIDTH_PX && !isSplit}
              state={column}
              onStateChange={(next) => changeParams({ column: next })}
              openId={params.get('id')}
              onOpen={(row) => changeParams({ id: row.id, column: row.state })}
              onRefresh={() => refreshList(board.refetch)}
              getSwipeButtons={swipe.getButtons}
            />
            {swipe.dialog}
          </>
        )}
      </QueryBoundary>
    ),
  }
}

const SHARE_REFUSALS: readonly string[] = ['otherSite', 'tooLarge', 'notPhotos'] satisfies ShareRefusal[]
/** Notifies the user why the app refused content shared from another app. */
function useShareRefusalNotice(): void {
  const { t } = useTranslation('maintenance')
  const [params, changeParams] = useQueryParams()
  const reason = params.get('shared')
  useEffect(() => {
    if (reason === null) return
    if (SHARE_REFUSALS.includes(reason)) void notify(t(`pages.repair.refusedShare.${reason as ShareRefusal}`), 'fail')
    changeParams({ shared: null }, { replace: true })
  })
}

/** Returns the open form: a report, a command with input or a correction; null if none is open. */
function useOpenForm(canReport: boolean) {
  const [params, changeParams] = useQueryParams()
  const correctedCommand = useUnsentCommandToCorrect()
  const closedReportParams = { new: null, draft: null, equipmentId: null }
  if (params.get('new') && canReport)
    return (
      <NewRepairReportForm
        sharedDraftKey={params.get('draft')}
        equipmentId={params.get('equipmentId')}
        onBack={() => changeParams(closedReportParams)}
        onDone={(id) => changeParams({ ...closedReportParams, id }, { replace: true })}
      />
    )
  if (correctedCommand || params.get('act'))
    return (
      <RepairFormPage
        id={params.get('id')}
        formName={params.get('act')}
        unsent={correctedCommand}
        onBack={() => changeParams({ act: null, unsent: null })}
      />
    )
  return null
}
