import { lazy, type ComponentType } from 'react'
import type { PageName } from '@/contract/menu'
import type {
  AreaClient,
  MachineCard,
  MeRow,
  OwnPage,
  PageLoader,
  PageView,
  PageViewProps,
  Place,
  RowAction,
  RowCard,
  RowValueProps,
  TodayCard,
  WallPage,
} from './area'

type Of<T> = T & { area: string }
type Drawn = PageView & { View: ComponentType<PageViewProps> }
interface Registered {
  areas: readonly AreaClient[]
  pages: Partial<Record<PageName, PageLoader>>
  todayCards: readonly Of<TodayCard>[]
  machineCards: readonly MachineCard[]
  ownPages: readonly Of<OwnPage>[]
  opens: Readonly<Record<string, Place | readonly Place[]>>
  pageViews: readonly Drawn[]
  rowValues: Readonly<Record<string, ComponentType<RowValueProps>>>
  scans: ReadonlySet<string>
}
const nothing: Registered = {
  areas: [],
  pages: {},
  todayCards: [],
  machineCards: [],
  ownPages: [],
  opens: {},
  pageViews: [],
  rowValues: {},
  scans: new Set(),
}
let known = nothing

/** Registers the areas of the app; must run before anything else. @throws Error when two areas parse label codes */
export function registerAreas(areas: readonly AreaClient[]): void {
  if (areas.filter((area) => area.readCode).length > 1) throw new Error('two areas read the codes of labels')
  known = {
    areas,
    pages: Object.assign({}, ...areas.map((area) => area.pages)),
    todayCards: areas
      .flatMap((area) => (area.todayCards ?? []).map((card) => ({ ...card, area: area.name })))
      .sort((a, b) => a.order - b.order),
    machineCards: areas.flatMap((area) => area.machineCards ?? []).sort((a, b) => a.order - b.order),
    ownPages: areas.flatMap((area) => (area.ownPages ?? []).map((page) => ({ ...page, area: area.name }))),
    opens: Object.assign({}, ...areas.map((area) => area.opens ?? {})),
    pageViews: areas.flatMap((area) => (area.pageViews ?? []).map((view) => ({ ...view, View: lazy(view.load) }))),
    rowValues: Object.fromEntries(
      areas.flatMap((area) => (area.rowValues ?? []).map(({ resource, load }) => [resource, lazy(load)])),
    ),
    scans: new Set(areas.flatMap((area) => area.scans ?? [])),
  }
}
/** True if rows of the resource have a scannable label. */
export const bearsLabel = (resource: string): boolean => known.scans.has(resource)
/** Returns all areas, lowest layer first. */
export const areas = (): readonly AreaClient[] => known.areas
/** Returns the area that names and declares an outbox operation; undefined if this version has none. */
export const areaOfOperation = (op: string): AreaClient | undefined => {
  const resource = op.split('.')[0] ?? ''
  return known.areas.find((area) => area.operations?.includes(resource))
}
/** True if a refused command has a form to correct it in. */
export const hasForm = (op: string): boolean => !known.areas.some((area) => area.formless?.includes(op))
/** Returns the component that displays a newer value of a row, if a higher area has one. */
export const rowValue = (resource: string): ComponentType<RowValueProps> | undefined => known.rowValues[resource]
/** Returns the loader of a menu page; undefined if no area implements it. */
export const pageOf = (name: string): PageLoader | undefined => known.pages[name as PageName]
/** True if the page is a machine page. */
export const isMachinePage = (name: string): boolean =>
  known.areas.some((area) => area.machinePages?.includes(name as PageName))
/** Returns the cards of the home page with the area whose texts they use. */
export const todayCards = (): readonly Of<TodayCard>[] => known.todayCards
/** Returns the cards of machine pages. */
export const machineCards = (): readonly MachineCard[] => known.machineCards
/**
 * Returns the views that areas add to a page. They are lazy components created once: one created during rendering would
 * remount each time.
 */
export const pageViews = (page: PageName): readonly Drawn[] => known.pageViews.filter((view) => view.page === page)
/** Returns the actions that other areas offer for a row of the resource. */
export const rowActions = (resource: string): readonly RowAction[] =>
  known.areas.flatMap((area) => area.rowActions ?? []).filter((action) => action.resource === resource)
/** Returns the cards that other areas add to a row of the resource. */
export const rowCards = (resource: string): readonly RowCard[] =>
  known.areas
    .flatMap((area) => area.rowCards ?? [])
    .filter(({ kinds }) => kinds.includes(resource))
    .sort((a, b) => a.order - b.order)
/** Returns the pages that need neither frame nor session. */
export const wallPages = (): readonly WallPage[] => known.areas.flatMap((area) => area.wallPages ?? [])
/** Returns the rows that areas add to the Me page. */
export const meRows = (): readonly MeRow[] => known.areas.flatMap((area) => area.meRows ?? [])
/** Returns the pages under Me, with the area whose texts they use. */
export const ownPages = (): readonly Of<OwnPage>[] => known.ownPages
/** Parses scanned text as a label of the plant: its kind, and the code in normalized spelling. */
export const readCode = (text: string): { kind: string; code: string } =>
  known.areas.find((area) => area.readCode)?.readCode?.(text) ?? { kind: 'unknown', code: text.trim() }
/** Returns the first place where a row of the resource opens and whose page passes `hasPage`. */
export function placeThatOpens(
  resource: string,
  has: (page: PageName) => boolean = () => true,
): Required<Exclude<Place, string>> | undefined {
  const places = [known.opens[resource] ?? []]
    .flat()
    .map((place) => ({ at: {}, named: false, ...(typeof place === 'string' ? { page: place } : place) }))
  return places.find(({ page }) => has(page))
}
/** Returns the place with the correction form of a row's commands: always the resource's first place. */
export const placeOfForm = (resource: string): ReturnType<typeof placeThatOpens> => placeThatOpens(resource)
/** Returns the page where a row of the resource opens first. */
export const pageThatOpens = (resource: string): PageName | undefined => placeThatOpens(resource)?.page
