import { lazy, type ComponentType } from 'react'
import type { PageName } from '@/contract/menu'
import type {
  AreaClient,
  FaultReportFormProps,
  MachineCardDefinition,
  MeRow,
  PersonalPage,
  PageLoader,
  PageView,
  PageViewProps,
  PickGroup,
  RowPlace,
  RowAction,
  RowCardDefinition,
  RowValueProps,
  TodayCardDefinition,
  WallPage,
} from './area'
import type { Resource } from '@/contract/resource'

type WithArea<T> = T & { area: string }
type LazyPageView = PageView & { View: ComponentType<PageViewProps> }
interface AreaRegistry {
  areas: readonly AreaClient[]
  pages: Partial<Record<PageName, PageLoader>>
  todayCards: readonly WithArea<TodayCardDefinition>[]
  machineCards: readonly MachineCardDefinition[]
  personalPages: readonly WithArea<PersonalPage>[]
  rowPlaces: Readonly<Record<string, RowPlace | readonly RowPlace[]>>
  pageViews: readonly LazyPageView[]
  rowValues: Readonly<Record<string, ComponentType<RowValueProps>>>
  scannableResources: ReadonlySet<string>
  faultReportForm: ComponentType<FaultReportFormProps> | null
}
const EMPTY_REGISTRY: AreaRegistry = {
  areas: [],
  pages: {},
  todayCards: [],
  machineCards: [],
  personalPages: [],
  rowPlaces: {},
  pageViews: [],
  rowValues: {},
  scannableResources: new Set(),
  faultReportForm: null,
}
let registry = EMPTY_REGISTRY

/**
 * Registers the areas of the app; must run before anything else.
 * @throws Error if two areas parse the codes of labels, or report the faults of machines
 */
export function registerAreas(areas: readonly AreaClient[]): void {
  if (areas.filter((area) => area.readCode).length > 1) throw new Error('two areas read the codes of labels')
  const [reportingArea, otherReportingArea] = areas.filter((area) => area.faultReportForm)
  if (otherReportingArea) throw new Error('two areas report the faults of machines')
  registry = {
    areas,
    pages: Object.assign({}, ...areas.map((area) => area.pages)),
    todayCards: areas
      .flatMap((area) => (area.todayCards ?? []).map((card) => ({ ...card, area: area.name })))
      .sort((a, b) => a.order - b.order),
    machineCards: areas.flatMap((area) => area.machineCards ?? []).sort((a, b) => a.order - b.order),
    personalPages: areas.flatMap((area) => (area.personalPages ?? []).map((page) => ({ ...page, area: area.name }))),
    rowPlaces: Object.assign({}, ...areas.map((area) => area.rowPlaces ?? {})),
    pageViews: areas.flatMap((area) => (area.pageViews ?? []).map((view) => ({ ...view, View: lazy(view.load) }))),
    rowValues: Object.fromEntries(
      areas.flatMap((area) => (area.rowValues ?? []).map(({ resource, load }) => [resource, lazy(load)])),
    ),
    scannableResources: new Set(areas.flatMap((area) => area.scannableResources ?? [])),
    faultReportForm: reportingArea?.faultReportForm ? lazy(reportingArea.faultReportForm) : null,
  }
}
/** True if rows of the resource have a scannable label. */
export const hasScannableLabel = (resource: string): boolean => registry.scannableResources.has(resource)
/** Returns how rows of the resource are grouped in a pick-list; undefined if they are not. */
export const findPickGroup = (resource: string): PickGroup | undefined =>
  registry.areas.find((area) => area.pickGroups?.[resource])?.pickGroups?.[resource]
/** Returns all areas, lowest layer first. */
export const getAreas = (): readonly AreaClient[] => registry.areas
/**
 * Returns the area that declares the resource of an outbox operation and has its texts. Undefined if this version of
 * the app has no such area.
 */
