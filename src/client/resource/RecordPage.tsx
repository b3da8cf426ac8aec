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

/** One way to look at the records, named in the address as `view`: their list unless it has a body of its own. */
export interface RecordView {
  key: string
  word: string
  /** How many there are, where the tab says so. */
  count?: number
  /** Filters of the list that always hold in this view, and its order (`sort`) until another is chosen. Keep the object. */
  fixed?: Readonly<Record<string, FilterValue>> | undefined
  /** In place of the list with its filters: a board, figures. */
  body?: (room: Room) => ReactNode
  /** The rows that the body shows; one of them opens. Without them the view is of figures: no row opens, and none is added. */
  rows?: List<AnyRow>
  /** Under the title, what the body shows. */
  words?: ReactNode
}
/** The open row and the ways from it; `onBack` is missing where the list stands beside it. */
export interface OpenRecord {
  row: AnyRow
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onGone: () => void
}
export interface RecordPageProps {
  of: Resource<string, never, never> | Resource
  /** In place of what the menu calls the page. */
  title?: string | undefined
  /** The way back from the list, on a page below another. */
  onBack?: (() => void) | undefined
  /** The first is shown unless the address names another; one alone has no tab. */
  views: readonly [RecordView, ...RecordView[]]
  /** What the tabs choose between, for a screen reader; `parts` where they are parts of one list, each begun without the filters of another. */
  tabs?: { label: string; parts?: boolean }
  /** Over what is shown. */
  above?: ReactNode
  /** How the list shows its rows. */
  list?: Omit<ResourceListProps, 'of' | 'list' | 'state' | 'onOpen'>
  /** The open row with what may be done to it. */
  panel: (open: OpenRecord) => ReactNode
  /** The open row is a table to work in, and takes most of the width. */
  broad?: boolean
  /** In place of the whole page while there is something: a form, of the open row or a new one. */
  form?: (opened: { row: AnyRow | null; refs: Readonly<Record<string, string>> }) => ReactNode
  /** The one primary action, where rows are shown. */
  primary?: ReactNode
  /** Small actions beside those for Excel. */
  tools?: ReactNode
}
type Listed = Resource<string, Resource['fields'], { list: `GET /${string}` }>

/** The view that the address names, or the first: for a page that asks for the rows of its own views. */
export function useView<V extends string>(views: readonly [V, ...V[]]): V {
  const asked = useParams()[0].get('view')
  return views.find((view) => view === asked) ?? views[0]
}

/** The page of a kind of record: its views, and the open one beside them or in their place. All of it stands in the address. */
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
/** Under the title: what the view says of itself, or what its list is filtered by; and how old that is. */
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

/** The row under an open form: as it was last seen where another deleted it, or while it is asked for again, so that the form stays. */
function useUnderForm(opened: Opened, id: string | null) {
  const [seen, setSeen] = useState<Opened | null>(null)
  if (opened.row && opened.row !== seen?.row) setSeen(opened)
  if (opened.row || !seen || seen.row?.id !== id) return { ...opened, gone: false }
  return { ...seen, gone: !opened.busy && !opened.error }
}
type Opened = ReturnType<typeof useOpened>
/** The open row: from the rows that are shown when it is there, else asked for by its id. */
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
