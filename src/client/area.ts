import type { ComponentType, ReactNode } from 'react'
import type { AreaContract } from '@/contract/area'
import type { Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import type { PageName } from '@/contract/menu'

/** A command's content as it is shown: its fields, some in another kind than they travel in, and its values. */
export interface Readable {
  fields: Fields
  values: Readonly<Record<string, unknown>>
}
export type MakeReadable = (content: Readable, language: Language) => Promise<Readable>

export type PageLoader = () => Promise<{ default: ComponentType }>
/** A card of the Today page: what is mine now. Shows nothing by rendering null. */
export interface TodayCard {
  name: string
  /** Smaller stands higher. */
  order: number
  /** Shown to those who hold one of these keys; to everyone when left out. */
  keys?: readonly string[]
  load: PageLoader
}
/** Where on a machine's page a card stands: what is open above, how well it runs, what happened to it, its records. */
export type MachinePart = 'top' | 'figures' | 'history' | 'records'
/** A part of a machine's page that another area provides, for example its open round. Shows nothing by rendering null. */
export interface MachineCard {
  name: string
  part: MachinePart
  /** Smaller stands higher. */
  order: number
  keys?: readonly string[]
  load: () => Promise<{ default: ComponentType<{ equipmentId: string }> }>
}
/** A row that is traced: a roll, an order, a lot. */
export interface TracedRow {
  kind: string
  id: string
  /** Its number. */
  label: string
}
/** What another area knows of a row that is traced: its checks, its tests, its certificates. Shows nothing by rendering null. */
export interface RowCard {
  name: string
  /** Of which resources the row may be. */
  kinds: readonly string[]
  /** Smaller stands higher. */
  order: number
  keys?: readonly string[]
  load: () => Promise<{ default: ComponentType<TracedRow> }>
}
/** What a view that another area provides is drawn with. */
export interface PageViewProps {
  /** The row the page is about, such as the slitter that was chosen. */
  of: string
  /** The page around its content, with its tabs, and the one primary action below. */
  frame: (content: ReactNode, primary?: ReactNode) => ReactNode
  /** The tabs alone, for a view that is a page of records with a frame of its own. */
  tabs: ReactNode
}
/** A tab of another area's page, for example the knives of a slitter. */
export interface PageView {
  page: PageName
  /** In the address. */
  name: string
  /** Key of the tab's word, with its namespace. */
  word: string
  load: () => Promise<{ default: ComponentType<PageViewProps> }>
}
/** What a value is drawn with that another area may know better than its row. */
export interface RowValueProps {
  id: string
  part: 'value' | 'at'
  /** Until when the row itself knows. */
  known: string | null
  /** What the row says: drawn where nothing newer is known. */
  own: ReactNode
  /** Told what is drawn in its place; null while that is the row's own. */
  onNewer?: (newer: NewerValue | null) => void
}
/** A counter's value with the moment it had it. */
export interface NewerValue {
  readonly at: string
  readonly value: number
}
/** A newer value than the row has, in the lists and on the page of another area: what a meter sends by itself. */
export interface RowValue {
  resource: string
  load: () => Promise<{ default: ComponentType<RowValueProps> }>
}
/** What may be done next with a row that a scan has opened, on a page of another area: the inspector checks the roll. */
export interface RowAction {
  /** Of which resource the row is. */
  resource: string
  name: string
  /** Key of the button's word, with its namespace. */
  word: string
  keys: readonly string[]
  page: PageName
  /** What the address of the page says beside the row, which is there as `of` and `row`. */
  at: Readonly<Record<string, string>>
}
/** A page that is a screen on a wall: without the frame, and open without anybody signed in. */
export interface WallPage {
  /** Its whole address. */
  path: `/${string}`
  load: PageLoader
}
/** A row of the Me page: what a person chooses once on a phone. */
export interface MeRow {
  name: string
  load: PageLoader
}
/** A page of the person's own, under `/me`. */
export interface OwnPage {
  /** Last part of its address; its title is `pages.<path>.title` in the area's words. */
  path: string
  /** Offered to those who hold one of these keys; to everyone when left out. */
  keys?: readonly string[]
  load: PageLoader
}
/**
 * A page, and what in its address chooses the part of it where a row stands. `named`: whoever has the page chooses such rows by
 * their names, though they may list none: they find them by a part of the name, and learn no more of them.
 */
export type Place = PageName | { page: PageName; at?: Readonly<Record<string, string>>; named?: boolean }
/** Where rows of a resource are entered, and by whom; the form is opened there by `new` in the address. */
export interface Adding {
  /** The page; without one `below` is the whole address. */
  page?: PageName
  /** The page below it. */
  below?: string
  at?: Readonly<Record<string, string>>
  keys: readonly string[]
}
/** Something that a plant needs before it can work, or begins with; done as soon as there are rows. Its words are `setup.<name>` of the area. */
export interface SetupStep {
  name: string
  /** Smaller stands higher. */
  order: number
  /** A resource of the area that `adds` says where to enter, unless its rows come from work at a page. */
  resource: string
  page?: PageName
  /** Which of its rows count. */
  query?: Readonly<Record<string, string>>
  /** Many at once, from Excel: the way leads to the list, where both the import and the form are. */
  many?: boolean
  /** How many there must be; one unless told. */
  least?: number
}
/** What an area's `client/index.ts` exports. Everything heavy stands behind a loader. */
export interface AreaClient {
  /** Its folder and its namespace of texts. */
  name: string
  pages: Partial<Record<PageName, PageLoader>>
  /** Pages that are a machine: on a tablet they have the whole screen, the rail folds away. */
  machinePages?: readonly PageName[]
  todayCards?: readonly TodayCard[]
  machineCards?: readonly MachineCard[]
  pageViews?: readonly PageView[]
  rowActions?: readonly RowAction[]
  rowCards?: readonly RowCard[]
  rowValues?: readonly RowValue[]
  ownPages?: readonly OwnPage[]
  wallPages?: readonly WallPage[]
  meRows?: readonly MeRow[]
  /** Where a row of a resource opens, as `?id=`: when scanned, from a notice, from the outbox. Of several the first that the person has. */
  opens?: Readonly<Record<string, Place | readonly Place[]>>
  /** Where rows that are missing are entered, by resource: offered by a choice without rows, and by the list of what an empty plant needs. */
  adds?: Readonly<Record<string, Adding>>
  setup?: readonly SetupStep[]
  /** Resources whose rows are found by a few letters from anywhere; a row opens where `opens` says. */
  finds?: readonly string[]
  /** Resources whose rows bear a label: whoever chooses one may scan it. */
  scans?: readonly string[]
  /** Names (before the dot) of its operations that travel through the outbox. */
  operations?: readonly string[]
  /** Commands of the outbox that have no form to correct them in: the sync centre offers none. */
  formless?: readonly string[]
  /** Its calls and fields, for showing what waits in the outbox. */
  contract?: () => Promise<AreaContract>
  /** Puts what only it understands of its commands in words: by operation name. */
  readable?: () => Promise<Readonly<Record<string, MakeReadable>>>
  /** The field of a resource's rows that says in which unit its amounts are: by resource name. */
  units?: Readonly<Record<string, string>>
  /** What a code means in this phone's own data, where it is more than the code of one row: asked before all others. */
  knowsCode?: (code: string) => Promise<{ resource: string; id: string; label: string }[]>
  /** Reads any scanned or typed text as one of the plant's labels. Given by one area only. */
  readCode?: (text: string) => { kind: string; code: string }
  /** Asks the server what a code stands for, when the phone does not know it. */
  findCode?: (code: string) => Promise<{ resource: string; id: string; label: string }[]>
}
