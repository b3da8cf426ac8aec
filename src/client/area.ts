import type { PlantBrand } from './session/plant-brand'
import type { ComponentType, ReactNode } from 'react'
import type { AreaContract } from '@/contract/area'
import type { Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import type { PageName } from '@/contract/menu'
import type { OutboxPhoto } from './api/phone'

/** Fields and values of a command as displayed; some fields have another kind than on the wire. */
export interface DisplayableContent {
  fields: Fields
  values: Readonly<Record<string, unknown>>
}
export type ContentFormatter = (content: DisplayableContent, language: Language) => Promise<DisplayableContent>

export type PageLoader = () => Promise<{ default: ComponentType }>
/** A card on the Today page with the user's current tasks. It renders null when there is nothing to show. */
export interface TodayCardDefinition {
  name: string
  /** Lower numbers come first. */
  order: number
  /** Permissions, any of which shows the card; omit to show it to everyone. */
  permissions?: readonly string[]
  load: PageLoader
}
/** Section of a machine page: open items on top, then metrics, history and records. */
export type MachinePart = 'top' | 'figures' | 'history' | 'records'
/** A card that another area adds to a machine page, e.g. the open inspection round. It renders null when empty. */
export interface MachineCardDefinition {
  name: string
  part: MachinePart
  /** Lower numbers come first. */
  order: number
  permissions?: readonly string[]
  load: () => Promise<{ default: ComponentType<{ equipmentId: string }> }>
}
/** A row being traced: a roll, an order, a lot. */
export interface TracedRow {
  kind: string
  id: string
  /** The row's number. */
  label: string
}
/** A card that another area adds to a traced row, e.g. checks, tests or certificates. It renders null when empty. */
export interface RowCardDefinition {
  name: string
  /** Resources whose rows get the card. `cutJumbo` stands for a jumbo roll that was cut into slit rolls. */
  resources: readonly string[]
  /** Lower numbers come first. */
  order: number
  permissions?: readonly string[]
  load: () => Promise<{ default: ComponentType<TracedRow> }>
}
/** Props of a view that another area adds to a page. */
export interface PageViewProps {
  /** Id of the row the page is about, such as the chosen slitter. */
  rowId: string
  /** Renders the page around its content, with the tabs and the one primary action below. */
  frame: (content: ReactNode, primary?: ReactNode) => ReactNode
  /** The tabs alone, for a view that is a page of records with its own frame. */
  tabs: ReactNode
}
/** A tab that an area adds to another area's page, e.g. the knives of a slitter. */
export interface PageView {
  page: PageName
  /** Value of the `view` parameter in the address. */
  name: string
  /** Text key of the tab's label, with its namespace. */
  labelKey: string
  load: () => Promise<{ default: ComponentType<PageViewProps> }>
}
/** Props of a value for which another area may have a newer reading than the row. */
export interface RowValueProps {
  id: string
  /** Displays the value, or the time of its reading (`at`). */
  part: 'value' | 'at'
  /** Time of the row's own value. */
  fallbackTime: string | null
  /** The row's own value, displayed when there is nothing newer. */
  fallback: ReactNode
  /** Called with the newer value that is displayed; null while the row's own value is displayed. */
  onNewer?: (newer: NewerValue | null) => void
}
/** A counter value and the time of its reading. */
export interface NewerValue {
  readonly at: string
  readonly value: number
}
/**
 * A component that displays a newer value than the one the row stores, e.g. the reading of a connected meter. Lists and
 * pages of another area render it.
 */
export interface RowValue {
  resource: string
  load: () => Promise<{ default: ComponentType<RowValueProps> }>
}
/** A follow-up action on a scanned row that opens a page of another area, e.g. "inspect this roll". */
export interface RowAction {
  /** Resource of the row. */
  resource: string
  name: string
  /** Text key of the button, with its namespace. */
  labelKey: string
  permissions: readonly string[]
  page: PageName
  /** Query parameters of the page, in addition to the row, which is passed as `of` and `row`. */
  params: Readonly<Record<string, string>>
}
/** Props of the form that reports a fault of a machine, opened by another area's page, e.g. at a point of a round. */
export interface FaultReportFormProps {
  draftKey: string
  equipmentId: string
  /** Name of the machine, displayed in the title. */
  machineName: string
  description: string
  photos: readonly OutboxPhoto[]
  onBack: () => void
  /** Called after saving on this phone. `photos`: ids of the photos sent with the report. */
  onDone: (report: { id: string; photos: string[] }) => void
}
/** A page for a wall screen: without the app frame and without sign-in. */
export interface WallPage {
  /** The complete path. */
  path: `/${string}`
  load: PageLoader
}
/** A row of the Me page: a setting that a person makes once per phone. */
export interface MeRow {
  name: string
  load: PageLoader
}
/** A personal page under `/me`. */
export interface PersonalPage {
  /** Last segment of the path; the title is `pages.<path>.title` in the area's texts. */
  path: string
  /** Permissions, any of which offers the page; omit to offer it to everyone. */
  permissions?: readonly string[]
  load: PageLoader
}
/**
 * A page and the query parameters that select the part where a row is displayed. `searchableByName`: users of the page
 * may search such rows by name without the permission to list them. They see only the names.
 */
export type RowPlace =
  | PageName
  | { page: PageName; params?: Readonly<Record<string, string>>; searchableByName?: boolean }
/** Page where rows of a resource are created; `new` in the address opens the form. */
export interface CreationPlace {
  /** The page; without it `subpath` is the whole path. */
  page?: PageName
  /** Path below the page. */
  subpath?: string
  params?: Readonly<Record<string, string>>
  permissions: readonly string[]
}
/** A step in setting up a plant; done as soon as enough rows exist. Its texts are `setup.<name>` of the area. */
export interface SetupStep {
  name: string
  /** Lower numbers come first. */
  order: number
  /** Resource whose rows are counted. It is in `creationPlaces`, unless its rows result from work on `page`. */
  resource: string
  page?: PageName
  /** Filter for the rows that count. */
  query?: Readonly<Record<string, string>>
  /** True if rows are usually imported from Excel: the link opens the list, which has both import and form. */
  opensList?: boolean
  /** Number of rows required; 1 by default. */
  minCount?: number
}
/** A group of rows in a pick-list, such as the area of the plant that a machine belongs to. */
export interface PickGroup {
  field: string
  resource: string
}
/** Exports of an area's `client/index.ts`. Everything heavy is behind a loader. */
export interface AreaClient {
  /** Folder name and text namespace. */
  name: string
  pages: Partial<Record<PageName, PageLoader>>
  /** Machine pages: on a tablet they fill the screen and the navigation rail collapses. */
  machinePages?: readonly PageName[]
  todayCards?: readonly TodayCardDefinition[]
  machineCards?: readonly MachineCardDefinition[]
  pageViews?: readonly PageView[]
  rowActions?: readonly RowAction[]
  rowCards?: readonly RowCardDefinition[]
  rowValues?: readonly RowValue[]
  personalPages?: readonly PersonalPage[]
  wallPages?: readonly WallPage[]
  meRows?: readonly MeRow[]
  /**
   * Where a row of a resource opens with `?id=`: from a scan, a notice or the outbox. The first place the person may
   * open wins.
   */
  rowPlaces?: Readonly<Record<string, RowPlace | readonly RowPlace[]>>
  /** Where missing rows are created, by resource. Used by empty pickers and by the setup list of an empty plant. */
  creationPlaces?: Readonly<Record<string, CreationPlace>>
  setupSteps?: readonly SetupStep[]
  /** Groups that rows can be picked by on a phone: the field that refers to the group, and the resource of the groups. */
  pickGroups?: Readonly<Record<string, PickGroup>>
  /** Resources included in the global search; a result opens at its place in `rowPlaces`. */
  searchableResources?: readonly string[]
  /** Resources whose rows have a label: pickers offer to scan it. */
  scannableResources?: readonly string[]
  /** Resource names (the part before the dot) of operations that go through the outbox. */
  outboxResources?: readonly string[]
  /** Outbox commands without a form for corrections: the sync page does not offer to correct them. */
  commandsWithoutForm?: readonly string[]
  /** Endpoints and fields, for displaying commands in the outbox. */
  contract?: () => Promise<AreaContract>
  /** Loads name and logo of the plant for the login page. At most one area has it. */
  loadPlantBrand?: () => Promise<PlantBrand>
  /** Formats the content of commands that only the area understands, by operation name. */
  contentFormatters?: () => Promise<Readonly<Record<string, ContentFormatter>>>
  /** Field of a resource's rows that holds the unit of its amounts, by resource name. */
  unitFields?: Readonly<Record<string, string>>
  /** Finds rows by a code in this phone's data. For codes that stand for more than one row, e.g. a checkpoint. */
  findRowsByCodeOnPhone?: (code: string) => Promise<{ resource: string; id: string; label: string }[]>
  /** The form that reports a fault of a machine. Only one area may provide it. */
  faultReportForm?: () => Promise<{ default: ComponentType<FaultReportFormProps> }>
  /** Parses scanned or typed text as one of the plant's labels. Only one area may provide it. */
  readCode?: (text: string) => { kind: string; code: string }
  /** Finds rows by a code on the server, when the phone does not know the code. */
  findRowsByCode?: (code: string) => Promise<{ resource: string; id: string; label: string }[]>
}
