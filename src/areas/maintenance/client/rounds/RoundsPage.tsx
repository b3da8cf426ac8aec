import '../maintenance.css'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useList, useUnsent } from '@/client/api/use-list'
import { FilterWords } from '@/client/resource/FilterWords'
import { ListTools } from '@/client/resource/ListTools'
import { useListState } from '@/client/resource/list-state'
import { knownTotal, ResourceList, useAge } from '@/client/resource/ResourceList'
import { BESIDE_FROM, useOpened } from '@/client/resource/ResourcePage'
import { useWidth } from '@/client/resource/use-width'
import { MissingRow } from '@/client/resource/MissingRow'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail, SkeletonList } from '@/client/ui/Skeleton'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { Tabs } from '@/client/ui/Tabs'
import { roundCells as cells } from './round-cells'
import { MyRounds } from './MyRounds'
import { RoundPanel } from './RoundPanel'
import { useMyRounds } from './use-my-rounds'
import type { Round } from '../walk/round-state'

const WalkPage = lazy(() => import('../walk/WalkPage'))
const RoundCorrection = lazy(() => import('./RoundCorrection'))
const of = inspectionRound
const VIEWS = ['mine', 'due', 'inProgress', 'done', 'missed', 'all'] as const
type View = (typeof VIEWS)[number]
const COLUMNS = [
  'planName',
  'state',
  'dueAt',
  'lineId',
  'pointsDone',
  'pointsTotal',
  'findings',
  'userId',
  'startedAt',
  'finishedAt',
  'businessDate',
  'shift',
  'team',
  'pointsSkipped',
  'late',
] as const
const fixedOf: Partial<Record<View, { state: string }>> = {
  due: { state: 'due' },
  inProgress: { state: 'inProgress' },
  done: { state: 'done' },
  missed: { state: 'missed' },
}

/** 巡检记录: my rounds first, then all of them by state; a round opens as a walk while it is open. */
export default function RoundsPage() {
  const [params, setParams] = useSearchParams()
  // The universal scan of a check point comes with its code: straight into the walk.
  const walk = params.get('walk') ?? (params.get('code') ? params.get('id') : null)
  const unsent = useUnsent().find((item) => item.id === params.get('unsent'))
  const toList = useCallback(
    () =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        for (const name of ['walk', 'point', 'id', 'code', 'how', 'unsent']) after.delete(name)
        return after
      }),
    [setParams],
  )
  if (unsent)
    return (
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonDetail />
          </div>
        }
      >
        <RoundCorrection unsent={unsent} onBack={toList} />
      </Suspense>
    )
  if (walk)
    return (
      <Suspense
        fallback={
          <div className="pad">
            <SkeletonList />
          </div>
        }
      >
        <WalkPage key={walk} roundId={walk} onBack={toList} />
      </Suspense>
    )
  return <Rounds />
}

function Rounds() {
  const { t } = useTranslation(['maintenance', 'client'])
  const [params, setParams] = useSearchParams()
  const named = VIEWS.find((one) => one === params.get('view'))
  const view: View = named ?? 'mine'
  const state = useListState(of, fixedOf[view])
  const shown = useMemo(
    () => ({ ...state.query, sort: state.query.sort ?? (view === 'due' ? 'dueAt' : '-dueAt') }),
    [state.query, view],
  )
  const list = useList(inspectionRound, shown, view !== 'mine')
  const mine = useMyRounds()
  const [box, width] = useWidth<HTMLDivElement>()
  const opened = useOpened(of, state.id, list)
  const age = useAge(view === 'mine' ? mine : list)
  const beside = width >= BESIDE_FROM
  const choose = (next: View) => setParams(next === 'mine' ? {} : { view: next })
  const openWalk = (id: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.delete('id')
      after.set('walk', id)
      return after
    })
  const words =
    view === 'mine' ? (
      <>
        {!mine.isLoading && t('pages.polling.mineCount', { count: mine.rows.length })}
        {age && ` · ${t('client:resource.staleSince', { age })}`}
      </>
    ) : (
      <FilterWords of={of} filters={state.filters} keyword={state.keyword} total={knownTotal(list)} age={age} />
    )
  const panel =
    state.id &&
    (opened.row ? (
      <RoundPanel
        round={opened.row as Round}
        refs={opened.refs}
        onBack={beside ? undefined : () => state.set({ id: null })}
        onWalk={openWalk}
      />
    ) : (
      <MissingRow opened={opened} onBack={() => state.set({ id: null })} />
    ))
  return (
    <div className={`resource-page${beside && state.id ? ' is-split' : ''}`} ref={box}>
      {(beside || !state.id) && (
        <PageFrame fill title={t('pages.polling.title')} sub={words} tools={<ListTools of={of} query={shown} />}>
          <div className="with-tabs">
            <Tabs
              label={t('pages.polling.views')}
              chosen={view}
              onChoose={choose}
              tabs={VIEWS.map((key) => ({
                key,
                word: t(`pages.polling.view.${key}`),
                ...(key === 'mine' ? { count: mine.rows.length } : {}),
              }))}
            />
            {view === 'mine' ? (
              <MyRounds mine={mine} onWalk={openWalk} onAll={() => choose('due')} />
            ) : (
              <ResourceList
                of={of}
                list={list}
                state={state}
                columns={COLUMNS}
                cells={cells}
                onOpen={(row) => state.set({ id: row.id })}
              />
            )}
          </div>
        </PageFrame>
      )}
      {panel}
    </div>
  )
}
