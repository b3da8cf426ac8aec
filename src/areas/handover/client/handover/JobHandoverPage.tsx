import './handover.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import type { Cells } from '@/client/resource/build-columns'
import { RowBoundary } from '@/client/resource/QueryBoundary'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { handover } from '../../contract/handover'
import { handoverKinds, type HandoverKind } from '../../rules/handover'
import { useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { handoverTones } from '../tones'
import { HandoverPanel } from './HandoverPanel'
import { HandoverCorrectionForm, FillInForm, OpenHandoverForm, ReturnHandoverForm } from './HandoverForms'
import { HandoverPrintPage } from './HandoverPrintPage'
import { ShiftHandoverPage } from './ShiftHandoverPage'
import type { HandoverRow } from './use-handover-commands'

const FIXED_FILTERS = Object.fromEntries(handoverKinds.map((kind) => [kind, { kind }])) as Record<
  HandoverKind,
  { kind: HandoverKind }
>
const COLUMNS = [
  'kind',
  'state',
  'lineId',
  'businessDate',
  'shift',
  'team',
  'giverId',
  'givenAt',
  'takerId',
  'takenAt',
  'returns',
  'toDo',
] as const
const VIEWS = ['shift', ...handoverKinds, 'all'] as const
type View = (typeof VIEWS)[number]
const VIEW_TEXT_KEYS = { shift: 'pages.handover.myShift', all: 'pages.handover.allKinds' } as const

/** 交接班: tabs for the caller's shift, each kind and all kinds; detail, forms and print view of one handover. */
export default function JobHandoverPage() {
  const [params, changeParams] = useQueryParams()
  const view: View = VIEWS.find((option) => option === params.get('view')) ?? 'shift'
  const unsent = useUnsentCommandToCorrect()
  const closeForm = () => changeParams({ act: null, unsent: null, new: null }, { replace: true })
  const id = params.get('id')
  const openView = params.get('act')
  if (unsent) return <HandoverCorrectionForm unsent={unsent} onBack={closeForm} />
  if (params.get('new') && view !== 'shift' && view !== 'all')
    return (
      <OpenHandoverForm
        kind={view}
        onBack={closeForm}
        onDone={(newId) => changeParams({ new: null, id: newId }, { replace: true })}
      />
    )
  if (id && (openView || view === 'shift'))
    return (
      <SingleHandoverView
        id={id}
        viewName={openView}
        onOpenView={(viewName) => changeParams({ act: viewName })}
        onBack={closeForm}
        onClose={() => changeParams({ id: null, act: null })}
      />
    )
  const tabs = (
    <ViewTabs
      view={view}
      onChoose={(chosenView) => changeParams({ view: chosenView === 'shift' ? null : chosenView, id: null })}
    />
  )
  return view === 'shift' ? (
    <ShiftHandoverPage
      tabs={tabs}
      onOpen={(newId, startsEditing) => changeParams({ id: newId, act: startsEditing ? 'edit' : null })}
    />
  ) : (
    <HandoverListView key={view} kind={view} tabs={tabs} onOpenView={(viewName) => changeParams({ act: viewName })} />
  )
}
function ViewTabs({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { t } = useTranslation('handover')
  return (
    <Tabs
      isNavigation
      label={t('pages.handover.views')}
      chosen={view}
      onChoose={onChoose}
      tabs={VIEWS.map((key) => ({
        key,
        label: t(key === 'shift' || key === 'all' ? VIEW_TEXT_KEYS[key] : `handover.options.kind.${key}`),
      }))}
    />
  )
}
/** List of handovers of one kind or all kinds, newest first. The list of all kinds has no button for a new handover. */
function HandoverListView({
  kind,
  tabs,
  onOpenView,
}: {
  kind: HandoverKind | 'all'
  tabs: React.ReactNode
  onOpenView: (viewName: string) => void
}) {
  const { t } = useTranslation(['handover', 'client', 'plant'])
  const [, changeParams] = useQueryParams()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const canAdd = useHasPermission('jobHandoverAdd')
  const cells = useMemo(
    (): Cells => ({
      state: (row) => <ResourceStateBadge resource={handover} state={row['state']} tones={handoverTones} />,
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
    }),
    [formatTeam, formatShift],
  )
  const addButton = canAdd && kind !== 'all' && (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
      {t('client:resource.add')}
    </Button>
  )
  return (
    <ResourcePage
      resource={handover}
      columns={COLUMNS}
      cells={cells}
      {...(kind === 'all' ? {} : { fixedFilters: FIXED_FILTERS[kind] })}
      primary={addButton || null}
      parts={{
        above: tabs,
        detail: ({ row, refs, onBack, onRemoved }) => (
          <HandoverPanel
            row={row as HandoverRow}
            refs={refs}
            onBack={onBack}
            onOpenView={onOpenView}
            onRemoved={onRemoved}
          />
        ),
      }}
    />
  )
}

/** Loads one handover by id and shows its panel, a form or the print view. */
function SingleHandoverView({
  id,
  viewName,
  onOpenView,
  onBack,
  onClose,
}: {
  id: string
  viewName: string | null
  onOpenView: (viewName: string) => void
  onBack: () => void
  onClose: () => void
}) {
  const rowQuery = useRow(handover, id)
  return (
    <RowBoundary query={rowQuery} onBack={onClose}>
      {(row) => {
        const handoverRow = row as HandoverRow
        if (viewName === 'edit')
          return <FillInForm row={handoverRow} refs={rowQuery.refs} onBack={onBack} onDone={onBack} />
        if (viewName === 'return') return <ReturnHandoverForm row={handoverRow} onBack={onBack} />
        if (viewName === 'print') return <HandoverPrintPage row={handoverRow} onBack={onBack} />
        return (
          <HandoverPanel
            key={handoverRow.id}
            row={handoverRow}
            refs={rowQuery.refs}
            onBack={onClose}
            onOpenView={onOpenView}
            onRemoved={onClose}
          />
        )
      }}
    </RowBoundary>
  )
}
