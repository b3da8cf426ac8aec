/** What a field of a day says now: its day, null where it was cleared, undefined while one is half typed. */
export const dayTyped = ({ value, validity }: HTMLInputElement): string | null | undefined =>
  value || (validity.badInput ? undefined : null)
