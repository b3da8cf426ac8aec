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
import { Correction, FillIn, OpenOne, ReturnForm } from './HandoverForms'
import { PrintPage } from './PrintPage'
import { ShiftPage } from './ShiftPage'
import type { HandoverRow } from './use-steps'

const of = handover
const fixed = Object.fromEntries(handoverKinds.map((kind) => [kind, { kind }])) as Record<
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
const views = ['shift', ...handoverKinds, 'all'] as const
type View = (typeof views)[number]
const WORDS = { shift: 'pages.handover.myShift', all: 'pages.handover.allKinds' } as const

/** 交接班: tabs for the caller's shift, each kind and all kinds; detail, forms and print view of one handover. */
export default function JobHandoverPage() {
  const [params, put] = useParams()
  const view: View = views.find((one) => one === params.get('view')) ?? 'shift'
  const unsent = useCorrectedCommand()
  const back = () => put({ act: null, unsent: null, new: null }, true)
  const [id, act] = [params.get('id'), params.get('act')]
  if (unsent) return <Correction unsent={unsent} onBack={back} />
  if (params.get('new') && view !== 'shift' && view !== 'all')
    return <OpenOne kind={view} onBack={back} onDone={(made) => put({ new: null, id: made }, true)} />
  if (id && (act || view === 'shift'))
    return (
      <One
        id={id}
        act={act}
        onAct={(next) => put({ act: next })}
        onBack={back}
        onClose={() => put({ id: null, act: null })}
      />
    )
  const tabs = <ViewTabs view={view} onChoose={(next) => put({ view: next === 'shift' ? null : next, id: null })} />
  return view === 'shift' ? (
    <ShiftPage tabs={tabs} onOpen={(made, edit) => put({ id: made, act: edit ? 'edit' : null })} />
  ) : (
    <Kind key={view} kind={view} tabs={tabs} onAct={(next) => put({ act: next })} />
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
      tabs={views.map((key) => ({
        key,
        word: t(key === 'shift' || key === 'all' ? WORDS[key] : `handover.options.kind.${key}`),
      }))}
    />
  )
}
/** List of handovers of one kind or all kinds, newest first; new ones are opened within a kind. */
function Kind({
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
  const word = useFormatShift()
  const teamWord = useFormatTeam()
  const mayAdd = useHasPermission('jobHandoverAdd')
  const cells = useMemo(
    (): Cells => ({
      state: (row) => <ResourceStateBadge of={handover} state={row['state']} tones={handoverTones} />,
      shift: (row) => word(row['shift']),
      team: (row) => teamWord(row['team']),
    }),
    [teamWord, word],
  )
  const add = mayAdd && kind !== 'all' && (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => put({ new: '1' })}>
      {t('client:resource.add')}
    </Button>
  )
  return (
    <ResourcePage
      of={of}
      columns={COLUMNS}
      cells={cells}
      {...(kind === 'all' ? {} : { fixed: fixed[kind] })}
      primary={add || null}
      parts={{
        above: tabs,
        detail: ({ row, refs, onBack, onGone }) => (
          <HandoverPanel row={row as HandoverRow} refs={refs} onBack={onBack} onAct={onAct} onGone={onGone} />
        ),
      }}
    />
  )
}

/** Loads one handover by id and shows its panel, a form or the print view. */
function One({
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
  const { row, ...asked } = useRow(handover, id)
  if (!row)
    return (
      <MissingRowView
        opened={{ busy: asked.isLoading || asked.isFetching, error: asked.error, again: asked.again }}
        onBack={onClose}
      />
    )
  const known = row as HandoverRow
  if (act === 'edit') return <FillIn row={known} refs={asked.refs} onBack={onBack} onDone={onBack} />
  if (act === 'return') return <ReturnForm row={known} onBack={onBack} />
  if (act === 'print') return <PrintPage row={known} onBack={onBack} />
  return <HandoverPanel key={known.id} row={known} refs={asked.refs} onBack={onClose} onAct={onAct} onGone={onClose} />
}
