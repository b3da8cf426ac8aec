import './inspection.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { useRow } from '@/client/api/use-list'
import type { UnsentCommand } from '@/client/api/phone'
import { useNames } from '@/client/fields/options'
import { NarrowedRowsChip } from '@/client/resource/NarrowedRowsChip'
import { ROW_IDS_PARAM, useNarrowedRows } from '@/client/resource/narrowed-rows'
import type { Cells } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { CheckIcon, PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import {
  addFirstInspection,
  processInspection1,
  processInspection2,
  dailyInspection,
  firstInspection,
  inspectionTime,
  postInspection,
  removeInspection,
} from '../../contract/inspections'
import type { InspectionKind } from '../../rules/inspection'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { useParams, type ParamsChanger } from '@/client/use-params'
import { resultTones } from '../tones'
import { CheckForm, type CheckName } from './CheckForm'
import { ProcessInspectionForm, type ProcessInspectionName } from './ProcessInspectionForm'
import { DueList } from './DueList'
import { MeasuredShown } from './MeasuredShown'
import { useDue, type Due } from './use-due'

type SheetName = CheckName | ProcessInspectionName
const sheets = {
  dailyInspection,
  postInspection,
  processInspection1,
  processInspection2,
  firstInspection,
} as Record<SheetName, Resource>
const names = Object.keys(sheets) as SheetName[]
const sheetOf: Record<InspectionKind, SheetName> = {
  daily: 'dailyInspection',
  post: 'postInspection',
  process1: 'processInspection1',
  process2: 'processInspection2',
  first: 'firstInspection',
}
const isProcessInspection = (name: SheetName): name is ProcessInspectionName => name.startsWith('processInspection')
const head = ['businessDate', 'result', 'lineId', 'shift', 'team'] as const
const columns: Record<SheetName, readonly string[]> = {
  dailyInspection: [...head, 'items', 'userId', 'filledAt', 'note'],
  postInspection: [...head, 'post', 'items', 'userId', 'filledAt', 'note'],
  firstInspection: [...head, 'workOrderId', 'released', 'jumboRollId', 'items', 'images', 'userId'],
  processInspection1: [...head, 'workOrderId', 'outOfLimits', 'measuredAt', 'processStandardId', 'userId'],
  processInspection2: [...head, 'workOrderId', 'outOfLimits', 'measuredAt', 'processStandardId', 'userId'],
}

/** 生产检验: due inspections, and the records of each kind of inspection. */
export default function ProductionInspectionPage() {
  const [params, put] = useParams()
  const unsent = useCorrectedCommand()
  const asked = names.find((one) => one === params.get('view')) ?? null
  const name = unsent ? (names.find((one) => unsent.op?.startsWith(`${one}.`)) ?? asked) : asked
  const begin = {
    ...(params.get('line') ? { lineId: params.get('line') } : {}),
    ...(params.get('order') ? { workOrderId: params.get('order') } : {}),
  }
  const tabs = (
    <ViewTabs
      view={name ?? 'due'}
      onChoose={(view) => put({ view: view === 'due' ? null : view, id: null, q: null, [ROW_IDS_PARAM]: null })}
    />
  )
  const close = () => put({ new: null, edit: null, unsent: null, line: null, order: null }, true)
  const done = (id: string) =>
    put({ new: null, edit: null, unsent: null, line: null, order: null, id: id || null }, true)
  if (name && (params.get('new') || unsent))
    return <NewSheet key={name} name={name} unsent={unsent} start={begin} onBack={close} onDone={done} />
  if (name && params.get('edit') && params.get('id') && !isProcessInspection(name))
    return <EditSheet name={name} id={params.get('id')!} onBack={close} onDone={done} />
  if (name) return <Sheets key={name} name={name} tabs={tabs} put={put} />
  return (
    <DuePage
      tabs={tabs}
      onInspect={(due) => put({ view: sheetOf[due.inspection], new: '1', line: due.lineId, order: due.workOrderId })}
    />
  )
}
function ViewTabs({ view, onChoose }: { view: SheetName | 'due'; onChoose: (view: SheetName | 'due') => void }) {
  const { t } = useTranslation('quality')
  return (
    <Tabs
      switchesViews
      label={t('pages.inspection.views')}
      chosen={view}
      onChoose={onChoose}
      tabs={[{ key: 'due', word: t('inspectionTime.name') }, ...names.map((key) => ({ key, word: t(`${key}.name`) }))]}
    />
  )
}
function DuePage({ tabs, onInspect }: { tabs: React.ReactNode; onInspect: (due: Due) => void }) {
  const { t } = useTranslation('quality')
  const due = useDue()
  const among = useNarrowedRows()
  const mayAdd = useCanCall(inspectionTime.endpoints.create)
  const next = due.rows.find((row) => ['overdue', 'due'].includes(due.stateOf(row)))
  const line = useNames('line', next ? [next.lineId] : [], due.list.refs)[next?.lineId ?? '']
  return (
    <PageFrame
      contentScrollsItself
      title={usePageTitle() ?? ''}
      primary={
        mayAdd &&
        next && (
          <Button look="primary" icon={<CheckIcon size={20} />} onClick={() => onInspect(next)}>
            {[t(`inspectionTime.options.inspection.${next.inspection}`), line].filter(Boolean).join(' · ')}
          </Button>
        )
      }
    >
      <div className="tabbed">
        {tabs}
        <NarrowedRowsChip ids={among.ids} onClear={among.clear} />
        <DueList due={{ ...due, rows: among.filter(due.rows) }} onInspect={onInspect} />
      </div>
    </PageFrame>
  )
}
function NewSheet({
  name,
  unsent,
  start,
  onBack,
  onDone,
}: {
  name: SheetName
  unsent: UnsentCommand | undefined
  start: object
  onBack: () => void
  onDone: (id: string) => void
}) {
  return isProcessInspection(name) ? (
    <ProcessInspectionForm name={name} unsent={unsent} start={start} onBack={onBack} onDone={onDone} />
  ) : (
    <CheckForm name={name} unsent={unsent} start={start} onBack={onBack} onDone={onDone} />
  )
}
function EditSheet({
  name,
  id,
  onBack,
  onDone,
}: {
  name: CheckName
  id: string
  onBack: () => void
  onDone: (id: string) => void
}) {
  const { row, refs } = useRow(sheets[name] as typeof dailyInspection, id)
  return row ? (
    <CheckForm name={name} row={row} refs={refs} onBack={onBack} onDone={() => onDone(id)} />
  ) : (
    <div className="pad">
      <SkeletonDetail />
    </div>
  )
}

/** Lists all inspections of one kind, newest first. */
function Sheets({ name, tabs, put }: { name: SheetName; tabs: React.ReactNode; put: ParamsChanger }) {
  const { t } = useTranslation(['quality', 'client', 'plant'])
  const word = useFormatShift()
  const teamWord = useFormatTeam()
  const of = sheets[name]
  const create =
    name === 'firstInspection' ? (addFirstInspection as Endpoint) : (of.endpoints.create as Endpoint | undefined)
  const mayAdd = useCanCall(create)
  const cells = useMemo(
    (): Cells => ({
      result: createStateCell(of, 'result', resultTones),
      shift: (row) => word(row['shift']),
      team: (row) => teamWord(row['team']),
      values: (row) => <MeasuredShown values={row['values']} />,
    }),
    [of, word, teamWord],
  )
  // Only process inspections show their values with limits; the others use plain text.
  const plain = useMemo(
    (): Cells => Object.fromEntries(Object.entries(cells).filter(([field]) => field !== 'values')),
    [cells],
  )
  // One endpoint removes both daily and post inspections.
  const remove = name === 'dailyInspection' || name === 'postInspection' ? removeInspection : undefined
  const detail = (open: OpenRow) => (
    <RowPanel
      of={of}
      {...open}
      about={t(`${name}.name`)}
      cells={isProcessInspection(name) ? cells : plain}
      update={of.endpoints.update as Endpoint | undefined}
      {...(remove ? { remove } : {})}
    />
  )
  return (
    <ResourcePage
      of={of}
      columns={columns[name]}
      cells={cells}
      primary={
        mayAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => put({ new: '1' })}>
            {t('pages.inspection.add')}
          </Button>
        ) : null
      }
      parts={{ above: tabs, detail }}
    />
  )
}
