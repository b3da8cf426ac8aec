/** Formats the numbers in refusals for readers. */
const grouped = { useGrouping: 'min2' } as const
const whole = new Intl.NumberFormat('en', { ...grouped, maximumFractionDigits: 3 })
const small = new Intl.NumberFormat('en', { ...grouped, maximumFractionDigits: 6 })

/**
 * Formats numeric parameters: without floating-point noise, grouped from five digits on. `count` selects the plural
 * form and stays a number.
 */
export const saidNumbers = (params: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count' ? (Math.abs(value) < 1 ? small : whole).format(value) : value,
    ]),
  )
