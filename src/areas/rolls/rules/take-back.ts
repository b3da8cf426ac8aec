/**
 * Correcting one's own mistake. An operator alone at night may correct a recent doff; mistakes of others, or older
 * ones, need a permission.
 */

/** Longest shift of the plant, hours. */
export const OWN_SLIP_HOURS = 12
/** Who recorded something and when, ISO. */
export interface RecordedBy {
  readonly by: string | null
  readonly at: string | null
}

/**
 * True if the person recorded it recently. `now` in ISO; a phone with a fast clock is treated like one with a slow
 * clock.
 */
export const isOwnSlip = ({ by, at }: RecordedBy, personId: string, now: string): boolean =>
  by === personId && at !== null && Math.abs(Date.parse(now) - Date.parse(at)) < OWN_SLIP_HOURS * 3_600_000
