import './slitter.css'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { pageViews } from '@/client/areas'
import { useMay } from '@/client/session/use-session'
import { useCorrecting } from '@/client/shell/use-correcting'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { cutting } from '@/areas/rolls/contract/slitting'
import { CutScreen } from './CutScreen'
import { NextJumbo } from './NextJumbo'
import { ViewFrame, type Frame } from './ViewFrame'
import { useSlitter, type ChosenSlitter, type Line } from './use-slitter'

const OpenedRow = lazy(() => import('./OpenedRow'))
const Compose = lazy(() => import('./Compose'))
const PlanView = lazy(() => import('./PlanView'))
const History = lazy(() => import('./History'))
const Packing = lazy(() => import('../packing/Packing'))
const UnsentWeights = lazy(() => import('./UnsentWeights'))
const Setup = lazy(() => import('./Setup'))
const SlitLabels = lazy(() => import('../labels/SlitLabels'))
const LabelsView = lazy(() => import('../labels/LabelsView'))
/** Its own views; what other areas add stands between. */
const BEFORE = ['cut', 'packing', 'plan'] as const
const AFTER = ['history', 'setup'] as const
const waiting = <SkeletonDetail />

/** 分切: what one slitter cuts now, what waits for it, what it cut; its packages and plan, and what other areas add, such as its knives. */
export default function SlitterPage() {
  const added = pageViews('divideInteractive')
  // A tab that another area adds is called by the words of that area.
  const { t } = useTranslation(['rolls', 'client', ...added.flatMap(({ word }) => word.split(':', 1))])
  const place = useSlitter()
  const [params, setParams] = useSearchParams()
  const go = (put: Record<string, string>) => setParams(put)
  const mayEdit = useMay('divideInteractiveEdit')
  const all = [...BEFORE, ...added.map(({ name }) => name), ...AFTER]
  const asked = params.get('view')
  const view = all.find((one) => one === asked) ?? 'cut'
  const Added = added.find(({ name }) => name === view)?.View
  const unsent = useCorrecting()
  const opened = params.get('id')
  const framed = (
    <PageFrame title={t('pages.divideInteractive.title')} onBack={() => go({})}>
      {waiting}
    </PageFrame>
  )
  if (unsent)
    return (
      <Suspense fallback={framed}>
        <UnsentWeights key={unsent.id} item={unsent} onBack={() => go({})} />
      </Suspense>
    )
  if (opened)
    return (
      <Suspense fallback={framed}>
        <OpenedRow
          id={opened}
          place={place}
          onBack={() => go({})}
          onCut={(jumboRollId) => go({ jumbo: jumboRollId })}
          onPack={(id) => go({ view: 'packing', package: id })}
          onLabel={(id) => go({ labels: id, of: 'slitRoll' })}
        />
      </Suspense>
    )
  const labels = params.get('labels')
  if (labels)
    return (
      <Suspense fallback={framed}>
        {params.get('of') === 'package' ? (
          <LabelsView kind="package" ids={[labels]} onBack={() => go({ view: 'packing', package: labels })} />
        ) : params.get('of') === 'slitRoll' ? (
          <LabelsView kind="slitRoll" ids={[labels]} onBack={() => go({ id: labels })} />
        ) : (
          <SlitLabels of="slitSetId" id={labels} onBack={() => go({})} />
        )}
      </Suspense>
    )
  const starting = params.get('jumbo') ?? params.get('number')
  if (starting && place.chosen)
    return (
      <Suspense fallback={framed}>
        <Compose
          slitter={place.chosen}
          limits={place.limits}
          jumboId={params.get('jumbo')}
          number={params.get('number')}
          lineId={params.get('line')}
          onBack={() => go({})}
        />
      </Suspense>
    )
  const views = all.filter((one) => one !== 'setup' || mayEdit)
  const tabs = (
    <Tabs
      views
      label={t('pages.divideInteractive.views')}
      chosen={view}
      onChoose={(next) => go(next === 'cut' ? {} : { view: next })}
      tabs={views.map((key) => ({
        key,
        word: t(added.find(({ name }) => name === key)?.word ?? `pages.divideInteractive.view.${key}`),
      }))}
    />
  )
  const frame: Frame = {
    title: place.chosen?.name ?? t('pages.divideInteractive.title'),
    tools: <Chooser place={place} />,
    tabs,
  }
  // Who packs, stores or ships stands at no slitter: a package opens on any phone.
  if (view === 'packing')
    return (
      <Suspense fallback={<ViewFrame frame={frame}>{waiting}</ViewFrame>}>
        <Packing
          frame={frame}
          slitter={place.chosen}
          packageId={params.get('package')}
          onOpen={(id) => go(id ? { view, package: id } : { view })}
          onLabels={(id) => go({ labels: id, of: 'package' })}
        />
      </Suspense>
    )
  if (!place.chosen)
    return (
      <PageFrame title={frame.title}>
        <Choose place={place} />
      </PageFrame>
    )
  return (
    <Suspense fallback={<ViewFrame frame={frame}>{waiting}</ViewFrame>}>
      {view === 'cut' && <Now place={place} line={place.chosen} frame={frame} go={go} />}
      {view === 'plan' && (
        <PlanView frame={frame} slitter={place.chosen} limits={place.limits} onApplied={() => go({})} />
      )}
      {Added && (
        <Added
          of={place.chosen.id}
          tabs={tabs}
          frame={(content, primary) => (
            <ViewFrame frame={frame} primary={primary}>
              {content}
            </ViewFrame>
          )}
        />
      )}
      {view === 'history' && <History frame={frame} slitter={place.chosen} />}
      {view === 'setup' && <Setup frame={frame} slitter={place.chosen} />}
    </Suspense>
  )
}

