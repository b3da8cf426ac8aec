import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListQuery, Resource } from '@/contract/resource'
import { type List } from '../api/use-list'
import type { FilterValue } from '../fields/field-parts'
import { useMayCall } from '../session/use-session'
import { useCorrecting } from '../shell/use-correcting'
import { Button } from '../ui/Button'
import type { Column } from '../ui/DataTable'
import { PlusIcon } from '../ui/icons'
import type { BulkWarns } from './bulk/bulk-actions'
import type { AnyRow, Cells } from './columns'
import type { FormAround, FormCheck, FormFill, FormOmits } from './CommandForm'
import { useListState } from './list-state'
import { RecordPage, type OpenRecord } from './RecordPage'
import { formCommand, ResourceForm, type FormCommands } from './ResourceForm'
import { RowPanel } from './RowPanel'
import type { Values } from './values'
import { useWayBack } from './way-back'

export interface ResourcePageProps {
  of: Resource<string, never, never> | Resource
  /** Columns in their order; the title and all that is not hidden unless told. */
  columns?: readonly string[]
  cells?: Cells
  /** Filters that always hold. Keep the object: make it once, outside of the component. */
  fixed?: Readonly<Record<string, FilterValue>>
  /** The actions of an open row, by its state and the person's keys. */
  actions?: (row: AnyRow) => ReactNode
  /** Replaces the one primary action, "New". Null takes it away. */
  primary?: ReactNode
  form?: FormParts
  parts?: PageParts
}
/** An open row and the ways from it. */
export interface OpenRow extends OpenRecord {
  onEdit: () => void
}
/** Parts that an area puts in place of the kit's or beside them. */
export interface PageParts {
  /** In place of what the menu calls the page. */
  title?: string
  /** The way back from the list, on a page below another. */
  onBack?: () => void
  /** In place of the plain detail. */
  detail?: (open: OpenRow) => ReactNode
  /** Over the list: a choice of week, the states with their counts. */
  above?: ReactNode
  /** Filters that `above` chooses as the list's place: they do not count as filters, and are not cleared with them. */
  place?: readonly string[]
  /** In place of cards and table, for rows that are a tree. Search and filters stay. */
  rows?: (list: List<AnyRow>, onOpen: (row: AnyRow) => void, open: string | null) => ReactNode
  /** What is to be known before something is done to several rows at once. */
  bulkWarns?: BulkWarns
  /** Small actions beside those for Excel. */
  tools?: ReactNode
  /** Columns after those of the resource. Keep the array. */
  more?: readonly Column<AnyRow>[]
}
/** What an area adds to the form of a resource. */
export interface FormParts {
  /** Values of a new row besides what the list is filtered by; asked when the form opens. */
  start?: (filters: Readonly<Record<string, FilterValue>>) => Readonly<Values>
  check?: FormCheck | undefined
  /** What a form fills in by itself. */
  fill?: FormFill | undefined
  /** Fields that mean nothing with what else is entered. */
  omits?: FormOmits | undefined
  /** Asked before a checked form is sent: false leaves it open. */
  before?: (values: Readonly<Values>) => Promise<boolean>
  /** Whether a row may still be changed, where its state says more than the person's keys. */
  mayEdit?: (row: AnyRow) => boolean
  /** What stands around the fields. */
  around?: FormAround | undefined
  /** Fields of the form, in this order. */
  only?: readonly string[]
  /** Commands of the area's own in place of the plain create and update. */
  commands?: FormCommands
}

/** The page of a record of one view: list, filters, detail, form, Excel. What is open stands in the address. */
export function ResourcePage({
  of: given,
  columns,
  cells,
  fixed,
  actions,
  primary,
  form,
  parts = {},
}: ResourcePageProps) {
  const of = given as Resource
  const [create, update] = [formCommand(of, 'create', form?.commands), formCommand(of, 'update', form?.commands)]
  const { t } = useTranslation('client')
  const state = useListState(of, fixed)
  const mayAdd = useMayCall(create)
  const wayBack = useWayBack()
  const unsent = useCorrecting()
  const add =
    primary !== undefined
      ? primary
      : mayAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => state.set({ form: 'new' })}>
            {t('resource.add')}
          </Button>
        )
  return (
    <RecordPage
      of={of}
      title={parts.title}
      onBack={parts.onBack}
      views={[{ key: 'list', word: '', fixed }]}
      above={parts.above}
      list={{
        columns,
        cells,
        more: parts.more,
        draw: parts.rows,
        place: parts.place,
        bulkWarns: parts.bulkWarns,
        addable: add ? (primary === undefined ? true : 'own') : false,
      }}
      tools={parts.tools}
      primary={add || undefined}
      form={({ row, refs }) =>
        (unsent || (state.form === 'new' && create) || (state.form === 'edit' && row)) && (
          <ResourceForm
            of={of}
            row={state.form === 'edit' ? row : null}
            unsent={unsent}
            commands={form?.commands}
            start={startOf(of, state.query, form)}
            check={form?.check}
            fill={form?.fill}
            omits={form?.omits}
            before={form?.before}
            around={form?.around}
            only={form?.only}
            refs={refs}
            onBack={() => (wayBack ? wayBack(null) : state.set({ form: null, unsent: null }))}
            onDone={({ id }) =>
              wayBack ? wayBack(id || null) : state.set({ form: null, unsent: null, id: id || null })
            }
          />
        )
      }
      panel={(open) => {
        const ways = { ...open, onEdit: () => state.set({ form: 'edit' }) }
        const changed = form?.mayEdit?.(open.row) === false ? undefined : update
        // What is open in the panel of one row is not about the next.
        return (
          <Fragment key={open.row.id}>
            {parts.detail?.(ways) ?? <RowPanel of={of} {...ways} cells={cells} actions={actions} update={changed} />}
          </Fragment>
        )
      }}
    />
  )
}

/** A new row begins with what its list is filtered by: of one machine, on one line. Fields of the form only. */
function startOf(of: Resource, query: ListQuery, form: FormParts | undefined): Values {
  const input = formCommand(of, 'create', form?.commands)?.input ?? {}
  const filtered = Object.entries(query).filter(
    ([name, value]) => name !== 'id' && name in input && typeof value === 'string' && !value.includes(','),
  )
  const filters = Object.fromEntries(filtered) as Record<string, FilterValue>
  return { ...filters, ...form?.start?.(filters) }
}
