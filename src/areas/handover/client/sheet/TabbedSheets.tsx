import '../handover/handover.css'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import type { FormError } from '@/client/resource/CommandForm'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import type { BaseRow } from '@/client/resource/use-draft'
import type { CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { useCanCall } from '@/client/session/use-session'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { Tabs } from '@/client/ui/Tabs'
import type { processRecord } from '../../contract/production-sheets'
import { getInitialLine } from '@/plant/client/line/my-line'
import { ShiftRecordForm } from '@/plant/client/sheet/ShiftRecordForm'
import { useShifts, useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'

/** One kind of record on a tabbed page. Define the object outside of the component to keep it stable. */
export interface SheetKind {
  of: Resource
  columns: readonly string[]
  /** Fields of the form in order; `businessDate` represents the whole shift. */
  only: readonly string[]
  cells?: Cells
  /** Fields that default to the current time in a new record. */
  now?: readonly string[]
  draw?: Readonly<Record<string, (form: CommandFormState) => ReactNode>>
  check?: (values: Readonly<FormValues>) => readonly FormError[]
  actions?: (row: ListRow) => ReactNode
}

/** Page with a tab per kind of record, each with list, detail and form. The open item is in the URL. */
export function TabbedSheets({
  label,
  kinds,
  tools,
}: {
  label: string
  kinds: readonly SheetKind[]
  tools?: ReactNode
}) {
  const { t } = useTranslation('handover')
  const [params, put] = useParams()
  const unsent = useCorrectedCommand()
  const wanted = unsent?.op?.split('.')[0] ?? params.get('view')
  const kind = kinds.find(({ of }) => of.name === wanted) ?? kinds[0]!
  const close = () => put({ new: null, edit: null, unsent: null }, true)
  const done = (id: string) => put({ new: null, edit: null, unsent: null, id: id || null }, true)
  if (params.get('new') || unsent)
    return <Form key={kind.of.name} kind={kind} unsent={unsent} onBack={close} onDone={done} />
  const id = params.get('id')
  if (params.get('edit') && id) return <Edit kind={kind} id={id} onBack={close} onDone={() => done(id)} />
  const tabs = (
    <Tabs
      switchesViews
      label={label}
      chosen={kind.of.name}
      onChoose={(view) => put({ view, id: null, q: null })}
      tabs={kinds.map(({ of }) => ({ key: of.name, word: t(`${of.name}.name`) }))}
    />
  )
  return <Sheets key={kind.of.name} kind={kind} tabs={tabs} tools={tools} onNew={() => put({ new: '1' })} />
}

function Sheets({
  kind,
  tabs,
  tools,
  onNew,
}: {
  kind: SheetKind
  tabs: ReactNode
  tools: ReactNode
  onNew: () => void
}) {
  const { t } = useTranslation(['handover', 'client', 'plant'])
  const word = useFormatShift()
  const teamWord = useFormatTeam()
  const mayAdd = useCanCall(kind.of.endpoints.create as Endpoint | undefined)
  const cells = useMemo(
    (): Cells => ({
      shift: (row) => word(row['shift']),
      team: (row) => teamWord(row['team']),
      ...kind.cells,
    }),
    [teamWord, word, kind],
  )
  return (
    <ResourcePage
      of={kind.of}
      columns={kind.columns}
      cells={cells}
      primary={
        mayAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={onNew}>
            {t('pages.sheet.add', { name: t(`${kind.of.name}.name`) })}
          </Button>
        ) : null
      }
      parts={{
        above: tabs,
        tools,
        detail: (open) => (
          <RowPanel
            of={kind.of}
            {...open}
            about={t(`${kind.of.name}.name`)}
            cells={cells}
            actions={kind.actions}
            update={kind.of.endpoints.update as Endpoint | undefined}
          />
        ),
      }}
    />
  )
}
interface FormProps {
  kind: SheetKind
  row?: BaseRow
  unsent?: UnsentCommand | undefined
  refs?: Readonly<Record<string, string>>
  onBack: () => void
  onDone: (id: string) => void
}
function Form({ kind, row, unsent, refs, onBack, onDone }: FormProps) {
  const { t } = useTranslation('handover')
  const { now } = useShifts()
  const start = {
    ...getInitialLine(),
    businessDate: now.businessDate,
    shift: now.shift,
    team: now.team,
    ...Object.fromEntries((kind.now ?? []).map((name) => [name, getPlantMoment()])),
  }
  const { create, update } = kind.of.endpoints as { create?: Endpoint; update?: Endpoint }
  const endpoint = (unsent?.op === update?.name ? update : null) ?? (row ? update : create)
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`${kind.of.name}.name`)}
      fieldNames={kind.only}
      {...(row ? { row } : {})}
      unsent={unsent}
      {...(refs ? { refs } : {})}
      initialValues={start}
      {...(kind.draw ? { renderFields: kind.draw } : {})}
      {...(kind.check ? { check: kind.check } : {})}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
function Edit({ kind, id, ...ways }: { kind: SheetKind; id: string; onBack: () => void; onDone: () => void }) {
  const { row, refs } = useRow(kind.of as typeof processRecord, id)
  return row ? (
    <Form kind={kind} row={row} refs={refs} {...ways} />
  ) : (
    <div className="pad">
      <SkeletonDetail />
    </div>
  )
}
