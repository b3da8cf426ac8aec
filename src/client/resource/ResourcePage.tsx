import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery, Resource } from '@/contract/resource'
import type { UnsentCommand } from '../api/phone'
import { type ListResult } from '../api/use-list'
import type { FilterValue } from '../fields/field-parts'
import { useCanCall } from '../session/use-session'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { Button } from '../ui/Button'
import type { Column } from '../ui/DataTable'
import { PlusIcon } from '../ui/icons'
import type { GetBulkWarning } from './bulk/bulk-actions'
import type { ListRow, Cells } from './build-columns'
import type { FieldsRenderer, FormCheck, FormFill, OmittedFieldsGetter } from './CommandForm'
import { useListState } from './list-state'
import { RecordPage, type OpenRecord } from './RecordPage'
import { getFormCommand, ResourceForm, type ResourceFormCommands } from './ResourceForm'
import { RowPanel } from './RowPanel'
import type { SwipeOffer } from './use-row-swipe'
import type { FormValues } from './form-values'
import { useReturnWithRow } from './return-with-row'

export interface ResourcePageProps {
  resource: Resource<string, never, never> | Resource
  /** Columns in order; by default the title and all visible fields. */
  columns?: readonly string[]
  cells?: Cells
  /** Filters that always apply. Keep the object's identity: create it outside the component. */
  fixedFilters?: Readonly<Record<string, FilterValue>>
  /** Actions of an open row, by its state and the person's permissions. */
  actions?: (row: ListRow) => ReactNode
  /** Replaces the primary action "New"; null removes it. */
  primary?: ReactNode
  form?: ResourceFormParts
  parts?: PageParts
}
/** An open row and its callbacks. */
export interface OpenRow extends OpenRecord {
  onEdit: () => void
}
/** Parts with which an area replaces or extends the generic page. */
export interface PageParts {
  /** Replaces the page title of the menu. */
  title?: string
  /** Returns from the list, on a page below another. */
  onBack?: () => void
  /** Replaces the generic detail. */
  detail?: (open: OpenRow) => ReactNode
  /** Fields of the generic detail, in this order; all by default. */
  detailFields?: readonly string[]
  /** Content above the list, e.g. a week picker or states with their counts. */
  above?: ReactNode
  /** Filters set by `above`: they are not counted as filters and not cleared with them. */
  lockedFilters?: readonly string[]
  /** Replaces cards and table, e.g. by a tree. Search and filters stay. */
  renderRows?: (list: ListResult<ListRow>, onOpen: (row: ListRow) => void, openId: string | null) => ReactNode
  /** Warning before an action on several rows. */
  getBulkWarning?: GetBulkWarning
  /** Actions of a row that a swipe of its card offers. */
  swipe?: SwipeOffer
  /** Small actions beside Excel export and import. */
  tools?: ReactNode
  /** Columns after those of the resource. Keep the array's identity. */
  extraColumns?: readonly Column<ListRow>[]
}
/** An open form and its callbacks. */
export interface OpenForm {
  /** Null for a new row. */
  row: ListRow | null
  unsent: UnsentCommand | undefined
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  onBack: () => void
  /** Closes the form and opens the saved row. */
  onDone: (id: string) => void
}
/** An area's additions to the form of a resource. */
export interface ResourceFormParts {
  /** Replaces the generic form, unless it returns undefined. */
  render?: (form: OpenForm) => ReactNode
  /** Initial values of a new row besides the list's filters; evaluated when the form opens. */
  getStartValues?: (filters: Readonly<Record<string, FilterValue>>) => Readonly<FormValues>
  check?: FormCheck | undefined
  /** Fills fields in automatically. */
  fillIn?: FormFill | undefined
  /** Fields that the other inputs make irrelevant: they are hidden and sent empty. */
  getOmittedFields?: OmittedFieldsGetter | undefined
  /** Asks the person to confirm, after all checks and before sending. Resolve to false to keep the form open. */
  confirmSave?: (values: Readonly<FormValues>) => Promise<boolean>
  /** False if the row's state forbids changes, in addition to permissions. */
  canEdit?: (row: ListRow) => boolean
  /** Content around the fields. */
  renderAround?: FieldsRenderer | undefined
  /** Fields of the form, in this order. */
  fieldNames?: readonly string[]
  /** Commands of the area in place of the create and update operations. */
  commands?: ResourceFormCommands
}

