import '../maintenance.css'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { NarrowedRowsChip } from '@/client/resource/NarrowedRowsChip'
import { useNarrowedRows } from '@/client/resource/narrowed-rows'
import { ListToolBar } from '@/client/resource/ListToolBar'
import { RecordPage, useView } from '@/client/resource/RecordPage'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { LazyBoundary } from '@/client/ui/LazyBoundary'
import { useParams, type ParamsChanger } from '@/client/use-params'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import { roundCells as cells } from './round-cells'
import { MyRoundList } from './MyRoundList'
import { RoundPanel } from './RoundPanel'
import { useMyRounds } from './use-my-rounds'
import type { Round } from '../walk/round-state'

const WalkPage = lazy(() => import('../walk/WalkPage'))
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
  const [params, change] = useParams()
  // The universal scan of a check point passes its code and opens the walk directly.
  const walkedRoundId = params.get('walk') ?? (params.get('code') ? params.get('id') : null)
  const correctedCommand = useCorrectedCommand()
  const showList = () => change({ walk: null, point: null, id: null, code: null, how: null, unsent: null })
  if (correctedCommand || walkedRoundId)
    return (
      <LazyBoundary>
        {correctedCommand ? (
          <RoundCorrectionForm unsent={correctedCommand} onBack={showList} />
        ) : (
          walkedRoundId && <WalkPage key={walkedRoundId} roundId={walkedRoundId} onBack={showList} />
        )}
      </LazyBoundary>
    )
  return <RoundListPage change={change} />
}

function RoundListPage({ change }: { change: ParamsChanger }) {
  const { t } = useTranslation('maintenance')
  const myRounds = useMyRounds()
  const narrowedRows = useNarrowedRows()
  const displayedRounds = { ...myRounds, rows: narrowedRows.filter(myRounds.rows) }
  const isMineView = useView(VIEWS) === 'mine'
  const buildView = (key: (typeof VIEWS)[number]) => ({ key, word: t(`pages.polling.view.${key}`) })
  const onWalk = (id: string) => change({ id: null, walk: id })
  return (
    <RecordPage
      of={inspectionRound}
      title={t('pages.polling.title')}
      tabs={{ label: t('pages.polling.views'), parts: true }}
      views={[
        {
          ...buildView('mine'),
          count: myRounds.rows.length,
          rows: myRounds,
          words: !myRounds.isLoading && t('pages.polling.mineCount', { count: displayedRounds.rows.length }),
          body: () => (
            <>
              <NarrowedRowsChip ids={narrowedRows.ids} onClear={narrowedRows.clear} />
              <MyRoundList rounds={displayedRounds} onWalk={onWalk} onShowAll={() => change({ view: 'due' })} />
            </>
          ),
        },
        ...LISTS.map((key) => ({ ...buildView(key), fixed: LIST_QUERIES[key] })),
      ]}
      list={{ columns: COLUMNS, cells }}
      tools={isMineView && <ListToolBar of={inspectionRound} query={LIST_QUERIES.all} />}
      panel={({ row, refs, onBack }) => <RoundPanel round={row as Round} refs={refs} onBack={onBack} onWalk={onWalk} />}
    />
  )
}
