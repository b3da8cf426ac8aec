import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { useList, useRow, type List } from '../api/use-list'
import type { FilterValue } from '../fields/field-parts'
import { useLabels } from '../i18n/labels'
import { usePageTitle } from '../shell/use-menu'
import { Later } from '../ui/Later'
import { PageFrame } from '../ui/PageFrame'
import { Tabs } from '../ui/Tabs'
import { allBut, useParams } from '../use-params'
import { Beside, type Room } from './Beside'
import type { AnyRow } from './columns'
import { FilterWords } from './FilterWords'
import { ListTools } from './ListTools'
import { useListState, type ListState } from './list-state'
import { MissingRow } from './MissingRow'
import { RowGone } from './row-gone'
import { knownTotal, ResourceList, useAge, type ResourceListProps } from './ResourceList'

/** A view of the records, named in the address as `view`: their list, unless it has a body of its own. */
export interface RecordView {
  key: string
  word: string
  /** Number displayed on the tab. */
  count?: number
  /** Filters that always apply in this view, and its default order (`sort`). Keep the object's identity. */
  fixed?: Readonly<Record<string, FilterValue>> | undefined
  /** Replaces the list and its filters, e.g. by a board or metrics. */
  body?: (room: Room) => ReactNode
  /** Rows displayed by the body, which can be opened. Without them no row opens and none is added. */
  rows?: List<AnyRow>
  /** Subtitle of the body. */
  words?: ReactNode
}
/** The open row and its callbacks; `onBack` is undefined if the list is displayed beside it. */
export interface OpenRecord {
  row: AnyRow
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onGone: () => void
}
export interface RecordPageProps {
  of: Resource<string, never, never> | Resource
  /** Replaces the page title of the menu. */
  title?: string | undefined
  /** Returns from the list, on a page below another. */
  onBack?: (() => void) | undefined
  /** The first is the default; a single view has no tab. */
  views: readonly [RecordView, ...RecordView[]]
  /**
   * Label of the tabs for screen readers; `parts` if they are parts of one list, each starting without the filters of
   * the others.
   */
  tabs?: { label: string; parts?: boolean }
  /** Content above the view. */
  above?: ReactNode
  /** Options of the list. */
  list?: Omit<ResourceListProps, 'of' | 'list' | 'state' | 'onOpen'>
  /** The open row with its actions. */
  panel: (open: OpenRecord) => ReactNode
  /** The open row is a table to work in and gets most of the width. */
  broad?: boolean
  /** Replaces the whole page while it returns content: the form of the open or a new row. */
  form?: (opened: { row: AnyRow | null; refs: Readonly<Record<string, string>> }) => ReactNode
  /** The one primary action, if rows are displayed. */
  primary?: ReactNode
  /** Small actions beside Excel export and import. */
  tools?: ReactNode
}
type Listed = Resource<string, Resource['fields'], { list: `GET /${string}` }>

/** Returns the view named in the address, or the first, for pages that load the rows of their views themselves. */
export function useView<V extends string>(views: readonly [V, ...V[]]): V {
  const asked = useParams()[0].get('view')
  return views.find((view) => view === asked) ?? views[0]
}

/**
 * The page of a record type: its views, and the open row beside them or in their place. The address holds all state.
 */
export function RecordPage(props: RecordPageProps) {
  const of = props.of as Listed
  const change = useParams()[1]
  const chosen = useView(props.views.map(({ key }) => key) as [string, ...string[]])
  const view = props.views.find(({ key }) => key === chosen) ?? props.views[0]
  const state = useListState(of, view.fixed)
  const list = useList(of, state.query, !view.body)
  const rows = view.body ? view.rows : list
  const opened = useOpened(of, rows ? state.id : null, rows ?? list)
  const close = () => change({ id: null })
  const under = useUnderForm(opened, state.id)
  const form = props.form?.(under)
  if (form)
    return (
      <RowGone value={under.gone}>
        <Later>{form}</Later>
      </RowGone>
    )
  return (
    <Beside
      open={rows !== undefined && state.id !== null}
      onClose={close}
      broad={props.broad}
      panel={(onBack) =>
        opened.row ? (
          props.panel({ row: opened.row, refs: opened.refs, onBack, onGone: close })
        ) : (
          <MissingRow opened={opened} onBack={close} />
        )
      }
    >
      {(room) => <Shown {...props} view={view} state={state} rows={rows} room={room} />}
    </Beside>
  )
}

