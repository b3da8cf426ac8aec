import '../handover/handover.css'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { PageName } from '@/contract/menu'
import type { Resource } from '@/contract/resource'
import { getPlantMoment } from '@/client/clock'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import type { FormError } from '@/client/resource/CommandForm'
import { getFilterNames } from '@/client/resource/list-state'
import { ResourcePage, type OpenForm } from '@/client/resource/ResourcePage'
import { RowPanel } from '@/client/resource/RowPanel'
import type { CommandFormState } from '@/client/resource/use-form'
import type { FormValues } from '@/client/resource/form-values'
import { useCanCall } from '@/client/session/use-session'
import { PageViews } from '@/client/shell/PageViews'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '@/client/ui/Button'
import { PlusIcon } from '@/client/ui/icons'
import { useQueryParams } from '@/client/use-query-params'
import { getInitialLine } from '@/plant/client/line/my-line'
import { ShiftRecordForm } from '@/plant/client/shift-record/ShiftRecordForm'
import { useShifts, useFormatShift, useFormatTeam } from '@/plant/client/shift-record/use-shift'

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

/** Page with a tab per kind of record, each with list, detail and form. */
export function TabbedRecordsPage({
  page,
  label,
  recordTabs,
  tools,
}: {
  page: PageName
  label: string
  recordTabs: readonly [RecordTab, ...RecordTab[]]
  tools?: ReactNode
}) {
  const { t } = useTranslation('handover')
  const unsent = useUnsentCommandToCorrect()
  const toView = (recordTab: RecordTab) => ({
    key: recordTab.resource.name,
    label: t(`${recordTab.resource.name}.name`),
    render: (tabs: ReactNode) => (
      <RecordTabView key={recordTab.resource.name} recordTab={recordTab} tabs={tabs} tools={tools} />
    ),
  })
  const [firstTab, ...furtherTabs] = recordTabs
  return (
    <PageViews
      page={page}
      label={label}
      chosenView={unsent?.op?.split('.')[0]}
      sharedParams={[...recordTabs.flatMap(({ resource }) => getFilterNames(resource)), 'sort']}
      views={[toView(firstTab), ...furtherTabs.map(toView)]}
    />
  )
}

function RecordTabView({ recordTab, tabs, tools }: { recordTab: RecordTab; tabs: ReactNode; tools: ReactNode }) {
  const { t } = useTranslation('handover')
  const { resource, columns, actions } = recordTab
  const [, changeParams] = useQueryParams()
  const formatShift = useFormatShift()
  const formatTeam = useFormatTeam()
  const canAdd = useCanCall(resource.endpoints.create as Endpoint | undefined)
  const name = t(`${resource.name}.name`)
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
      resource={resource}
      columns={columns}
      cells={cells}
      primary={
        canAdd ? (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => changeParams({ new: '1' })}>
            {t('pages.sheet.add', { name })}
          </Button>
        ) : null
      }
      form={{ render: (form) => <RecordForm recordTab={recordTab} {...form} /> }}
      parts={{
        above: tabs,
        tools,
        detail: (open) => (
          <RowPanel
            resource={resource}
            {...open}
            rowType={name}
            cells={cells}
            actions={actions}
            updateEndpoint={resource.endpoints.update as Endpoint | undefined}
          />
        ),
      }}
    />
  )
}
function RecordForm({ recordTab, row, unsent, ...form }: OpenForm & { recordTab: RecordTab }) {
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
  const isUpdate = row || (update && unsent?.op === update.name)
  const endpoint = isUpdate ? update : create
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`${recordTab.resource.name}.name`)}
      fieldNames={recordTab.fieldNames}
      {...(row ? { row } : {})}
      unsent={unsent}
      initialValues={initialValues}
      {...(recordTab.fieldRenderers ? { renderFields: recordTab.fieldRenderers } : {})}
      {...(recordTab.check ? { check: recordTab.check } : {})}
      {...form}
    />
  )
}
