import '@/client/ui/dialog-form.css'
import './slitter.css'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useHasPermission } from '@/client/session/use-session'
import { PageViews, type PageViewTab } from '@/client/shell/PageViews'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { EmptyState } from '@/client/ui/EmptyState'
import { RollIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
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
const waiting = <SkeletonDetail />

/**
 * 分切: current cutting, queue, history, packages and plan of one slitter, plus views of other areas such as its knives.
 */
export default function SlitterPage() {
  const { t } = useTranslation('rolls')
  const place = useSlitter()
  const [params, setParams] = useSearchParams()
  const go = (put: Record<string, string>) => setParams(put)
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const unsent = useCorrectedCommand()
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
  const { chosen } = place
  const title = chosen?.name ?? t('pages.divideInteractive.title')
  // Packing, storing and shipping need no slitter, so a package opens on any phone.
  if (!chosen && params.get('view') !== 'packing')
    return (
      <PageFrame title={title}>
        <Choose place={place} />
      </PageFrame>
    )
  const frameOf = (tabs: ReactNode): Frame => ({ title, tools: <Chooser place={place} />, tabs })
  const view = (key: string, draw: (frame: Frame) => ReactNode, last = false): PageViewTab => ({
    key,
    word: t(`pages.divideInteractive.view.${key}`),
    draw: (tabs) => draw(frameOf(tabs)),
    last,
  })
  return (
    <PageViews
      page="divideInteractive"
      label={t('pages.divideInteractive.views')}
      rowId={chosen?.id ?? ''}
      frame={(tabs) => (content, primary) => (
        <ViewFrame frame={frameOf(tabs)} primary={primary}>
          {content}
        </ViewFrame>
      )}
      views={[
        view('cut', (frame) => chosen && <Now place={place} line={chosen} frame={frame} go={go} />),
        view('packing', (frame) => (
          <Packing
            frame={frame}
            slitter={chosen}
            packageId={params.get('package')}
            onOpen={(id) => go({ view: 'packing', ...(id ? { package: id } : {}) })}
            onLabels={(id) => go({ labels: id, of: 'package' })}
          />
        )),
        view(
          'plan',
          (frame) =>
            chosen && <PlanView frame={frame} slitter={chosen} limits={place.limits} onApplied={() => go({})} />,
        ),
        view('history', (frame) => chosen && <History frame={frame} slitter={chosen} />, true),
        ...(mayEdit ? [view('setup', (frame) => chosen && <Setup frame={frame} slitter={chosen} />, true)] : []),
      ]}
    />
  )
}

/** The cutting on the slitter, or the choice of the next jumbo. */
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
        <NotLoadedView of={open} />
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
  if (place.error && place.all.length === 0) return <NotLoadedView of={place} />
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