/** The chosen view in its frame. */
function Shown(
  props: RecordPageProps & { view: RecordView; state: ListState; rows: List<AnyRow> | undefined; room: Room },
) {
  const { view, state, rows, primary } = props
  const of = props.of as Resource
  const change = useParams()[1]
  const title = useTitle(props)
  const words = useWords(of, view, state, rows)
  return (
    <PageFrame
      fill
      title={title}
      {...(props.onBack ? { onBack: props.onBack } : {})}
      sub={words}
      tools={
        <>
          {props.tools}
          {!view.body && <ListTools of={of} query={state.query} />}
        </>
      }
      primary={rows && primary}
    >
      <div className="tabbed">
        <ViewTabs {...props} chosen={view.key} />
        {props.above}
        {view.body ? (
          <Later>{view.body(props.room)}</Later>
        ) : (
          rows && (
            <ResourceList
              of={of}
              list={rows}
              state={state}
              addable={primary ? 'own' : false}
              {...props.list}
              onOpen={(row) => change({ id: row.id })}
            />
          )
        )}
      </div>
    </PageFrame>
  )
}
function ViewTabs({ views, tabs, chosen }: Pick<RecordPageProps, 'views' | 'tabs'> & { chosen: string }) {
  const [params, change] = useParams()
  if (!tabs) return null
  const choose = (next: string) =>
    change({ ...(tabs.parts ? allBut(params) : { id: null }), view: next === views[0].key ? null : next })
  return <Tabs label={tabs.label} views={!tabs.parts} chosen={chosen} onChoose={choose} tabs={views} />
}
/** Returns the subtitle: the view's own, or the filters of its list; with the age of stale data. */
function useWords(of: Resource, view: RecordView, state: ListState, rows: List<AnyRow> | undefined): ReactNode {
  const { t } = useTranslation('client')
  const age = useAge(rows ?? NONE)
  if (!view.body && rows) return <FilterWords {...state} of={of} total={knownTotal(rows)} age={age} />
  return (
    view.words && (
      <>
        {view.words}
        {age && ` · ${t('resource.staleSince', { age })}`}
      </>
    )
  )
}
const NONE = { at: 0, error: null, rows: [] }
function useTitle({ of, title }: RecordPageProps): string {
  const labels = useLabels((of as Resource).area)
  const ofPage = usePageTitle()
  return title ?? ofPage ?? labels.name(of as Resource)
}

/**
 * Returns the row of an open form. The last version is kept while the row reloads or after another person deleted it,
 * so that the form stays.
 */
function useUnderForm(opened: Opened, id: string | null) {
  const [seen, setSeen] = useState<Opened | null>(null)
  if (opened.row && opened.row !== seen?.row) setSeen(opened)
  if (opened.row || !seen || seen.row?.id !== id) return { ...opened, gone: false }
  return { ...seen, gone: !opened.busy && !opened.error }
}
type Opened = ReturnType<typeof useOpened>
/** Returns the open row: from the displayed rows, else loaded by its id. */
function useOpened(of: Listed, id: string | null, list: List<AnyRow>) {
  const listed = useMemo(() => (id ? (list.rows.find((row) => row.id === id) ?? null) : null), [list.rows, id])
  const asked = useRow(of, id && !listed && !list.isLoading ? id : null)
  return {
    row: listed ?? asked.row,
    refs: listed || !asked.row ? list.refs : asked.refs,
    busy: list.isLoading || asked.isLoading || asked.isFetching,
    error: asked.error,
    again: asked.again,
  }
}
