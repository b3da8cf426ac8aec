import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListableResource, Resource } from '@/contract/resource'
import { useList, useRow, type ListResult } from '../api/use-list'
import type { FilterValue } from '../fields/field-parts'
import { useLabels } from '../i18n/labels'
import { usePageTitle } from '../shell/use-menu'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { PageFrame } from '../ui/PageFrame'
import { Tabs } from '../ui/Tabs'
import { buildClearedParams, useQueryParams } from '../use-query-params'
import { ListWithDetail, type ListLayout } from './ListWithDetail'
import type { ListRow } from './build-columns'
import { FilterSummaryView } from './FilterSummaryView'
import { ListToolBar } from './ListToolBar'
import { useListState, type ListState } from './list-state'
import { RowBoundary } from './QueryBoundary'
import { RowGoneContext } from './RowGoneBanner'
import { getKnownTotal, ResourceList, useStaleAge, type ResourceListProps } from './ResourceList'

/**
 * A view of the records, selected by `view` in the address. It displays the list of the records, unless it has a
 * `body`.
 */
export interface RecordView {
  key: string
  label: string
  /** Number displayed on the tab. */
  count?: number
  /** Filters that always apply in this view, and its default order (`sort`). Keep the object's identity. */
  fixedFilters?: Readonly<Record<string, FilterValue>> | undefined
  /** Replaces the list and its filters, e.g. by a board or metrics. */
  body?: (layout: ListLayout) => ReactNode
  /** Rows that the body displays and that can be opened. Without `rows`, the view neither opens nor adds a row. */
  rows?: ListResult<ListRow>
  /** Subtitle of the body. */
  subtitle?: ReactNode
}
/** The open row and its callbacks; `onBack` is undefined if the row is displayed beside the list. */
export interface OpenRecord {
  row: ListRow
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onRemoved: () => void
}
export interface RecordPageProps {
  resource: Resource<string, never, never> | Resource
  /** Replaces the page title of the menu. */
  title?: string | undefined
  /** Returns from the list, on a page below another. */
  onBack?: (() => void) | undefined
  /** The first is the default; a single view has no tab. */
  views: readonly [RecordView, ...RecordView[]]
  /**
   * Label of the tabs for screen readers. `splitsOneList`: the tabs are parts of one list, and a tab starts without the
   * filters of the other tabs.
   */
  tabs?: { label: string; splitsOneList?: boolean }
  /** Content above the view. */
  above?: ReactNode
  /** Options of the list. */
  list?: Omit<ResourceListProps, 'resource' | 'list' | 'state' | 'onOpen'>
  /** The open row with its actions. */
  panel: (open: OpenRecord) => ReactNode
  /** The open row is a table to work in and gets most of the width. */
  detailIsWide?: boolean
  /** Returns the form of the open row or of a new row, which replaces the whole page; null if no form is open. */
  form?: (opened: { row: ListRow | null; refs: Readonly<Record<string, string>> }) => ReactNode
  /** The one primary action, if rows are displayed. */
  primary?: ReactNode
  /** Small actions beside Excel export and import. */
  tools?: ReactNode
}

/** Returns the view named in the address, or the first, for pages that load the rows of their views themselves. */
export function useView<V extends string>(views: readonly [V, ...V[]]): V {
  const requestedView = useQueryParams()[0].get('view')
  return views.find((view) => view === requestedView) ?? views[0]
}

/**
 * The page of a record type: its views, and the open row beside them or in their place. The address holds all state.
 */
export function RecordPage(props: RecordPageProps) {
  const resource = props.resource as ListableResource
  const changeParams = useQueryParams()[1]
  const viewKey = useView(props.views.map(({ key }) => key) as [string, ...string[]])
  const view = props.views.find(({ key }) => key === viewKey) ?? props.views[0]
  const state = useListState(resource, view.fixedFilters)
  const list = useList(resource, state.query, { enabled: !view.body })
  const rows = view.body ? view.rows : list
  const openedRow = useOpenedRow(resource, rows ? state.id : null, rows ?? list)
  const close = () => changeParams({ id: null })
  const formRow = useFormRow(openedRow, state.id)
  const form = props.form?.(formRow)
  if (form)
    return (
      <RowGoneContext value={formRow.isGone}>
        <LazyBoundary>{form}</LazyBoundary>
      </RowGoneContext>
    )
  return (
    <ListWithDetail
      open={rows !== undefined && state.id !== null}
      onClose={close}
      detailIsWide={props.detailIsWide}
      panel={(onBack) => (
        <RowBoundary query={openedRow} onBack={close}>
          {(row) => props.panel({ row, refs: openedRow.refs, onBack, onRemoved: close })}
        </RowBoundary>
      )}
    >
      {(layout) => <RecordViewSection {...props} view={view} state={state} rows={rows} layout={layout} />}
    </ListWithDetail>
  )
}

