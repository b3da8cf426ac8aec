import type { AreaContract } from '@/contract/area'
import type { Access, Endpoint } from '@/contract/endpoint'
import type { PlantSettings } from '@/areas/equipment/rules/plant-settings'
import type { LotInside } from '@/areas/feeding/rules/lots-of-line'
import type { PlantCalendar } from '@/areas/handover/rules/shift'
import type { CustomColumn } from './excel/columns'
import type { Context, FileAnswer } from './context'

type Answer<Out> = Out extends Blob ? FileAnswer : Out
export type Handler = (ctx: Context, input: never) => Promise<unknown>
export interface HandlerEntry {
  endpoint: string
  run: Handler
  /**
   * A write that reads what it needs (no row locked), then inserts one row, and does nothing after that: it goes to the
   * database as one statement, without a transaction around it. `rows` refuses anything else here.
   */
  oneInsert?: boolean
}

/** Binds a function to an endpoint; its input and answer are those of the contract. */
export const handle = <In, Out>(
  endpoint: Endpoint<In, Out>,
  run: (ctx: Context, input: In) => Promise<Answer<Out>>,
): HandlerEntry => ({ endpoint: endpoint.name, run: run as Handler })

/** Something the plant does by the clock, once over all instances. */
export interface Job {
  name: string
  everySeconds: number
  run(ctx: Context): Promise<void>
}

/** What a phone gets for its shift from a resource: which rows, for whom. */
export interface ShiftPackPart {
  resource: string
  /** SQL condition on the resource's table with `$1` = site and `$2` = person id; everything when absent. */
  where?: string
  /** Who may read it: `signedIn`, or people holding one of these keys. */
  keys: Access
}

/**
 * Part of a condition: what has just gone out of use still travels, for longer than a phone may stay away before it starts
 * over. Else the phone would go on as if nothing had happened: a row that only stops to match is never heard of again.
 */
export const changedLately = `updated_at > now() - interval '15 days'`

/** Parts of the store that a record says were used; `unit` null is the part's own unit. */
export interface UsedParts {
  readonly repairId: string | null
  readonly parts: readonly { readonly partId: string; readonly quantity: number; readonly unit: string | null }[]
}
/** A record before and after a change: null when there was, or is, none. */
export interface PartsChange {
  readonly kind: string
  readonly id: string
  readonly occurredAt: string
  readonly before: UsedParts | null
  readonly after: UsedParts | null
}

/** What was fed to a line, taken out of its hoppers, or extruded beside its rolls, and has to be counted with them. */
export interface HopperChange {
  readonly lineId: string
  /** A feed, or its correction, holds from here on; waste came through the die then. */
  readonly at: string
  readonly kind: 'fed' | 'emptied' | 'waste'
  /** The feed itself, kg less what was taken back of it: it may change the ratios of its order. */
  readonly feed?: {
    readonly orderId: string
    readonly hopperId: string
    readonly materialId: string
    readonly kg: number
  }
}
/** The count of which lots are in which rolls. The caller holds the line (`lockLine`). */
export interface HopperCount {
  /** Counts again what a change touches: at once, or by a job soon after when it is much. */
  changed(ctx: Context, change: HopperChange): Promise<void>
  /** What the hoppers of a line hold, at a moment or now. */
  inside(ctx: Context, lineId: string, at?: string): Promise<readonly LotInside[]>
}

export interface AreaServer {
  contract: AreaContract
  handlers: HandlerEntry[]
  jobs: Job[]
  shiftPack: ShiftPackPart[]
  /** Columns that the plant added to resources, for Excel. Given by the area that keeps their definitions. */
  customColumns?: (ctx: Context, resource: string) => Promise<CustomColumn[]>
  /** Brings the stock in line with the parts that a record of any area names. Given by the area that keeps the stock. @throws 6000 when there is not enough */
  bookParts?: (ctx: Context, change: PartsChange) => Promise<void>
  /** Given by the area that keeps the rolls. */
  hoppers?: HopperCount
  /** Shifts and teams as the plant ordered them. Given by the area that keeps the rotation. */
  calendar?: (ctx: Context) => Promise<PlantCalendar>
  /** The figures that hold at this plant. Given by the area that keeps them. */
  settings?: (ctx: Context) => Promise<PlantSettings>
  /** What an area plans by shifts is planned anew: the rotation to come has changed. Any area may give it. */
  calendarChanged?: (ctx: Context) => Promise<void>
  /** Rows that every plant starts with, brought up to what this program knows; run at every start, as the system. */
  seed?: (ctx: Context) => Promise<void>
}
export const defineServer = (contract: AreaContract, rest: Partial<Omit<AreaServer, 'contract'>>): AreaServer => ({
  handlers: [],
  jobs: [],
  shiftPack: [],
  ...rest,
  contract,
})
