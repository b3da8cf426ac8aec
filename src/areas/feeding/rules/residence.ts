/** How long what is fed takes to the web, in ms. */
export interface Residence {
  /** From the hopper to the web. */
  readonly delayMs: number
  /** Hopper and extruder mix: a lot is found in the web this much earlier and later than it would be without. */
  readonly spreadMs: number
}
