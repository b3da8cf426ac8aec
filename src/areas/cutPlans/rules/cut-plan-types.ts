/** Input and result of a cut plan. Widths in mm, lengths in m, times in ms since 1970. */

/** An order with the rolls that a cut plan has to cut. */
export interface OpenOrder {
  readonly id: string
  readonly product: string
  readonly width: number
  /** Length of one slit roll. */
  readonly length: number
  /** Rolls still to be cut. */
  readonly rolls: number
  readonly dueAt: number
  /** Normal if omitted. */
  readonly priority?: 'normal' | 'urgent' | 'critical'
}
export interface UncutJumbo {
  readonly id: string
  readonly product: string
  readonly width: number
  /** Length that is not cut yet. */
  readonly length: number
}
export interface SlitterSpec {
  /** Number of knives. The maximum number of lanes is one less, as both edges are trimmed. */
  readonly knives: number
  /** Narrowest possible lane. */
  readonly minWidth: number
  /** Minimum edge trim, both sides together. */
  readonly minTrim: number
  /** Cutting speed in m/min. */
  readonly speed: number
  /** Minutes to change the slit rolls between two sets. */
  readonly setMinutes: number
  /** Minutes to move the knives between two patterns. */
  readonly changeoverMinutes: number
  /** Minutes to take a jumbo off and put the next one on. */
  readonly jumboMinutes: number
}
/** Several sets of one slitting pattern from one jumbo. */
export interface PlannedCut {
  readonly jumboId: string
  /** Length of one set. */
  readonly length: number
  readonly sets: number
  /** Lanes from one edge to the other. */
  readonly lanes: readonly { readonly width: number; readonly count: number }[]
  /** Edge trim of a set, both sides together. */
  readonly trim: number
  /** Rolls by order; the sum over lanes and sets. */
  readonly rolls: readonly { readonly orderId: string; readonly width: number; readonly rolls: number }[]
  readonly startsAt: number
  readonly endsAt: number
}
export interface UnplannedRolls {
  readonly orderId: string
  readonly rolls: number
  /** `noJumbo`: the jumbos of the product do not have enough metres. */
  readonly reason: 'tooNarrow' | 'tooWide' | 'noJumbo'
}
export interface CutPlan {
  readonly cuts: readonly PlannedCut[]
  readonly unplanned: readonly UnplannedRolls[]
  readonly late: readonly { readonly orderId: string; readonly endsAt: number; readonly dueAt: number }[]
  /** Trim area ÷ area of the planned sets, in percent. */
  readonly trimPercent: number
  /** Lower bound of the trim for the same rolls from these jumbos, ignoring due dates. */
  readonly boundPercent: number
  readonly termination: Termination
}

/** How the search for a cut plan ended. */
export const terminations = [
  // Proven: no plan of the same rolls from these jumbos trims less. No order is late, and the jumbos suffice for all.
  'optimal',
  // Time ran out before the search ended.
  'timeLimit',
  // The search reached its limit of nodes or patterns.
  'nodeLimit',
  // The search ended without a proof, e.g. because jumbos are short, due dates force more trim or no solver could be loaded.
  'feasible',
] as const
export type Termination = (typeof terminations)[number]
/** True unless a limit cut the search off. */
export const isSearchFinished = (termination: Termination): boolean =>
  termination === 'optimal' || termination === 'feasible'
