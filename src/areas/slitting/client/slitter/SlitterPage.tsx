import '@/client/ui/dialog-form.css'
import './slitter.css'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useHasPermission } from '@/client/session/use-session'
import { PageViews, type PageViewTab } from '@/client/shell/PageViews'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { LazyBoundary, SkeletonDetail } from '@/client/ui/Skeleton'
import { Select } from '@/client/ui/Select'
import { cutting } from '@/areas/slitting/contract/slitting'
import { CuttingView } from './CuttingView'
import { NextJumboView } from './NextJumboView'
import { SlitterFrameView, type SlitterFrame } from './SlitterFrameView'
import { useSlitter, type SlitterChoice, type SlitterLine } from '../shared/use-slitter'

const ScannedRowPage = lazy(() => import('./ScannedRowPage'))
const StartCuttingPage = lazy(() => import('./StartCuttingPage'))
const SlitterHistoryView = lazy(() => import('./SlitterHistoryView'))
const UnsentWeightsPage = lazy(() => import('./UnsentWeightsPage'))
const SlitterSetupView = lazy(() => import('./SlitterSetupView'))
const SlitLabelsView = lazy(() => import('../SlitLabelsView'))
const SlitRollLabelsView = lazy(() =>
  import('../SlitLabelsView').then(({ SlitRollLabelsView: View }) => ({ default: View })),
)
const pageSkeleton = <SkeletonDetail />

/**
 * 分切: current cutting, queue and history of one slitter, and views that other areas add, e.g. its packages, plan and
 * knives.
 */
export default function SlitterPage() {
  const { t } = useTranslation('slitting')
  const slitterChoice = useSlitter()
  const [params, setParams] = useSearchParams()
  const setPageParams = (nextParams: Record<string, string>) => setParams(nextParams)
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const unsentItem = useUnsentCommandToCorrect()
  const openedId = params.get('id')
  const { chosenSlitter } = slitterChoice
  const title = chosenSlitter?.name ?? t('pages.divideInteractive.title')
  const buildFrame = (tabs: ReactNode): SlitterFrame => ({
    title,
    tools: <SlitterSelectField slitterChoice={slitterChoice} />,
    tabs,
  })
  const buildView = (
    key: string,
    renderContent: (frame: SlitterFrame) => ReactNode,
    comesLast = false,
  ): PageViewTab => ({
    key,
    label: t(`pages.divideInteractive.view.${key}`),
    render: (tabs) => renderContent(buildFrame(tabs)),
    comesLast,
  })
  const renderViews = (chosenView?: string) => (
    <PageViews
      chosenView={chosenView}
      page="divideInteractive"
      label={t('pages.divideInteractive.views')}
      rowId={chosenSlitter?.id ?? ''}
      frame={(tabs) => (content, primary) => (
        <SlitterFrameView frame={buildFrame(tabs)} primary={primary}>
          {content}
        </SlitterFrameView>
      )}
      views={[
        buildView(
          'cut',
          (frame) =>
            chosenSlitter && (
              <CurrentCuttingView
                slitterChoice={slitterChoice}
                line={chosenSlitter}
                frame={frame}
                setPageParams={setPageParams}
              />
            ),
        ),
        buildView(
          'history',
          (frame) => chosenSlitter && <SlitterHistoryView frame={frame} slitter={chosenSlitter} />,
          true,
        ),
        ...(mayEdit
          ? [
              buildView(
                'setup',
                (frame) => chosenSlitter && <SlitterSetupView frame={frame} slitter={chosenSlitter} />,
                true,
              ),
            ]
          : []),
      ]}
    />
  )
  const framedSkeleton = (
    <PageFrame title={t('pages.divideInteractive.title')} onBack={() => setPageParams({})}>
      {pageSkeleton}
    </PageFrame>
  )
  if (unsentItem)
    return (
      <LazyBoundary skeleton={framedSkeleton}>
        <UnsentWeightsPage key={unsentItem.id} item={unsentItem} onBack={() => setPageParams({})} />
      </LazyBoundary>
    )
  if (openedId)
    return (
      <LazyBoundary skeleton={framedSkeleton}>
        <ScannedRowPage
          id={openedId}
          slitterChoice={slitterChoice}
          onBack={() => setPageParams({})}
          onCut={(jumboRollId) => setPageParams({ jumbo: jumboRollId })}
          fallbackView={renderViews('packing')}
          onLabel={(id) => setPageParams({ labels: id, of: 'slitRoll' })}
        />
      </LazyBoundary>
    )
  const labels = params.get('labels')
  if (labels && params.get('of') === 'package') return renderViews('packing')
  if (labels)
    return (
      <LazyBoundary skeleton={framedSkeleton}>
        {params.get('of') === 'slitRoll' ? (
          <SlitRollLabelsView ids={[labels]} onBack={() => setPageParams({ id: labels })} />
        ) : (
          <SlitLabelsView source="slitSetId" id={labels} onBack={() => setPageParams({})} />
        )}
      </LazyBoundary>
    )
  const jumboToCut = params.get('jumbo') ?? params.get('number')
  if (jumboToCut && slitterChoice.chosenSlitter)
    return (
      <LazyBoundary skeleton={framedSkeleton}>
        <StartCuttingPage
          slitter={slitterChoice.chosenSlitter}
          limits={slitterChoice.limits}
          jumboId={params.get('jumbo')}
          number={params.get('number')}
          queueLineId={params.get('line')}
          onBack={() => setPageParams({})}
        />
      </LazyBoundary>
    )
  // Packing, storing and shipping need no slitter, so a package opens on any phone.
  if (!chosenSlitter && params.get('view') !== 'packing')
    return (
      <PageFrame title={title}>
        <SlitterChoiceList slitterChoice={slitterChoice} />
      </PageFrame>
    )
  return renderViews()
}