/** The chosen view in its frame. */
function RecordViewSection(
  props: RecordPageProps & {
    view: RecordView
    state: ListState
    rows: ListResult<ListRow> | undefined
    layout: ListLayout
  },
) {
  const { view, state, rows, primary } = props
  const resource = props.resource as Resource
  const changeParams = useQueryParams()[1]
  const title = useTitle(props)
  const subtitle = useViewSummary(resource, view, state, rows)
  return (
    <PageFrame
      contentScrollsItself
      title={title}
      {...(props.onBack ? { onBack: props.onBack } : {})}
      subtitle={subtitle}
      tools={
        <>
          {props.tools}
          {!view.body && <ListToolBar resource={resource} query={state.query} />}
        </>
      }
      primary={rows && primary}
    >
      <div className="tabbed">
        <ViewTabs {...props} viewKey={view.key} />
        {props.above}
        {view.body ? (
          <LazyBoundary>{view.body(props.layout)}</LazyBoundary>
        ) : (
          rows && (
            <ResourceList
              resource={resource}
              list={rows}
              state={state}
              canAdd={primary ? 'customLabel' : false}
              {...props.list}
              onOpen={(row) => changeParams({ id: row.id })}
            />
          )
        )}
      </div>
    </PageFrame>
  )
}
function ViewTabs({ views, tabs, viewKey }: Pick<RecordPageProps, 'views' | 'tabs'> & { viewKey: string }) {
  const [params, changeParams] = useQueryParams()
  if (!tabs) return null
  const choose = (next: string) =>
    changeParams({
      ...(tabs.splitsOneList ? buildClearedParams(params) : { id: null }),
      view: next === views[0].key ? null : next,
    })
  return <Tabs label={tabs.label} isNavigation={!tabs.splitsOneList} chosen={viewKey} onChoose={choose} tabs={views} />
}
/** Returns the subtitle of the view, or else the filters of its list. Adds the age of stale data. */
function useViewSummary(
  resource: Resource,
  view: RecordView,
  state: ListState,
  rows: ListResult<ListRow> | undefined,
): ReactNode {
  const { t } = useTranslation('client')
  const age = useStaleAge(rows ?? NO_ROWS)
  if (!view.body && rows)
    return <FilterSummaryView {...state} resource={resource} total={getKnownTotal(rows)} age={age} />
  return (
    view.subtitle && (
      <>
        {view.subtitle}
        {age && ` · ${t('resource.staleSince', { age })}`}
      </>
    )
  )
}
const NO_ROWS = { fetchedAt: 0, error: null, rows: [] }
function useTitle({ resource, title }: RecordPageProps): string {
  const labels = useLabels((resource as Resource).area)
  const pageTitle = usePageTitle()
  return title ?? pageTitle ?? labels.name(resource as Resource)
}

/**
 * Returns the row of an open form. The last version is kept while the row reloads or after another person deleted it,
 * so that the form stays.
 */
function useFormRow(openedRow: OpenedRow, id: string | null) {
  const [lastOpened, setLastOpened] = useState<OpenedRow | null>(null)
  if (openedRow.row && openedRow.row !== lastOpened?.row) setLastOpened(openedRow)
  if (openedRow.row || !lastOpened || lastOpened.row?.id !== id) return { ...openedRow, isGone: false }
  return { ...lastOpened, isGone: !openedRow.isLoading && !openedRow.isFetching && !openedRow.error }
}
type OpenedRow = ReturnType<typeof useOpenedRow>
/** Returns the open row: from the displayed rows, else loaded by its id. */
function useOpenedRow(resource: ListableResource, id: string | null, list: ListResult<ListRow>) {
  const listedRow = useMemo(() => (id ? (list.rows.find((row) => row.id === id) ?? null) : null), [list.rows, id])
  const loadedRow = useRow(resource, id && !listedRow && !list.isLoading ? id : null)
  return {
    row: listedRow ?? loadedRow.row,
    refs: listedRow || !loadedRow.row ? list.refs : loadedRow.refs,
    isLoading: list.isLoading || loadedRow.isLoading,
    isFetching: loadedRow.isFetching,
    isComplete: loadedRow.isComplete,
    error: loadedRow.error,
    refetch: loadedRow.refetch,
  }
}