/** The jumbo on the slitter, or what may come next. */
function Now({
  place,
  line,
  frame,
  go,
}: {
  place: ChosenSlitter
  line: Line
  frame: Frame
  go: (put: Record<string, string>) => void
}) {
  const open = useList(cutting, { slitterId: line.id, state: 'open', size: 1 })
  const run = open.rows.find((row) => row.state === 'open' && row.slitterId === line.id)
  if (run)
    return (
      <CutScreen
        key={run.id}
        frame={frame}
        onLabels={(set) => go({ labels: set })}
        run={run}
        refs={open.refs}
        limits={place.limits}
      />
    )
  if (open.isLoading) return <ViewFrame frame={frame}>{waiting}</ViewFrame>
  if (open.error && open.at === 0)
    return (
      <ViewFrame frame={frame}>
        <NotLoaded of={open} />
      </ViewFrame>
    )
  return (
    <NextJumbo
      frame={frame}
      slitter={line}
      onJumbo={(id, lineId) => go({ jumbo: id, ...(lineId ? { line: lineId } : {}) })}
      onNumber={(number) => go({ number })}
    />
  )
}

function Chooser({ place }: { place: ChosenSlitter }) {
  const { t } = useTranslation('rolls')
  if (place.all.length < 2 || !place.chosen) return null
  return (
    <label>
      <span className="ui-hidden">{t('pages.divideInteractive.slitter')}</span>
      <select
        className="ui-input slitter-choice"
        value={place.chosen.id}
        onChange={(event) => place.choose(event.target.value)}
      >
        {place.all.map((one) => (
          <option key={one.id} value={one.id}>
            {one.code}
          </option>
        ))}
      </select>
    </label>
  )
}
function Choose({ place }: { place: ChosenSlitter }) {
  const { t } = useTranslation(['rolls', 'client'])
  if (place.isLoading) return <SkeletonDetail />
  if (place.error && place.all.length === 0) return <NotLoaded of={place} />
  if (place.all.length === 0)
    return (
      <EmptyState
        icon={RollIcon}
        title={t('pages.divideInteractive.noSlitter')}
        next={t('pages.divideInteractive.noSlitterNext')}
      />
    )
  return (
    <div className="slitter">
      <h2>{t('pages.divideInteractive.choose')}</h2>
      <ul>
        {place.all.map((one) => (
          <li key={one.id}>
            <button type="button" className="ui-card" onClick={() => place.choose(one.id)}>
              <b>{one.name}</b>
              <span className="quiet">{one.code}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
