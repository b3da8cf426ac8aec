/**
 * Formats numbers and ids as a PostgreSQL array literal. For thousands of values, the driver's own quoting takes
 * longer than storing them.
 */
export const formatSqlArray = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`
