import './rounds.css'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { NarrowedRowsChip } from '@/client/resource/ListBar'
import { useQueryParams, type ParamsChanger, useNarrowedRows } from '@/client/use-query-params'
import { ListToolBar } from '@/client/resource/ListToolBar'
import { RecordPage, useView } from '@/client/resource/RecordPage'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { MyRoundList } from './MyRoundList'
import { roundCells, RoundPanel, useRoundActions } from './RoundPanel'
import { useMyRounds } from './use-my-rounds'
import type { Round } from './walk/walk-points'

const WalkPage = lazy(() => import('./walk/WalkPage'))
const RoundCorrectionForm = lazy(() => import('./RoundCorrectionForm'))
const LISTS = ['due', 'inProgress', 'done', 'missed', 'all'] as const
const VIEWS = ['mine', ...LISTS] as const
/** Filter and order of each list: due rounds by due time ascending, all others newest first. */
const LIST_QUERIES = {
  due: { state: 'due', sort: 'dueAt' },
  inProgress: { state: 'inProgress', sort: '-dueAt' },
  done: { state: 'done', sort: '-dueAt' },
  missed: { state: 'missed', sort: '-dueAt' },
  all: { sort: '-dueAt' },
} as const
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

/** Page 巡检记录: the user's rounds, then all rounds by state. An open round is opened as a walk. */
export default function RoundsPage() {
  const [params, changeParams] = useQueryParams()
  // A scan on any page leads here with the scanned `code` and the `id` of the round, whose walk then opens at once.
  const walkedRoundId = params.get('walk') ?? (params.get('code') ? params.get('id') : null)
  // A refused command that the person corrects in the form.
  const commandToCorrect = useUnsentCommandToCorrect()
  const showList = () => changeParams({ walk: null, point: null, id: null, code: null, how: null, unsent: null })
  if (commandToCorrect || walkedRoundId)
    return (
      <LazyBoundary>
        {commandToCorrect ? (
          <RoundCorrectionForm unsent={commandToCorrect} onBack={showList} />
        ) : (
          walkedRoundId && <WalkPage key={walkedRoundId} roundId={walkedRoundId} onBack={showList} />
        )}
      </LazyBoundary>
    )
  return <RoundListPage changeParams={changeParams} />
}

function RoundListPage({ changeParams }: { changeParams: ParamsChanger }) {
  const { t } = useTranslation('rounds')
  const myRounds = useMyRounds()
  const narrowedRows = useNarrowedRows()
  const displayedRounds = { ...myRounds, rows: narrowedRows.filter(myRounds.rows) }
  const isMineView = useView(VIEWS) === 'mine'
  const buildView = (key: (typeof VIEWS)[number]) => ({ key, label: t(`pages.polling.view.${key}`) })
  const onWalk = (id: string) => changeParams({ id: null, walk: id })
  const { getRoundActions } = useRoundActions(onWalk)
  return (
    <RecordPage
      resource={inspectionRound}
      title={t('pages.polling.title')}
      tabs={{ label: t('pages.polling.views'), splitsOneList: true }}
      views={[
        {
          ...buildView('mine'),
          count: myRounds.rows.length,
          rows: myRounds,
          subtitle: !myRounds.isLoading && t('pages.polling.mineCount', { count: displayedRounds.rows.length }),
          body: () => (
            <>
              <NarrowedRowsChip ids={narrowedRows.ids} onClear={narrowedRows.clear} />
              <MyRoundList
                rounds={displayedRounds}
                getSwipeButtons={getRoundActions}
                onWalk={onWalk}
                onShowAll={() => changeParams({ view: 'due' })}
              />
            </>
          ),
        },
        ...LISTS.map((key) => ({ ...buildView(key), fixedFilters: LIST_QUERIES[key] })),
      ]}
      list={{
        columns: COLUMNS,
        cells: roundCells,
        swipe: { getButtons: (row) => getRoundActions(row as Round), dialog: null },
      }}
      tools={isMineView && <ListToolBar resource={inspectionRound} query={LIST_QUERIES.all} />}
      panel={({ row, refs, onBack }) => <RoundPanel round={row as Round} refs={refs} onBack={onBack} onWalk={onWalk} />}
    />
  )
}
