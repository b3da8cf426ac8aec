/** Formats the numeric fields of a problem for its message; all other fields are dropped. */
export const formatProblemNumbers = (problem: object, formatValue: (value: number) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problem).flatMap(([name, value]) => (typeof value === 'number' ? [[name, formatValue(value)]] : [])),
  )
