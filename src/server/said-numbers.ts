/** Numbers that a refusal names, as people read them. */
const grouped = { useGrouping: 'min2' } as const
const whole = new Intl.NumberFormat('en', { ...grouped, maximumFractionDigits: 3 })
const small = new Intl.NumberFormat('en', { ...grouped, maximumFractionDigits: 6 })

/** Without the tail of a binary fraction, five digits and more in groups; `count` chooses the words and stays a number. */
export const saidNumbers = (params: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count' ? (Math.abs(value) < 1 ? small : whole).format(value) : value,
    ]),
  )
