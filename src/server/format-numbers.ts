/** Formats the numbers in refusals for readers. */
const GROUPING = { useGrouping: 'min2' } as const
const wholeFormat = new Intl.NumberFormat('en', { ...GROUPING, maximumFractionDigits: 3 })
const fractionFormat = new Intl.NumberFormat('en', { ...GROUPING, maximumFractionDigits: 6 })

/**
 * Formats numeric parameters: without floating-point noise, grouped from five digits on. `count` selects the plural
 * form and stays a number.
 */
export const formatNumbers = (params: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count'
        ? (Math.abs(value) < 1 ? fractionFormat : wholeFormat).format(value)
        : value,
    ]),
  )