export const findAreaOfOperation = (op: string): AreaClient | undefined => {
  const resource = op.split('.')[0] ?? ''
  return registry.areas.find((area) => area.outboxResources?.includes(resource))
}
/** True if a refused command has a form to correct it in. */
export const hasCorrectionForm = (op: string): boolean =>
  !registry.areas.some((area) => area.commandsWithoutForm?.includes(op))
/**
 * Returns the component that displays the current value of a row, e.g. a meter's reading from telemetry. That value is
 * newer than the stored one. An area in a higher layer provides it; undefined if there is none.
 */
export const getRowValueComponent = (resource: string): ComponentType<RowValueProps> | undefined =>
  registry.rowValues[resource]
/** Returns the form that reports a fault of a machine, created once; null if no area provides it. */
export const getFaultReportForm = (): ComponentType<FaultReportFormProps> | null => registry.faultReportForm
/** Returns the loader of a menu page; undefined if no area implements it. */
export const getPageLoader = (name: string): PageLoader | undefined => registry.pages[name as PageName]
/** True if the page is for the screen at a machine: feeding, winder or slitter. */
export const isMachinePage = (name: string): boolean =>
  registry.areas.some((area) => area.machinePages?.includes(name as PageName))
/** Returns the cards of the home page with the area whose texts they use. */
export const getTodayCards = (): readonly WithArea<TodayCardDefinition>[] => registry.todayCards
/** Returns the cards of machine pages. */
export const getMachineCards = (): readonly MachineCardDefinition[] => registry.machineCards
/**
 * Returns the views that areas add to a page. The views are lazy components that are created once: a component created
 * during rendering would remount each time.
 */
export const getPageViews = (page: PageName): readonly LazyPageView[] =>
  registry.pageViews.filter((view) => view.page === page)
/** Returns the actions that other areas offer for a row of the resource. */
export const getRowActions = (resource: string): readonly RowAction[] =>
  registry.areas.flatMap((area) => area.rowActions ?? []).filter((action) => action.resource === resource)
/** Returns the cards that other areas add to a row of the resource. */
export const getRowCards = (resource: string): readonly RowCardDefinition[] =>
  registry.areas
    .flatMap((area) => area.rowCards ?? [])
    .filter(({ resources }) => resources.includes(resource))
    .sort((a, b) => a.order - b.order)
/** Returns the pages that need neither frame nor session. */
export const getWallPages = (): readonly WallPage[] => registry.areas.flatMap((area) => area.wallPages ?? [])
/** Returns the rows that areas add to the Me page. */
export const getMeRows = (): readonly MeRow[] => registry.areas.flatMap((area) => area.meRows ?? [])
/** Returns the pages under Me, with the area whose texts they use. */
export const getPersonalPages = (): readonly WithArea<PersonalPage>[] => registry.personalPages
/** Parses scanned text as a label of the plant: its kind, and the code in normalized spelling. */
export const readCode = (text: string): { kind: string; code: string } =>
  registry.areas.find((area) => area.readCode)?.readCode?.(text) ?? { kind: 'unknown', code: text.trim() }
/** Returns the first of the resource's row places whose page fulfils `hasPage`: a row of the resource opens there. */
export function findRowPlace(
  resource: string,
  hasPage: (page: PageName) => boolean = () => true,
): Required<Exclude<RowPlace, string>> | undefined {
  const places = [registry.rowPlaces[resource] ?? []]
    .flat()
    .map((place) => ({ params: {}, searchableByName: false, ...(typeof place === 'string' ? { page: place } : place) }))
  return places.find(({ page }) => hasPage(page))
}
/** Returns the place with the correction form of a row's commands: always the resource's first place. */
export const findFormPlace = (resource: string): ReturnType<typeof findRowPlace> => findRowPlace(resource)
/** Returns the page of the resource's first row place. */
export const findRowPage = (resource: string): PageName | undefined => findRowPlace(resource)?.page

/** Finds the definition of a resource; null if no area of this app has it. */
export async function findResource(name: string): Promise<Resource | null> {
  const contracts = await Promise.all(getAreas().map((area) => area.contract?.()))
  return contracts.flatMap((contract) => contract?.resources ?? []).find((resource) => resource.name === name) ?? null
}
