import './repair.css'
import '../maintenance.css'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useList, useUnsent, type List } from '@/client/api/use-list'
import type { AnyRow } from '@/client/resource/columns'
import { FilterWords } from '@/client/resource/FilterWords'
import { ListTools } from '@/client/resource/ListTools'
import { useListState } from '@/client/resource/list-state'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { knownTotal, ResourceList, useAge } from '@/client/resource/ResourceList'
import { BESIDE_FROM, useOpened } from '@/client/resource/ResourcePage'
import { useWidth } from '@/client/resource/use-width'
import { StateOf } from '@/client/resource/StateOf'
import { useMay } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { RepairIcon } from '@/client/ui/icons'
import { MissingRow } from '@/client/resource/MissingRow'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail, SkeletonList } from '@/client/ui/Skeleton'
import { repair } from '@/areas/maintenance/contract/repair'
import { Tabs } from '@/client/ui/Tabs'
import { repairTones, severityTones } from '../tones'
import { RepairBoard } from './RepairBoard'
import { RepairPanel } from './RepairPanel'
import { OPEN_STATES, type OpenState, type Repair } from './repair-time'

const NewReport = lazy(() => import('./NewReport'))
const RepairForms = lazy(() => import('./RepairForms'))
const RepairStatistics = lazy(() => import('./RepairStatistics'))
const of = repair
const VIEWS = ['board', 'list', 'statistics'] as const
type View = (typeof VIEWS)[number]
const OPEN = { state: OPEN_STATES.join(','), size: 500 }
/** From this width of its own room on, px, the board has its four columns. */
const BOARD_FROM = 900
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
  'repairEndAt',
  'lineId',
  'breakdown',
  'rejections',
] as const
const cells = {
  state: (row: AnyRow) => <StateOf of={repair} state={row['state']} tones={repairTones} />,
  severity: (row: AnyRow) => <StateOf of={repair} field="severity" state={row['severity']} tones={severityTones} />,
}
const waiting = (
  <div className="pad">
    <SkeletonDetail />
  </div>
)

/** 设备报修: the board of open repairs, all of them as a list, one with its life, and the figures. */
export default function RepairPage() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (put: Readonly<Record<string, string | null>>, replace = false) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(put)) {
            if (value === null) after.delete(name)
            else after.set(name, value)
          }
          return after
        },
        { replace },
      ),
    [setParams],
  )
  const unsent = useUnsent().find((item) => item.id === params.get('unsent'))
  const mayReport = useMay('repairAdd')
  if (params.get('new') && mayReport)
    return (
      <Suspense fallback={waiting}>
        <NewReport
          shared={params.get('draft')}
          equipmentId={params.get('equipmentId')}
          onBack={() => change({ new: null, draft: null, equipmentId: null })}
          onDone={(id) => change({ new: null, draft: null, equipmentId: null, id }, true)}
        />
      </Suspense>
    )
  if (unsent || params.get('act'))
    return (
      <Suspense fallback={waiting}>
        <RepairForms
          id={params.get('id')}
          act={params.get('act')}
          unsent={unsent}
          onBack={() => change({ act: null, unsent: null })}
        />
      </Suspense>
    )
  return <Repairs change={change} mayReport={mayReport} />
}

function Repairs({
  change,
  mayReport,
}: {
  change: (put: Readonly<Record<string, string | null>>) => void
  mayReport: boolean
}) {
  const { t } = useTranslation(['maintenance', 'client'])
  const [params] = useSearchParams()
  const view: View = VIEWS.find((one) => one === params.get('view')) ?? 'board'
  const column: OpenState = OPEN_STATES.find((one) => one === params.get('column')) ?? 'reported'
  const state = useListState(of)
  const board = useList(repair, OPEN, view === 'board')
  const list = useList(repair, state.query, view === 'list')
  const current = view === 'board' ? board : list
  const [box, width] = useWidth<HTMLDivElement>()
  const opened = useOpened(of, view === 'statistics' ? null : state.id, current)
  const age = useAge(current)
  const beside = width >= BESIDE_FROM
  const split = beside && state.id !== null && view !== 'statistics'
  const rows = useMemo(() => board.rows, [board.rows])
  const panel =
    view !== 'statistics' &&
    state.id &&
    (opened.row ? (
      <RepairPanel
        row={opened.row as Repair}
        refs={opened.refs}
        onBack={beside ? undefined : () => change({ id: null })}
        onAct={(act) => change({ act })}
      />
    ) : (
      <MissingRow opened={opened} onBack={() => change({ id: null })} />
    ))
  const words =
    view === 'list' ? (
      <FilterWords of={of} filters={state.filters} keyword={state.keyword} total={knownTotal(list)} age={age} />
    ) : view === 'board' && !board.isLoading ? (
      <>
        {t('pages.repair.openCount', { count: rows.length })}
        {age && ` · ${t('client:resource.staleSince', { age })}`}
      </>
    ) : null
  return (
    <div className={`resource-page${split ? ' is-split' : ''}`} ref={box}>
      {(beside || !state.id || view === 'statistics') && (
        <PageFrame
          fill
          title={t('pages.repair.title')}
          sub={words}
          tools={view === 'list' && <ListTools of={of} query={state.query} />}
          primary={
            mayReport &&
            view !== 'statistics' && (
              <Button look="primary" icon={<RepairIcon size={20} />} onClick={() => change({ new: '1' })}>
                {t('pages.repair.report')}
              </Button>
            )
          }
        >
          <div className="with-tabs">
            <Tabs
              views
              label={t('pages.repair.views')}
              chosen={view}
              onChoose={(next) => change({ view: next === 'board' ? null : next, id: null })}
              tabs={VIEWS.map((key) => ({ key, word: t(`pages.repair.view.${key}`) }))}
            />
            {view === 'board' &&
              (board.rows.length === 0 && (board.isLoading || board.error) ? (
                <NoBoard list={board} />
              ) : (
                <RepairBoard
                  rows={rows}
                  refs={board.refs}
                  wide={width >= BOARD_FROM && !split}
                  state={column}
                  onState={(next) => change({ column: next })}
                  openId={state.id}
                  onOpen={(row) => change({ id: row.id, column: row.state })}
                />
              ))}
            {view === 'list' && (
              <ResourceList
                of={of}
                list={list}
                state={state}
                columns={COLUMNS}
                cells={cells}
                onOpen={(row) => change({ id: row.id })}
              />
            )}
            {view === 'statistics' && (
              <Suspense fallback={waiting}>
                <RepairStatistics />
              </Suspense>
            )}
          </div>
        </PageFrame>
      )}
      {panel}
    </div>
  )
}
function NoBoard({ list }: { list: List<AnyRow> }) {
  if (list.isLoading) return <SkeletonList />
  return <NotLoaded of={list} />
}