/** View of the cutting on the slitter. If there is none, the person chooses the next jumbo. */
function CurrentCuttingView({
  slitterChoice,
  line,
  frame,
  setPageParams,
}: {
  slitterChoice: SlitterChoice
  line: SlitterLine
  frame: SlitterFrame
  setPageParams: (nextParams: Record<string, string>) => void
}) {
  const openCuttings = useList(cutting, { slitterId: line.id, state: 'open', size: 1 })
  const runningCutting = openCuttings.rows.find((row) => row.state === 'open' && row.slitterId === line.id)
  if (runningCutting)
    return (
      <CuttingView
        key={runningCutting.id}
        frame={frame}
        onLabels={(set) => setPageParams({ labels: set })}
        openCutting={runningCutting}
        refs={openCuttings.refs}
        limits={slitterChoice.limits}
      />
    )
  if (openCuttings.isLoading) return <SlitterFrameView frame={frame}>{pageSkeleton}</SlitterFrameView>
  if (openCuttings.error && openCuttings.fetchedAt === 0)
    return (
      <SlitterFrameView frame={frame}>
        <NotLoadedView query={openCuttings} />
      </SlitterFrameView>
    )
  return (
    <NextJumboView
      frame={frame}
      slitter={line}
      onJumbo={(id, queueLineId) => setPageParams({ jumbo: id, ...(queueLineId ? { line: queueLineId } : {}) })}
      onNumber={(number) => setPageParams({ number })}
    />
  )
}

function SlitterSelectField({ slitterChoice }: { slitterChoice: SlitterChoice }) {
  const { t } = useTranslation('slitting')
  if (slitterChoice.slitters.length < 2 || !slitterChoice.chosenSlitter) return null
  return (
    <label>
      <span className="ui-hidden">{t('pages.divideInteractive.slitter')}</span>
      <Select
        className="slitter-choice"
        value={slitterChoice.chosenSlitter.id}
        options={slitterChoice.slitters.map((slitter) => ({ value: slitter.id, label: slitter.code }))}
        onChange={(chosen) => slitterChoice.choose(chosen)}
      />
    </label>
  )
}
function SlitterChoiceList({ slitterChoice }: { slitterChoice: SlitterChoice }) {
  const { t } = useTranslation(['slitting', 'client'])
  if (slitterChoice.isLoading) return <SkeletonDetail />
  if (slitterChoice.error && slitterChoice.slitters.length === 0) return <NotLoadedView query={slitterChoice} />
  if (slitterChoice.slitters.length === 0)
    return (
      <EmptyState
        icon={RollIcon}
        title={t('pages.divideInteractive.noSlitter')}
        advice={t('pages.divideInteractive.noSlitterNext')}
      />
    )
  return (
    <div className="slitter stack gap-4">
      <h2>{t('pages.divideInteractive.choose')}</h2>
      <ul>
        {slitterChoice.slitters.map((slitter) => (
          <li key={slitter.id}>
            <button type="button" className="ui-card" onClick={() => slitterChoice.choose(slitter.id)}>
              <b>{slitter.name}</b>
              <span className="quiet">{slitter.code}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
