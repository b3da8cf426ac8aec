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
import { useCorrectedCommand } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { Tabs } from '@/client/ui/Tabs'
import type { processRecord } from '../../contract/production-records'
import { getInitialLine } from '@/plant/client/line/my-line'
import { ShiftRecordForm } from '@/plant/client/sheet/ShiftRecordForm'
import { useShifts, useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'

/** One kind of record on a tabbed page. Define the object outside of the component to keep it stable. */
export interface RecordTab {
  resource: Resource
  columns: readonly string[]
  /** Fields of the form in order; `businessDate` represents the whole shift. */
  fieldNames: readonly string[]
  cells?: Cells
  /** Fields that default to the current time in a new record. */
  momentFields?: readonly string[]
  fieldRenderers?: Readonly<Record<string, (form: CommandFormState) => ReactNode>>
  check?: (values: Readonly<FormValues>) => readonly FormError[]
  actions?: (row: ListRow) => ReactNode
}

/** Page with a tab per kind of record, each with list, detail and form. The open item is in the URL. */
export function TabbedRecordsPage({
  label,
  recordTabs,
  tools,
}: {
  label: string
  recordTabs: readonly RecordTab[]
  tools?: ReactNode
}) {
  const { t } = useTranslation('handover')
  const [params, changeParams] = useParams()
  const unsent = useCorrectedCommand()
  const requestedName = unsent?.op?.split('.')[0] ?? params.get('view')
  const recordTab = recordTabs.find(({ resource }) => resource.name === requestedName) ?? recordTabs[0]!
  const closeForm = () => changeParams({ new: null, edit: null, unsent: null }, true)
  const showSavedRow = (id: string) => changeParams({ new: null, edit: null, unsent: null, id: id || null }, true)
  if (params.get('new') || unsent)
    return (
      <RecordForm
        key={recordTab.resource.name}
        recordTab={recordTab}
        unsent={unsent}
        onBack={closeForm}
        onDone={showSavedRow}
      />
    )
  const id = params.get('id')
  if (params.get('edit') && id)
    return <EditRecordForm recordTab={recordTab} id={id} onBack={closeForm} onDone={() => showSavedRow(id)} />
  const tabs = (
    <Tabs
      switchesViews
      label={label}
      chosen={recordTab.resource.name}
      onChoose={(view) => changeParams({ view, id: null, q: null })}
      tabs={recordTabs.map(({ resource }) => ({ key: resource.name, label: t(`${resource.name}.name`) }))}
    />
  )
  return (
    <RecordListView
      key={recordTab.resource.name}
      recordTab={recordTab}
      tabs={tabs}
      tools={tools}
      onNew={() => changeParams({ new: '1' })}
    />
  )
}

function RecordListView({
  recordTab,
  tabs,
  tools,
  onNew,
}: {
  recordTab: RecordTab
  tabs: ReactNode
  tools: ReactNode
  onNew: () => void
}) {
  const { t } = useTranslation(['handover', 'client', 'plant'])
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const canAdd = useCanCall(recordTab.resource.endpoints.create as Endpoint | undefined)
  const cells = useMemo(
    (): Cells => ({
      shift: (row) => formatShift(row['shift']),
      team: (row) => formatTeam(row['team']),
      ...recordTab.cells,
    }),
    [formatTeam, formatShift, recordTab],
  )
  return (
    <ResourcePage
      resource={recordTab.resource}
      columns={recordTab.columns}
      cells={cells}
      primary={
        canAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={onNew}>
            {t('pages.sheet.add', { name: t(`${recordTab.resource.name}.name`) })}
          </Button>
        ) : null
      }
      parts={{
        above: tabs,
        tools,
        detail: (open) => (
          <RowPanel
            resource={recordTab.resource}
            {...open}
            rowType={t(`${recordTab.resource.name}.name`)}
            cells={cells}
            actions={recordTab.actions}
            updateEndpoint={recordTab.resource.endpoints.update as Endpoint | undefined}
          />
        ),
      }}
    />
  )
}
interface RecordFormProps {
  recordTab: RecordTab
  row?: BaseRow
  unsent?: UnsentCommand | undefined
  refs?: Readonly<Record<string, string>>
  onBack: () => void
  onDone: (id: string) => void
}
function RecordForm({ recordTab, row, unsent, refs, onBack, onDone }: RecordFormProps) {
  const { t } = useTranslation('handover')
  const { currentShift } = useShifts()
  const initialValues = {
    ...getInitialLine(),
    businessDate: currentShift.businessDate,
    shift: currentShift.shift,
    team: currentShift.team,
    ...Object.fromEntries((recordTab.momentFields ?? []).map((name) => [name, getPlantMoment()])),
  }
  const { create, update } = recordTab.resource.endpoints as { create?: Endpoint; update?: Endpoint }
  const endpoint = (unsent?.op === update?.name ? update : null) ?? (row ? update : create)
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`${recordTab.resource.name}.name`)}
      fieldNames={recordTab.fieldNames}
      {...(row ? { row } : {})}
      unsent={unsent}
      {...(refs ? { refs } : {})}
      initialValues={initialValues}
      {...(recordTab.fieldRenderers ? { renderFields: recordTab.fieldRenderers } : {})}
      {...(recordTab.check ? { check: recordTab.check } : {})}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
function EditRecordForm({
  recordTab,
  id,
  ...formHandlers
}: {
  recordTab: RecordTab
  id: string
  onBack: () => void
  onDone: () => void
}) {
  const { row, refs } = useRow(recordTab.resource as typeof processRecord, id)
  return row ? (
    <RecordForm recordTab={recordTab} row={row} refs={refs} {...formHandlers} />
  ) : (
    <div className="pad">
      <SkeletonDetail />
    </div>
  )
}
