import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { ListQuery, Resource } from '@/contract/resource'
import { useList, useRow, useUnsent, type List } from '../api/use-list'
import type { FilterValue } from '../fields/field-parts'
import { useLabels } from '../i18n/labels'
import { useMayCall } from '../session/use-session'
import { usePageTitle } from '../shell/use-menu'
import { Button } from '../ui/Button'
import type { Column } from '../ui/DataTable'
import { PlusIcon } from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import type { AnyRow, Cells } from './columns'
import type { Wrong } from './CommandForm'
import { FilterWords } from './FilterWords'
import { ListTools } from './ListTools'
import { useListState } from './list-state'
import { MissingRow } from './MissingRow'
import { formCommand, ResourceForm, type FormCommands } from './ResourceForm'
import { knownTotal, ResourceList, useAge } from './ResourceList'
import { RowPanel } from './RowPanel'
import { useWidth } from './use-width'
import type { Values } from './values'

/** From this width of its own room on, px, a list and its detail stand side by side. */
export const BESIDE_FROM = 1024

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
/** An open row and the ways from it; `onBack` is missing where the list stands beside it. */
export interface OpenRow {
  row: AnyRow
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onEdit: () => void
  onGone: () => void
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
  /** Small actions beside those for Excel. */
  tools?: ReactNode
  /** Columns after those of the resource. Keep the array. */
  more?: readonly Column<AnyRow>[]
}
/** What an area adds to the form of a resource. */
export interface FormParts {
  /** Values of a new row besides what the list is filtered by; asked when the form opens. */
  start?: (filters: Readonly<Record<string, FilterValue>>) => Readonly<Values>
  check?: (values: Readonly<Values>) => readonly Wrong[]
  /** Fields of the form, in this order. */
  only?: readonly string[]
  /** Commands of the area's own in place of the plain create and update. */
  commands?: FormCommands
}

/** A whole page of a resource: list, filters, detail, form, Excel. What is open stands in the address. */
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
  const commands = form?.commands
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const pageTitle = usePageTitle()
  const state = useListState(of, fixed)
  const list = useList(of as Listed, state.query)
  const [box, width] = useWidth<HTMLDivElement>()
  const mayAdd = useMayCall(formCommand(of, 'create', commands))
  const beside = width >= BESIDE_FROM
  const age = useAge(list)
  const unsent = useUnsent().find((item) => item.id === state.unsent)
  const opened = useOpened(of, state.unsent ? null : state.id, list)

  if (
    unsent ||
    (state.form === 'new' && formCommand(of, 'create', commands)) ||
    (state.form === 'edit' && opened.row)
  ) {
    return (
      <ResourceForm
        of={of}
        row={state.form === 'edit' ? opened.row : null}
        unsent={unsent}
        commands={commands}
        start={startOf(of, state.query, form)}
        check={form?.check}
        only={form?.only}
        refs={list.refs}
        onBack={() => state.set({ form: null, unsent: null })}
        onDone={({ id }) => state.set({ form: null, unsent: null, id: id || null })}
      />
    )
  }
  const ways = opened.row && {
    row: opened.row,
    refs: opened.refs,
    onBack: beside ? undefined : () => state.set({ id: null }),
    onEdit: () => state.set({ form: 'edit' }),
    onGone: () => state.set({ id: null }),
  }
  const panel =
    state.id &&
    (ways ? (
      (parts.detail?.(ways) ?? (
        <RowPanel of={of} {...ways} cells={cells} actions={actions} update={formCommand(of, 'update', commands)} />
      ))
    ) : (
      <MissingRow opened={opened} onBack={() => state.set({ id: null })} />
    ))
  const add =
    primary !== undefined
      ? primary
      : mayAdd && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={() => state.set({ form: 'new' })}>
            {t('resource.add')}
          </Button>
        )
  return (
    <div className={`resource-page${beside && state.id ? ' is-split' : ''}`} ref={box}>
      {(beside || !state.id) && (
        <PageFrame
          fill
          title={parts.title ?? pageTitle ?? labels.name(of)}
          {...(parts.onBack ? { onBack: parts.onBack } : {})}
          sub={
            <FilterWords of={of} filters={state.filters} keyword={state.keyword} total={knownTotal(list)} age={age} />
          }
          tools={
            <>
              {parts.tools}
              <ListTools of={of} query={state.query} />
            </>
          }
          primary={add || undefined}
        >
          <div className="list-under">
            {parts.above}
            <ResourceList
              of={of}
              list={list}
              state={state}
              columns={columns}
              cells={cells}
              more={parts.more}
              draw={parts.rows}
              place={parts.place}
              addable={add ? (primary === undefined ? true : 'own') : false}
              onOpen={(row) => state.set({ id: row.id })}
            />
          </div>
        </PageFrame>
      )}
      {panel}
    </div>
  )
}
type Listed = Resource<string, Resource['fields'], { list: `GET /${string}` }>

/** A new row begins with what its list is filtered by: of one machine, on one line. Fields of the form only. */
function startOf(of: Resource, query: ListQuery, form: FormParts | undefined): Values {
  const input = formCommand(of, 'create', form?.commands)?.input ?? {}
  const filtered = Object.entries(query).filter(
    ([name, value]) => name !== 'id' && name in input && typeof value === 'string' && !value.includes(','),
  )
  const filters = Object.fromEntries(filtered) as Record<string, FilterValue>
  return { ...filters, ...form?.start?.(filters) }
}

/** The open row: from the list when it is there, else asked for by its id. */
export function useOpened(
  of: Resource,
  id: string | null,
  list: List<AnyRow>,
): {
  row: AnyRow | null
  refs: Readonly<Record<string, string>>
  busy: boolean
  error: Error | null
  again: () => void
} {
  const listed = useMemo(() => (id ? (list.rows.find((row) => row.id === id) ?? null) : null), [list.rows, id])
  const asked = useRow(of as Listed, id && !listed && !list.isLoading ? id : null)
  return {
    row: listed ?? asked.row,
    refs: listed ? list.refs : asked.refs,
    busy: list.isLoading || asked.isLoading || asked.isFetching,
    error: asked.error,
    again: asked.again,
  }
}
