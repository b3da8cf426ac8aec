import './winder.css'
import './winder-forms.css'
import '@/client/fields/fields.css'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tones } from '@/contract/state-machine'
import type { Endpoint } from '@/contract/endpoint'
import type { UnsentCommand } from '@/client/api/phone'
import { useRowText } from '@/client/i18n/labels'
import { useMyLine } from '@/plant/client/line/my-line'
import type { ListRow } from '@/client/resource/build-columns'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import type { FormValues } from '@/client/resource/form-values'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { usePageTitle } from '@/client/shell/use-menu'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { LazyBoundary, PageSkeleton, SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { line } from '@/plant/contract/line'
import { jumboRoll } from '../../contract/jumbo-roll'
import { jumboEndpoints } from '../../contract/jumbo-endpoints'
import { machineRunEndpoints } from '../../contract/machine-run'
import { CurrentWinderView } from './CurrentWinderView'
import { JumboRollPanel } from './JumboRollPanel'
import { gradeTones, jumboStateTones } from '../shared/roll-display'
import { TeamOutputPanel } from './TeamOutputPanel'
import { useRollCheck } from './use-roll-check'
import { useWinderLines } from './use-winder'
import type { ChangeParams, WinderRoll } from '../shared/winder-state'
import { recordTrouble } from '@/client/ui/trouble'
import { Select } from '@/client/ui/Select'

const RollLabelsView = lazy(() => import('../shared/labels/RollLabelsView'))
const WINDER_VIEWS = ['now', 'team', 'history'] as const
export type WinderView = (typeof WINDER_VIEWS)[number]
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
  number: (row: ListRow) => String(row['number'] ?? '') || <UnnumberedRollCell />,
  state: (row: ListRow) => <StateCell row={row} field="state" />,
  grade: (row: ListRow) => <StateCell row={row} field="grade" />,
}
const pageSkeleton = <PageSkeleton />

/** 卷绕: the winder of a line for its operators, the output of the teams, and the history of all rolls. */
export default function WinderPage() {
  const { t } = useTranslation(['rolls', 'client'])
  const [params, changeParams] = useQueryParams()
  const lines = useWinderLines()
  const title = usePageTitle() ?? t('pages.winder.title')
  const unsent = useUnsentCommandToCorrect()
  const view = WINDER_VIEWS.find((key) => key === params.get('view')) ?? 'now'
  const myLineId = useMyLine()
  const lineId =
    [params.get('line'), myLineId, loadStoredLine()].find((id) =>
      lines.rows.some((winderLine) => winderLine.id === id),
    ) ??
    lines.rows[0]?.id ??
    null
  const chooseLine = (id: string) => {
    storeLine(id)
    changeParams({ line: id, id: null, act: null })
  }
  if (unsent) return <CorrectionForm unsent={unsent} onBack={() => changeParams({ unsent: null })} />
  if (params.get('labels'))
    return (
      <LazyBoundary skeleton={pageSkeleton}>
        <RollLabelsView ids={(params.get('labels') ?? '').split(',')} onBack={() => changeParams({ labels: null })} />
      </LazyBoundary>
    )
  const headerBar = (
    <WinderHeaderBar
      lines={lines.rows}
      lineId={lineId}
      view={view}
      onLine={chooseLine}
      onView={(next) => changeParams({ view: next === 'now' ? null : next, id: null, act: null })}
    />
  )
  if (view === 'history')
    return (
      <ResourcePage
        resource={jumboRoll}
        columns={COLUMNS}
        cells={cells}
        primary={null}
        parts={{
          title,
          above: headerBar,
          detail: (open) => <OpenedRollPanel openRow={open} changeParams={changeParams} />,
        }}
      />
    )
  if (!lineId)
    return (
      <PageFrame title={title}>
        <QueryBoundary query={lines} skeleton={<SkeletonDetail />}>
          {() => <EmptyState title={t('pages.winder.noLines')} advice={t('pages.winder.noLinesNext')} />}
        </QueryBoundary>
      </PageFrame>
    )
  if (view === 'team')
    return (
      <PageFrame title={title}>
        {headerBar}
        <TeamOutputPanel lineId={lineId} />
      </PageFrame>
    )
  return (
    <CurrentWinderView
      key={lineId}
      lineId={lineId}
      line={lines.rows.find((winderLine) => winderLine.id === lineId) ?? null}
      header={headerBar}
      changeParams={changeParams}
    />
  )
}

function OpenedRollPanel({ openRow, changeParams }: { openRow: OpenRow; changeParams: ChangeParams }) {
  return (
    <JumboRollPanel
      roll={openRow.row as WinderRoll}
      order={null}
      refs={openRow.refs}
      coreKg={null}
      onBack={openRow.onBack}
      changeParams={changeParams}
    />
  )
}
function WinderHeaderBar({
  lines,
  lineId,
  view,
  onLine,
  onView,
}: {
  lines: readonly { id: string; code: string; name: string; nameEn: string | null }[]
  lineId: string | null
  view: WinderView
  onLine: (id: string) => void
  onView: (view: WinderView) => void
}) {
  const { t } = useTranslation('rolls')
  const getName = useRowText(line, 'name')
  return (
    <div className="wd-head cluster middle between">
      <Tabs
        isNavigation
        label={t('pages.winder.views')}
        chosen={view}
        onChoose={onView}
        tabs={WINDER_VIEWS.map((key) => ({ key, label: t(`pages.winder.view.${key}`) }))}
      />
      {view !== 'history' && lines.length > 1 && (
        <label className="wd-lines-choice">
          <span className="ui-hidden">{t('jumboRoll.fields.lineId')}</span>
          <Select
            value={lineId ?? ''}
            options={lines.map((winderLine) => ({
              value: winderLine.id,
              label: `${winderLine.code} ${getName(winderLine)}`,
            }))}
            onChange={onLine}
          />
        </label>
      )}
    </div>
  )
}
function StateCell({ row, field }: { row: ListRow; field: 'state' | 'grade' }) {
  const { t } = useTranslation('rolls')
  const key = String(row[field] ?? '')
  const tones: Tones<string> = field === 'state' ? jumboStateTones : gradeTones
  // A roll on the winder has no grade yet.
  return key && !(field === 'grade' && row['doffedAt'] === null) ? (
    <StateBadge tone={tones[key] ?? 'idle'}>{t(`jumboRoll.options.${field}.${key}`)}</StateBadge>
  ) : null
}
function UnnumberedRollCell() {
  const { t } = useTranslation('rolls')
  return <>{t('pages.winder.unnumbered')}</>
}
/** Corrects an unsent command that the server refused. */
function CorrectionForm({ unsent, onBack }: { unsent: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('rolls')
  const check = useRollCheck(unsent)
  const endpoint = [...jumboEndpoints, ...machineRunEndpoints].find((candidate) => candidate.name === unsent.op) as
    | Endpoint<FormValues, unknown>
    | undefined
  if (!endpoint) return <EmptyState title={t('pages.winder.attention')} />
  return (
    <LazyCommandForm
      endpoint={endpoint}
      title={t(`actions.${endpoint.name.replaceAll('.', '_')}`)}
      unsent={unsent}
      check={check}
      onBack={onBack}
      onDone={onBack}
    />
  )
}

const STORAGE_KEY = 'winder/line'
/** Returns the line stored on this tablet; null until one was chosen. */
function loadStoredLine(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null // storage is blocked
  }
}
/** Stores the chosen line on this tablet. */
function storeLine(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch (error) {
    recordTrouble('line not remembered', error)
  }
}
