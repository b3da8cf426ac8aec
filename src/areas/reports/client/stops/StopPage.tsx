import { openStops } from '@/plant/rules/line-stop'
import '../reports.css'
import { lazy, Suspense, useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Endpoint } from '@/contract/endpoint'
import { useList, useUnsent, type List } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import type { AnyRow } from '@/client/resource/columns'
import { FilterWords } from '@/client/resource/FilterWords'
import { ListTools } from '@/client/resource/ListTools'
import { useListState } from '@/client/resource/list-state'
import { MissingRow } from '@/client/resource/MissingRow'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { knownTotal, ResourceList, useAge } from '@/client/resource/ResourceList'
import { BESIDE_FROM, useOpened } from '@/client/resource/ResourcePage'
import { useWidth } from '@/client/resource/use-width'
import type { Values } from '@/client/resource/values'
import { StateOf } from '@/client/resource/StateOf'
import { stopTones } from './stop-time'
import { useMayCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { explainStop, lineStop, stopReason } from '@/plant/contract/line-stop'
import { OpenStops } from './OpenStops'
import { StopPanel } from './StopPanel'
import type { Stop } from './stop-time'
import { useTeamWord } from '@/plant/client/sheet/use-shift'

const StopForm = lazy(() => import('./StopForm'))
const StopAnalysis = lazy(() => import('./StopAnalysis'))
const SpeedView = lazy(() => import('./SpeedView'))
const ReasonTree = lazy(() => import('./ReasonTree'))
const of = lineStop
const VIEWS = ['open', 'list', 'analysis', 'speed'] as const
type View = (typeof VIEWS)[number]
const OPEN = { state: openStops.join(','), size: 100 }
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
const waiting = (
  <div className="pad">
    <SkeletonDetail />
  </div>
)
type Change = (put: Readonly<Record<string, string | null>>, replace?: boolean) => void

/** 停机分析: what stands and wants a reason, all stops, what they cost, the speed, and the reasons. */
export default function StopPage() {
  const [params, setParams] = useSearchParams()
  const change = useCallback<Change>(
    (put, replace = false) =>
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
  const leave = useCallback(() => change({ view: null, id: null, new: null, edit: null, q: null }), [change])
  if (params.get('view') === 'reasons')
    return (
      <Suspense fallback={waiting}>
        <ReasonTree onBack={leave} />
      </Suspense>
    )
  if (unsent)
    return (
      <Correction
        op={unsent.op}
        form={(endpoint, title) => (
          <LazyCommandForm
            endpoint={endpoint}
            title={title}
            unsent={unsent}
            onBack={() => change({ unsent: null })}
            onDone={() => change({ unsent: null })}
          />
        )}
      />
    )
  if (params.get('new'))
    return (
      <Suspense fallback={waiting}>
        <StopForm
          refs={{}}
          onBack={() => change({ new: null })}
          onDone={(id) => change({ new: null, id: id || null }, true)}
        />
      </Suspense>
    )
  return <Stops change={change} />
}
/** A command that the server did not take, with what it said. */
function Correction({
  op,
  form,
}: {
  op: string | null
  form: (endpoint: Endpoint<Values, unknown>, title: string) => ReactNode
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const explaining = op === explainStop.name
  return form(
    explaining ? explainStop : lineStop.endpoints.create,
    t(explaining ? 'pages.stops.explain' : 'pages.stops.enter'),
  )
}

function Stops({ change }: { change: Change }) {
  const { t } = useTranslation(['reports', 'plant', 'contract', 'client'])
  const teamWord = useTeamWord()
  const [params] = useSearchParams()
  const view: View = VIEWS.find((one) => one === params.get('view')) ?? 'open'
  const state = useListState(of)
  const open = useList(lineStop, OPEN, view === 'open', ['stopReason']) as List<Stop>
  const list = useList(lineStop, state.query, view === 'list') as List<AnyRow>
  const current = (view === 'list' ? list : open) as List<AnyRow>
  const [box, width] = useWidth<HTMLDivElement>()
  const withRows = view === 'open' || view === 'list'
  const opened = useOpened(of, withRows ? state.id : null, current)
  const lines = useNames('line', opened.row ? [String(opened.row['lineId'])] : [], opened.refs)
  const age = useAge(current)
  const mayEnter = useMayCall(lineStop.endpoints.create)
  const mayReasons = useMayCall(stopReason.endpoints.create)
  const cells = useMemo(
    () => ({
      state: (row: AnyRow) => <StateOf of={lineStop} state={row['state']} tones={stopTones} />,
      shift: (row: AnyRow) =>
        row['shift'] ? t(`contract:shifts.${String(row['shift'])}`, { defaultValue: String(row['shift']) }) : null,
      team: (row: AnyRow) => teamWord(row['team']),
      reasonId: (row: AnyRow) =>
        row['reasonId'] ? (
          (list.refs[String(row['reasonId'])] ?? '…')
        ) : (
          <b className="stop-unknown">{t('unknownReason')}</b>
        ),
    }),
    [t, teamWord, list.refs],
  )
  const row = opened.row as Stop | null
  if (params.get('act') === 'explain' && row)
    return (
      <Suspense fallback={waiting}>
        <StopForm
          row={row}
          line={lines[row.lineId]}
          refs={opened.refs}
          onBack={() => change({ act: null })}
          onDone={() => change({ act: null }, true)}
        />
      </Suspense>
    )
  const beside = width >= BESIDE_FROM
  const panel =
    withRows &&
    state.id &&
    (row ? (
      <StopPanel
        row={row}
        refs={opened.refs}
        onBack={beside ? undefined : () => change({ id: null })}
        onExplain={() => change({ act: 'explain' })}
        onGone={() => change({ id: null })}
      />
    ) : (
      <MissingRow opened={opened} onBack={() => change({ id: null })} />
    ))
  const words =
    view === 'list' ? (
      <FilterWords of={of} filters={state.filters} keyword={state.keyword} total={knownTotal(list)} age={age} />
    ) : view === 'open' && knownTotal(open as List<AnyRow>) !== null ? (
      <>
        {t('pages.stops.openCount', {
          count: open.hasMore ? open.total : open.rows.filter((one) => one.state !== 'explained').length,
        })}
        {age && ` · ${t('client:resource.staleSince', { age })}`}
      </>
    ) : null
  return (
    <div className={`resource-page${beside && panel ? ' is-split' : ''}`} ref={box}>
      {(beside || !panel) && (
        <PageFrame
          fill
          title={t('pages.stops.title')}
          sub={words}
          tools={
            <>
              {mayReasons && (
                <Button look="quiet" onClick={() => change({ view: 'reasons', id: null })}>
                  {t('pages.stops.reasons')}
                </Button>
              )}
              {view === 'list' && <ListTools of={of} query={state.query} />}
            </>
          }
          primary={
            mayEnter &&
            withRows && (
              <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => change({ new: '1' })}>
                {t('pages.stops.enter')}
              </Button>
            )
          }
        >
          <div className="stops-views">
            <Tabs
              views
              label={t('pages.stops.views')}
              chosen={view}
              onChoose={(next) => change({ view: next === 'open' ? null : next, id: null })}
              tabs={VIEWS.map((key) => ({ key, word: t(`pages.stops.view.${key}`) }))}
            />
            {view === 'open' && <OpenStops list={open} openId={state.id} onOpen={(one) => change({ id: one.id })} />}
            {view === 'list' && (
              <ResourceList
                of={of}
                list={list}
                state={state}
                columns={COLUMNS}
                cells={cells}
                addable={mayEnter && 'own'}
                onOpen={(one) => change({ id: one.id })}
              />
            )}
            {view === 'analysis' && (
              <Suspense fallback={waiting}>
                <StopAnalysis />
              </Suspense>
            )}
            {view === 'speed' && (
              <Suspense fallback={waiting}>
                <SpeedView />
              </Suspense>
            )}
          </div>
        </PageFrame>
      )}
      {panel}
    </div>
  )
}