/** The page of a resource with one view: list, filters, detail, form, Excel. The address holds the open state. */
export function ResourcePage({
  resource: declaredResource,
  columns,
  cells,
  fixedFilters,
  actions,
  primary,
  form,
  parts = {},
}: ResourcePageProps) {
  const resource = declaredResource as Resource
  const create = getFormCommand(resource, 'create', form?.commands)
  const update = getFormCommand(resource, 'update', form?.commands)
  const { t } = useTranslation('client')
  const state = useListState(resource, fixedFilters)
  const canAdd = useCanCall(create)
  const returnWithRow = useReturnWithRow()
  const unsent = useUnsentCommandToCorrect()
  const defaultAddButton = canAdd && (
    <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => state.set({ form: 'new' })}>
      {t('resource.add')}
    </Button>
  )
  const addButton = primary === undefined ? defaultAddButton : primary
  return (
    <RecordPage
      resource={resource}
      title={parts.title}
      onBack={parts.onBack}
      views={[{ key: 'list', label: '', fixedFilters }]}
      above={parts.above}
      list={{
        columns,
        cells,
        extraColumns: parts.extraColumns,
        renderRows: parts.renderRows,
        lockedFilters: parts.lockedFilters,
        getBulkWarning: parts.getBulkWarning,
        swipe: parts.swipe,
        canRemove: !parts.detail,
        canAdd: Boolean(addButton) && (primary === undefined || 'customLabel'),
      }}
      tools={parts.tools}
      primary={addButton || undefined}
      form={({ row, refs }) => {
        if (!unsent && !(state.form === 'new' && create) && !(state.form === 'edit' && row)) return null
        const openForm: OpenForm = {
          row: state.form === 'edit' ? row : null,
          unsent,
          refs,
          onBack: () => (returnWithRow ? returnWithRow(null) : state.set({ form: null, unsent: null })),
          onDone: (id) =>
            returnWithRow ? returnWithRow(id || null) : state.set({ form: null, unsent: null, id: id || null }),
        }
        return (
          form?.render?.(openForm) ?? (
            <ResourceForm
              resource={resource}
              {...openForm}
              commands={form?.commands}
              startValues={buildNewRowValues(resource, state.query, form)}
              check={form?.check}
              fillIn={form?.fillIn}
              getOmittedFields={form?.getOmittedFields}
              confirmSave={form?.confirmSave}
              renderAround={form?.renderAround}
              fieldNames={form?.fieldNames}
              onDone={({ id }) => openForm.onDone(id)}
            />
          )
        )
      }}
      panel={(open) => {
        const openRow = { ...open, onEdit: () => state.set({ form: 'edit' }) }
        const updateCommand = form?.canEdit?.(open.row) === false ? undefined : update
        // The key resets the panel's state when another row opens.
        return (
          <Fragment key={open.row.id}>
            {parts.detail?.(openRow) ?? (
              <RowPanel
                resource={resource}
                {...openRow}
                cells={cells}
                fieldNames={parts.detailFields}
                actions={actions}
                updateEndpoint={updateCommand}
              />
            )}
          </Fragment>
        )
      }}
    />
  )
}

/**
 * Builds the initial values of a new row from the list's filters, e.g. its machine or line. A filter is used only if it
 * has a single value and the form has its field.
 */
function buildNewRowValues(resource: Resource, query: ListQuery, form: ResourceFormParts | undefined): FormValues {
  const input = getFormCommand(resource, 'create', form?.commands)?.input ?? {}
  const filters = Object.fromEntries(
    Object.entries(query).filter(
      ([name, value]) => name !== 'id' && name in input && typeof value === 'string' && !value.includes(','),
    ),
  ) as Record<string, FilterValue>
  return { ...filters, ...form?.getStartValues?.(filters) }
}
