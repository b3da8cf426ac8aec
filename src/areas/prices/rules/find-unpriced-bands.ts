/** Check that every band used on a day has a price. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { getLastDay, createTariff, type TariffEntry, type TariffProblem } from './tariff'

/**
 * Finds bands that are used on a day but have no price in any layer, with the first such day. Days without any entry
 * are not a problem of an entry. Only days on which an entry or month begins or ends are checked, because the tariff is
 * constant between them.
 */
export function findUnpricedBands(entries: readonly TariffEntry[], from: Day, to: Day): TariffProblem[] {
  const tariff = createTariff(entries)
  const days = new Set<Day>([from])
  for (const entry of entries) {
    const last = getLastDay(entry)
    for (const day of [entry.effectiveFrom, ...(last ? [addDays(last, 1)] : [])])
      if (day >= from && day <= to) days.add(day)
  }
  for (let month = toNextMonth(from); month <= to; month = toNextMonth(month)) days.add(month)
  const problems = new Map<string, TariffProblem>()
  for (const day of [...days].sort()) {
    const { chain, bands, prices } = tariff(day)
    const [top] = chain
    if (!top) continue
    for (const band of new Set(bands))
      if (band && prices[band] === null && !problems.has(`${top.id} ${band}`))
        problems.set(`${top.id} ${band}`, { code: 'noPrice', band, name: top.name, day })
  }
  return [...problems.values()]
}
const toNextMonth = (day: Day): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}
