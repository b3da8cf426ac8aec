import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { listSavedViews } from '@/contract/saved-view'
import { notifyFailure } from '../../api/notify'
import { useEndpoint } from '../../api/use-list'
import { getSession } from '../../session/session'
import { loadLayout, parseColumnLayout, DEFAULT_LAYOUT, type ColumnLayout } from '../../ui/table/column-layout'
import { recordTrouble } from '../../ui/trouble'
import { ROW_IDS_PARAM } from '@/client/use-query-params'

export type SavedView = EndpointOutput<typeof listSavedViews>['views'][number]

/**
 * Query parameters with the id of a view. `saved`: the view that the list started from; `openView`: the view that a
 * link asks to open.
 */
const VIEW_PARAM = 'saved'
const OPEN_VIEW_PARAM = 'openView'
/** Query parameters that are not part of a view: the open row or form, and the rows counted today. */
const TRANSIENT_PARAMS = ['id', 'new', 'edit', 'unsent', ROW_IDS_PARAM, VIEW_PARAM, OPEN_VIEW_PARAM]
/** Returns the query of a view, sorted so that equal views have equal text. */
export function toViewQuery(params: URLSearchParams): string {
  const query = new URLSearchParams([...params].filter(([name]) => !TRANSIENT_PARAMS.includes(name)))
  query.sort()
  return query.toString()
}
/** Builds the address of a list as a view displays it. */
export const buildViewAddress = (view: SavedView): string =>
  `${view.page}?${[view.query, `${VIEW_PARAM}=${view.id}`].filter(Boolean).join('&')}`
/** Builds a link to share. The link opens the latest version of the view, even if the view has changed since. */
export const buildViewLink = (view: SavedView): string => `${location.origin}${view.page}?${OPEN_VIEW_PARAM}=${view.id}`

function parseLayout(view: SavedView | null): ColumnLayout | undefined {
  if (!view?.columns) return undefined
  try {
    return parseColumnLayout(JSON.parse(view.columns))
  } catch (error) {
    recordTrouble('columns of a view not readable', error)
    return undefined
  }
}
/** The columns of the displayed list. */
interface DisplayedColumns {
  /** Layout of the open view. */
  layout: ColumnLayout | undefined
  /** Key under which this device stores the person's own layout, of this view or of the list without a view. */
  choiceKey: string
}
export interface SavedViewState extends DisplayedColumns {
  view: SavedView | null
  /** True if the list differs from the saved view. */
  isChanged: boolean
}
/**
 * Returns the saved view of a list; opens one requested by a link.
 * @param layoutKey storage key of the column layout; the name of the resource by default
 */
export function useSavedView(resource: Resource, layoutKey: string = resource.name): SavedViewState {
  const { t } = useTranslation('client')
  const [params, setParams] = useSearchParams()
  const requestedId = params.get(OPEN_VIEW_PARAM)
  const { data, findView, view } = useViews(resource)
  const openRequestedView = useEffectEvent(() => {
    const requestedView = findView(requestedId)
    if (!requestedView) notifyFailure(t('views.gone'))
    const next = new URLSearchParams(requestedView?.query ?? '')
    if (requestedView) next.set(VIEW_PARAM, requestedView.id)
    setParams(next, { replace: true })
  })
  useEffect(() => {
    if (requestedId && data) openRequestedView()
  }, [requestedId, data])
  return {
    view,
    isChanged: view !== null && toViewQuery(new URLSearchParams(view.query ?? '')) !== toViewQuery(params),
    ...useDisplayedColumns(resource, layoutKey),
  }
}
function useViews(resource: Resource) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [activeId, requestedId] = [params.get(VIEW_PARAM), params.get(OPEN_VIEW_PARAM)]
  const { data } = useEndpoint(
    listSavedViews,
    { list: resource.name, page: pathname },
    { enabled: (activeId ?? requestedId) !== null },
  )
  const findView = (id: string | null) => data?.views.find((candidate) => candidate.id === id) ?? null
  return { data, findView, view: findView(activeId), activeId }
}
function useDisplayedColumns(resource: Resource, layoutKey: string = resource.name): DisplayedColumns {
  const { view, activeId } = useViews(resource)
  return {
    layout: useMemo(() => parseLayout(view), [view]),
    choiceKey: [getSession().userId, layoutKey, activeId].filter(Boolean).join('/'),
  }
}
/** Returns a function that lists the fields hidden by the person or the open view, evaluated on call. */
export function useHiddenColumns(resource: Resource): () => string[] {
  const { layout, choiceKey } = useDisplayedColumns(resource)
  return () => {
    const { shown } = loadLayout(choiceKey) ?? layout ?? DEFAULT_LAYOUT
    return Object.keys(shown).filter((name) => shown[name] === false && name in resource.fields)
  }
}
