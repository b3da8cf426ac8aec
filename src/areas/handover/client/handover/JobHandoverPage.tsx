import './handover.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import type { Cells } from '@/client/resource/build-columns'
import { MissingRowView } from '@/client/resource/MissingRowView'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useHasPermission } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { handover } from '../../contract/handover'
import { handoverKinds, type HandoverKind } from '../../rules/handover'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { handoverTones } from '../tones'
import { HandoverPanel } from './HandoverPanel'
import { HandoverCorrectionForm, FillInForm, OpenHandoverForm, ReturnHandoverForm } from './HandoverForms'
import { HandoverPrintPage } from './HandoverPrintPage'
import { ShiftHandoverPage } from './ShiftHandoverPage'
import type { HandoverRow } from './use-handover-commands'

const resource = handover
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
  const [params, put] = useParams()
  const view: View = VIEWS.find((one) => one === params.get('view')) ?? 'shift'
  const unsent = useCorrectedCommand()
  const closeForm = () => put({ act: null, unsent: null, new: null }, true)
  const [id, act] = [params.get('id'), params.get('act')]
  if (unsent) return <HandoverCorrectionForm unsent={unsent} onBack={closeForm} />
  if (params.get('new') && view !== 'shift' && view !== 'all')
    return <OpenHandoverForm kind={view} onBack={closeForm} onDone={(newId) => put({ new: null, id: newId }, true)} />
  if (id && (act || view === 'shift'))
    return (
      <SingleHandoverView
        id={id}
        act={act}
        onAct={(next) => put({ act: next })}
        onBack={closeForm}
        onClose={() => put({ id: null, act: null })}
      />
    )
  const tabs = <ViewTabs view={view} onChoose={(next) => put({ view: next === 'shift' ? null : next, id: null })} />
  return view === 'shift' ? (
    <ShiftHandoverPage tabs={tabs} onOpen={(newId, edit) => put({ id: newId, act: edit ? 'edit' : null })} />
  ) : (
    <HandoverListView key={view} kind={view} tabs={tabs} onAct={(next) => put({ act: next })} />
  )
}
function ViewTabs({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { t } = useTranslation('handover')
  return (
    <Tabs
      switchesViews
      label={t('pages.handover.views')}
      chosen={view}
      onChoose={onChoose}
      tabs={VIEWS.map((key) => ({
        key,
        word: t(key === 'shift' || key === 'all' ? VIEW_TEXT_KEYS[key] : `handover.options.kind.${key}`),
      }))}
    />
  )
}
/** List of handovers of one kind or all kinds, newest first; new ones are opened within a kind. */
function HandoverListView({
  kind,
  tabs,
  onAct,
}: {
  kind: HandoverKind | 'all'
  tabs: React.ReactNode
  onAct: (act: string) => void
}) {
  const { t } = useTranslation(['handover', 'client', 'plant'])
  const [, put] = useParams()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const canAdd = useHasPermission('jobHandoverAdd')
  const cells = useMemo(
    (): Cells => ({
      state: (row) => <ResourceStateBadge of={handover} state={row['state']} tones={handoverTones} />,
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
    }),
    [formatTeam, formatShift],
  )
  const addButton = canAdd && kind !== 'all' && (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => put({ new: '1' })}>
      {t('client:resource.add')}
    </Button>
  )
  return (
    <ResourcePage
      of={resource}
      columns={COLUMNS}
      cells={cells}
      {...(kind === 'all' ? {} : { fixed: FIXED_FILTERS[kind] })}
      primary={addButton || null}
      parts={{
        above: tabs,
        detail: ({ row, refs, onBack, onGone }) => (
          <HandoverPanel row={row as HandoverRow} refs={refs} onBack={onBack} onOpenView={onAct} onGone={onGone} />
        ),
      }}
    />
  )
}

/** Loads one handover by id and shows its panel, a form or the print view. */
function SingleHandoverView({
  id,
  act,
  onAct,
  onBack,
  onClose,
}: {
  id: string
  act: string | null
  onAct: (act: string) => void
  onBack: () => void
  onClose: () => void
}) {
  const { row, ...query } = useRow(handover, id)
  if (!row)
    return (
      <MissingRowView
        opened={{ busy: query.isLoading || query.isFetching, error: query.error, again: query.again }}
        onBack={onClose}
      />
    )
  const handoverRow = row as HandoverRow
  if (act === 'edit') return <FillInForm row={handoverRow} refs={query.refs} onBack={onBack} onDone={onBack} />
  if (act === 'return') return <ReturnHandoverForm row={handoverRow} onBack={onBack} />
  if (act === 'print') return <HandoverPrintPage row={handoverRow} onBack={onBack} />
  return (
    <HandoverPanel
      key={handoverRow.id}
      row={handoverRow}
      refs={query.refs}
      onBack={onClose}
      onOpenView={onAct}
      onGone={onClose}
    />
  )
}
