import './winder.css'
import './winder-forms.css'
import '@/client/fields/fields.css'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tones } from '@/contract/tone'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useRowText } from '@/client/i18n/use-row-text'
import { useMyLine } from '@/plant/client/line/my-line'
import type { ListRow } from '@/client/resource/build-columns'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import type { FormValues } from '@/client/resource/form-values'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { usePageTitle } from '@/client/shell/use-menu'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { line } from '@/plant/contract/line'
import { jumboRoll } from '../../contract/jumbo-roll'
import { jumboEndpoints } from '../../contract/jumbo-endpoints'
import { machineRunEndpoints } from '../../contract/machine-run'
import { keepLine, keptLine } from './kept-line'
import { NowView } from './NowView'
import { RollPanel } from './RollPanel'
import { gradeTones, stateTones } from './roll-words'
import { TeamOutput } from './TeamOutput'
import { useRollCheck } from './use-roll-check'
import { useWinderLines } from './use-winder'
import type { Change, Roll } from './winder-state'

const LabelsView = lazy(() => import('../labels/LabelsView'))
const of = jumboRoll
const VIEWS = ['now', 'team', 'history'] as const
export type View = (typeof VIEWS)[number]
const COLUMNS = [
  'number',
  'state',
  'doffedAt',
  'lengthM',
  'netKg',
  'grade',
  'workOrderId',
  'productId',
  'lineId',
  'team',
  'shift',
  'businessDate',
  'expectedKg',
  'widthMm',
  'splices',
  'leftM',
  'labels',
] as const
const cells = {
  number: (row: ListRow) => String(row['number'] ?? '') || <RollWord />,
  state: (row: ListRow) => <StateCell row={row} field="state" />,
  grade: (row: ListRow) => <StateCell row={row} field="grade" />,
}
const waiting = (
  <div className="pad">
    <SkeletonDetail />
  </div>
)

/** 卷绕: the winder of a line for its operators, the output of the teams, and the history of all rolls. */
export default function WinderPage() {
  const { t } = useTranslation(['rolls', 'client'])
  const [params, change] = useParams()
  const lines = useWinderLines()
  const title = usePageTitle() ?? t('pages.winder.title')
  const unsent = useCorrectedCommand()
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'now'
  const mine = useMyLine()
  const lineId =
    [params.get('line'), mine, keptLine()].find((id) => lines.rows.some((one) => one.id === id)) ??
    lines.rows[0]?.id ??
    null
  const choose = (id: string) => {
    keepLine(id)
    change({ line: id, id: null, act: null })
  }
  if (unsent) return <Correction unsent={unsent} onBack={() => change({ unsent: null })} />
  if (params.get('labels'))
    return (
      <Suspense fallback={waiting}>
        <LabelsView
          kind="jumboRoll"
          ids={(params.get('labels') ?? '').split(',')}
          onBack={() => change({ labels: null })}
        />
      </Suspense>
    )
  const head = (
    <Head
      lines={lines.rows}
      lineId={lineId}
      view={view}
      onLine={choose}
      onView={(next) => change({ view: next === 'now' ? null : next, id: null, act: null })}
    />
  )
  if (view === 'history')
    return (
      <ResourcePage
        of={of}
        columns={COLUMNS}
        cells={cells}
        primary={null}
        parts={{ title, above: head, detail: (open) => <OpenedRoll open={open} change={change} /> }}
      />
    )
  if (!lineId)
    return (
      <PageFrame title={title}>
        {lines.isLoading ? (
          <SkeletonDetail />
        ) : lines.error ? (
          <NotLoadedView of={lines} />
        ) : (
          <EmptyState title={t('pages.winder.noLines')} next={t('pages.winder.noLinesNext')} />
        )}
      </PageFrame>
    )
  if (view === 'team')
    return (
      <PageFrame title={title}>
        {head}
        <TeamOutput lineId={lineId} />
      </PageFrame>
    )
  return (
    <NowView
      key={lineId}
      lineId={lineId}
      line={lines.rows.find((one) => one.id === lineId) ?? null}
      head={head}
      change={change}
    />
  )
}

function OpenedRoll({ open, change }: { open: OpenRow; change: Change }) {
  return (
    <RollPanel
      roll={open.row as Roll}
      order={null}
      refs={open.refs}
      coreKg={null}
      onBack={open.onBack}
      change={change}
    />
  )
}
function Head({
  lines,
  lineId,
  view,
  onLine,
  onView,
}: {
  lines: readonly { id: string; code: string; name: string; nameEn: string | null }[]
  lineId: string | null
  view: View
  onLine: (id: string) => void
  onView: (view: View) => void
}) {
  const { t } = useTranslation('rolls')
  const nameOf = useRowText(line, 'name')
  return (
    <div className="wd-head">
      <Tabs
        switchesViews
        label={t('pages.winder.views')}
        chosen={view}
        onChoose={onView}
        tabs={VIEWS.map((key) => ({ key, word: t(`pages.winder.view.${key}`) }))}
      />
      {view !== 'history' && lines.length > 1 && (
        <label className="wd-lines-choice">
          <span className="ui-hidden">{t('jumboRoll.fields.lineId')}</span>
          <select className="ui-input" value={lineId ?? ''} onChange={(event) => onLine(event.target.value)}>
            {lines.map((one) => (
              <option key={one.id} value={one.id}>
                {one.code} {nameOf(one)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
function StateCell({ row, field }: { row: ListRow; field: 'state' | 'grade' }) {
  const { t } = useTranslation('rolls')
  const key = String(row[field] ?? '')
  const tones: Tones<string> = field === 'state' ? stateTones : gradeTones
  // A roll on the winder has no grade yet.
  return key && !(field === 'grade' && row['doffedAt'] === null) ? (
    <StateBadge tone={tones[key] ?? 'idle'}>{t(`jumboRoll.options.${field}.${key}`)}</StateBadge>
  ) : null
}
function RollWord() {
  const { t } = useTranslation('rolls')
  return <>{t('pages.winder.unnumbered')}</>
}
/** Corrects an unsent command that the server refused. */
function Correction({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('rolls')
  const check = useRollCheck(unsent)
  const own = [...jumboEndpoints, ...machineRunEndpoints].find((one) => one.name === unsent.op) as
    | Endpoint<FormValues, unknown>
    | undefined
  if (!own) return <EmptyState title={t('pages.winder.attention')} />
  return (
    <LazyCommandForm
      endpoint={own}
      title={t(`actions.${own.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      check={check}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
