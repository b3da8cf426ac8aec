/** The numbers of a problem as they are read; what else it says stays out of it. */
export const figuresOf = (problem: object, write: (value: number) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problem).flatMap(([name, value]) => (typeof value === 'number' ? [[name, write(value)]] : [])),
  )
