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

/** In the address: the view that the list began with, and a view that a link asks to be opened. */
const BEGAN = 'saved'
const ASKED = 'openView'
/** Parts of the address that are no view of the list: what is open of it, and the rows that were counted today. */
const passing = ['id', 'new', 'edit', 'unsent', AMONG, BEGAN, ASKED]
/** What of the address a view keeps, in one order: the same view reads the same. */
export function viewQuery(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => !passing.includes(name)))
  kept.sort()
  return kept.toString()
}
/** The address of a list as a view shows it. */
export const viewAddress = (view: SavedView): string =>
  `${view.page}?${[view.query, `${BEGAN}=${view.id}`].filter(Boolean).join('&')}`
/** The address to send: it shows the view as it is when it is opened. */
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
/** The columns of a list as it is shown. */
interface ShownColumns {
  /** As the open view has them. */
  layout: ColumnLayout | undefined
  /** Where this device keeps what the person makes of the columns, of this view or of the list without one. */
  choiceKey: string
}
export interface OpenView extends ShownColumns {
  view: SavedView | null
  /** Whether the list is no longer as the view was saved. */
  changed: boolean
}
/**
 * The view that a list is shown in; opens the one that a link asks for.
 * @param kept under what the columns of this list are kept on the device, where they are not those of the resource
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
/** Tells which fields of a list the person took out of its table, or the open view did: when it is asked. */
export function useLeftOut(of: Resource): () => string[] {
  const { layout, choiceKey } = useShownColumns(of)
  return () => {
    const { shown } = keptLayout(choiceKey) ?? layout ?? plainLayout
    return Object.keys(shown).filter((name) => shown[name] === false && name in of.fields)
  }
}
