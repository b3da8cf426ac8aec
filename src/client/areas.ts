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

/** Tells the app which areas there are; the first thing that the program does. @throws when two read codes */
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
/** Whether rows of a resource bear a label that can be scanned. */
export const bearsLabel = (resource: string): boolean => known.scans.has(resource)
/** The areas of the plant as the app knows them, from the ground up. */
export const areas = (): readonly AreaClient[] => known.areas
/** The area whose words name an operation of the outbox, and whose contract knows it; undefined when no area of this version does. */
export const areaOfOperation = (op: string): AreaClient | undefined => {
  const resource = op.split('.')[0] ?? ''
  return known.areas.find((area) => area.operations?.includes(resource))
}
/** Whether a command that was not taken has a form in which it is corrected. */
export const hasForm = (op: string): boolean => !known.areas.some((area) => area.formless?.includes(op))
/** Draws the newer value of a row, where an area above knows one. */
export const rowValue = (resource: string): ComponentType<RowValueProps> | undefined => known.rowValues[resource]
/** The page of a menu node; undefined while no area has built it. */
export const pageOf = (name: string): PageLoader | undefined => known.pages[name as PageName]
/** Whether a page is that of a machine. */
export const isMachinePage = (name: string): boolean =>
  known.areas.some((area) => area.machinePages?.includes(name as PageName))
/** Cards of the home page, with the area whose words they are written in. */
export const todayCards = (): readonly Of<TodayCard>[] => known.todayCards
export const machineCards = (): readonly MachineCard[] => known.machineCards
/** Views that areas add to a page of another, as lazy components: made once, for one made while drawing would start anew each time. */
export const pageViews = (page: PageName): readonly Drawn[] => known.pageViews.filter((view) => view.page === page)
/** What other areas offer to do with a row of a resource. */
export const rowActions = (resource: string): readonly RowAction[] =>
  known.areas.flatMap((area) => area.rowActions ?? []).filter((action) => action.resource === resource)
/** What other areas know of a row of a resource. */
export const rowCards = (resource: string): readonly RowCard[] =>
  known.areas
    .flatMap((area) => area.rowCards ?? [])
    .filter(({ kinds }) => kinds.includes(resource))
    .sort((a, b) => a.order - b.order)
/** Pages without frame and session. */
export const wallPages = (): readonly WallPage[] => known.areas.flatMap((area) => area.wallPages ?? [])
export const meRows = (): readonly MeRow[] => known.areas.flatMap((area) => area.meRows ?? [])
/** Pages under Me, with the area whose words name them. */
export const ownPages = (): readonly Of<OwnPage>[] => known.ownPages
/** What a scanned text says as one of the plant's labels: its kind, and the code in one spelling. */
export const readCode = (text: string): { kind: string; code: string } =>
  known.areas.find((area) => area.readCode)?.readCode?.(text) ?? { kind: 'unknown', code: text.trim() }
/** Where a row of a resource opens: the first place whose page `has` says the person has. */
export function placeThatOpens(
  resource: string,
  has: (page: PageName) => boolean = () => true,
): Required<Exclude<Place, string>> | undefined {
  const places = [known.opens[resource] ?? []]
    .flat()
    .map((place) => ({ at: {}, named: false, ...(typeof place === 'string' ? { page: place } : place) }))
  return places.find(({ page }) => has(page))
}
/** Where a command about a row of a resource is corrected: the forms stand on its first place. */
export const placeOfForm = (resource: string): ReturnType<typeof placeThatOpens> => placeThatOpens(resource)
export const pageThatOpens = (resource: string): PageName | undefined => placeThatOpens(resource)?.page
