/** Taking back a slip of one's own: the operator alone at night corrects a doff at once; what others did, or long ago, needs the right to. */

/** Longest shift of the plant, hours. */
export const OWN_SLIP_HOURS = 12
/** Who did it and when, ISO. */
export interface Done {
  readonly by: string | null
  readonly at: string | null
}

/** Whether it is this person's own and fresh. `now` in ISO; a phone ahead of the clock counts as fresh as one behind it. */
export const isOwnSlip = ({ by, at }: Done, personId: string, now: string): boolean =>
  by === personId && at !== null && Math.abs(Date.parse(now) - Date.parse(at)) < OWN_SLIP_HOURS * 3_600_000
