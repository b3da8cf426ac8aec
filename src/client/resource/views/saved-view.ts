import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { OutOf } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { viewsOfList } from '@/contract/saved-view'
import { notifyFailure } from '../../api/notify'
import { useCall } from '../../api/use-list'
import { session } from '../../session/session'
import { keptLayout, layoutOf, plainLayout, type ColumnLayout } from '../../ui/table/column-layout'
import { recordTrouble } from '../../ui/trouble'
import { AMONG } from '../among'

export type SavedView = OutOf<typeof viewsOfList>['views'][number]

/** Query parameters: the view the list started from, and a view to open from a link. */
const BEGAN = 'saved'
const ASKED = 'openView'
/** Query parameters that are not part of a view: the open row or form, and the rows counted today. */
const passing = ['id', 'new', 'edit', 'unsent', AMONG, BEGAN, ASKED]
/** Returns the query of a view, sorted so that equal views have equal text. */
export function viewQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => !passing.includes(name)))
  kept.sort()
  return kept.toString()
}
/** Builds the address of a list as a view displays it. */
export const viewAddress = (view: SavedView): string =>
  `${view.page}?${[view.query, `${BEGAN}=${view.id}`].filter(Boolean).join('&')}`
/** Builds a link to share: it opens the view as it is at that time. */
export const viewLink = (view: SavedView): string => `${location.origin}${view.page}?${ASKED}=${view.id}`

function layoutIn(view: SavedView | null): ColumnLayout | undefined {
  if (!view?.columns) return undefined
  try {
    return layoutOf(JSON.parse(view.columns))
  } catch (error) {
    recordTrouble('columns of a view not readable', error)
    return undefined
  }
}
/** The columns of the displayed list. */
interface ShownColumns {
  /** Layout of the open view. */
  layout: ColumnLayout | undefined
  /** Key under which this device stores the person's own layout, of this view or of the list without a view. */
  choiceKey: string
}
export interface OpenView extends ShownColumns {
  view: SavedView | null
  /** True if the list differs from the saved view. */
  changed: boolean
}
/**
 * Returns the saved view of a list; opens one requested by a link.
 * @param layoutKey storage key of the column layout, if it is not the resource's
 */
export function useOpenView(of: Resource, kept: string = of.name): OpenView {
  const { t } = useTranslation('client')
  const [params, setParams] = useSearchParams()
  const asked = params.get(ASKED)
  const { data, find, view } = useViews(of)
  const open = useEffectEvent(() => {
    const wanted = find(asked)
    if (!wanted) notifyFailure(t('views.gone'))
    const next = new URLSearchParams(wanted?.query ?? '')
    if (wanted) next.set(BEGAN, wanted.id)
    setParams(next, { replace: true })
  })
  useEffect(() => {
    if (asked && data) open()
  }, [asked, data])
  return {
    view,
    changed: view !== null && viewQuery(new URLSearchParams(view.query ?? '')) !== viewQuery(params),
    ...useShownColumns(of, kept),
  }
}
function useViews(of: Resource) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [began, asked] = [params.get(BEGAN), params.get(ASKED)]
  const { data } = useCall(viewsOfList, { list: of.name, page: pathname }, { enabled: (began ?? asked) !== null })
  const find = (id: string | null) => data?.views.find((one) => one.id === id) ?? null
  return { data, find, view: find(began), began }
}
function useShownColumns(of: Resource, kept: string = of.name): ShownColumns {
  const { view, began } = useViews(of)
  return {
    layout: useMemo(() => layoutIn(view), [view]),
    choiceKey: [session().userId, kept, began].filter(Boolean).join('/'),
  }
}
/** Returns a function that lists the fields hidden by the person or the open view, evaluated on call. */
export function useLeftOut(of: Resource): () => string[] {
  const { layout, choiceKey } = useShownColumns(of)
  return () => {
    const { shown } = keptLayout(choiceKey) ?? layout ?? plainLayout
    return Object.keys(shown).filter((name) => shown[name] === false && name in of.fields)
  }
}
