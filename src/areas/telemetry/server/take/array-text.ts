/** Numbers and ids as PostgreSQL writes an array: of thousands, the driver's own quoting of each takes longer than storing them. */
export const arrayOf = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`
