/** Calculates band and price of each quarter of an hour from the tariff, including changes to and from summer time. */
import {
  addDays,
  resolveLocalTime,
  HOUR_MS,
  toLocalTime,
  MINUTE_MS,
  getUtcOffsetMs,
  toMoment,
  type Day,
} from '@/plant/rules/plant-time'
import {
  bands,
  SLOT_MINUTES,
  SLOTS_PER_DAY,
  createTariff,
  formatSlotTime,
  type TariffBand,
  type DayTariff,
  type TariffEntry,
  type TariffProblem,
  getLastDay,
} from './tariff'

export const TARIFF_SLOT_MS = SLOT_MINUTES * MINUTE_MS
export interface PricedSlot {
  readonly band: TariffBand | null
  /** CNY/kWh; null without a price. */
  readonly price: number | null
}
/** Counts the hours of a day by the plant's clock: 24, or 23 and 25 on days of a clock change. */
export const countHoursOfDay = (day: Day, zone: string): number =>
  (resolveLocalTime(addDays(day, 1), 0, zone) - resolveLocalTime(day, 0, zone)) / HOUR_MS

/** Builds the slots of a day in time order. A skipped hour has no slots, a repeated hour has them twice. */
export function buildDaySlots(
  day: Day,
  { bands: bandByClockSlot, prices, market }: DayTariff,
  zone: string,
): PricedSlot[] {
  const dayStartMs = resolveLocalTime(day, 0, zone)
  const dayEndMs = resolveLocalTime(addDays(day, 1), 0, zone)
  const slotCount = Math.round((dayEndMs - dayStartMs) / TARIFF_SLOT_MS)
  const isPlainDay =
    slotCount === SLOTS_PER_DAY && getUtcOffsetMs(dayStartMs, zone) === getUtcOffsetMs(dayEndMs - 1, zone)
  // A market has a price for each hour, or for each quarter of an hour.
  const slotsPerPrice = market && market.hours.length < slotCount ? 4 : 1
  return Array.from({ length: slotCount }, (_, i) => {
    const clockSlot = isPlainDay
      ? i
      : Math.floor(toLocalTime(toMoment(dayStartMs + i * TARIFF_SLOT_MS), zone).minute / SLOT_MINUTES)
    const band = bandByClockSlot[clockSlot] ?? null
    const marketPrice = market?.hours[Math.floor(i / slotsPerPrice)]
    // A market has no bands, but charts by band need one.
    if (marketPrice !== undefined) return { band: band ?? 'normal', price: marketPrice }
    return { band, price: band === null ? null : prices[band] }
  })
}

/** A year of the tariff, for the tariff check and the year table. */
export interface TariffYear {
  /** Slots of the year: 35,040, or 35,136 with 29 February. */
  readonly slotCount: number
  readonly pricedCount: number
  /** Gaps without a price, at most 20. */
  readonly problems: readonly TariffProblem[]
  /** By month and clock hour: the mean price, and the most frequent band. */
  readonly cells: readonly (readonly { readonly price: number | null; readonly band: TariffBand | null }[])[]
}
const MAX_PROBLEMS = 20

/**
 * Builds the year from all of its slots.
 * @param entries effective in the year, in any order
 */
export function buildTariffYear(entries: readonly TariffEntry[], year: number, zone: string): TariffYear {
  const getDayTariff = createTariff(entries)
  const cellsByMonthAndHour = Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => new YearCell()))
  const problems: TariffProblem[] = []
  let slotCount = 0
  let pricedCount = 0
  let gap: { from: string; to: string } | null = null
  const closeGap = () => {
    if (gap && problems.length < MAX_PROBLEMS) problems.push({ code: 'gap', from: gap.from, to: gap.to })
    gap = null
  }
  for (let day = `${year}-01-01`; day < `${year + 1}-01-01`; day = addDays(day, 1)) {
    const isPlainDay = countHoursOfDay(day, zone) === 24
    // Needed on the day of a clock change only.
    const dayStartMs = isPlainDay ? 0 : resolveLocalTime(day, 0, zone)
    const daySlots = buildDaySlots(day, getDayTariff(day), zone)
    slotCount += daySlots.length
    daySlots.forEach((slot, i) => {
      const clockSlot = isPlainDay
        ? i
        : Math.floor(toLocalTime(toMoment(dayStartMs + i * TARIFF_SLOT_MS), zone).minute / SLOT_MINUTES)
      cellsByMonthAndHour[Number(day.slice(5, 7)) - 1]![Math.floor(clockSlot / 4)]!.add(slot)
      if (slot.price !== null) {
        pricedCount++
        closeGap()
        return
      }
      const slotStart = `${day} ${formatSlotTime(clockSlot)}`
      gap = gap
        ? { ...gap, to: `${day} ${formatSlotEnd(clockSlot)}` }
        : { from: slotStart, to: `${day} ${formatSlotEnd(clockSlot)}` }
    })
  }
  closeGap()
  return {
    slotCount,
    pricedCount,
    problems,
    cells: cellsByMonthAndHour.map((hours) => hours.map((cell) => cell.toSummary())),
  }
}
const formatSlotEnd = (slot: number): string => (slot === SLOTS_PER_DAY - 1 ? '24:00' : formatSlotTime(slot + 1))

/** Collects the slots of one clock hour in one month. */
class YearCell {
  private sum = 0
  private pricedCount = 0
  private readonly countByBand = new Map<TariffBand, number>()
  add({ band, price }: PricedSlot): void {
    if (price !== null) {
      this.sum += price
      this.pricedCount++
    }
    if (band) this.countByBand.set(band, (this.countByBand.get(band) ?? 0) + 1)
  }
  private getCount(band: TariffBand): number {
    return this.countByBand.get(band) ?? 0
  }
  toSummary(): { price: number | null; band: TariffBand | null } {
    const mostFrequentBand = bands.reduce<TariffBand | null>(
      (best, band) => (this.getCount(band) > (best === null ? 0 : this.getCount(best)) ? band : best),
      null,
    )
    return { price: this.pricedCount ? this.sum / this.pricedCount : null, band: mostFrequentBand }
  }
}

/**
 * Finds bands that are used on a day but have no price in any layer, with the first such day. Days without any entry
 * are skipped. Only days on which an entry or a month begins or ends are checked, because the tariff is constant
 * between them.
 */
export function findUnpricedBands(entries: readonly TariffEntry[], from: Day, to: Day): TariffProblem[] {
  const getDayTariff = createTariff(entries)
  const days = new Set<Day>([from])
  for (const entry of entries) {
    const lastDay = getLastDay(entry)
    for (const day of [entry.effectiveFrom, ...(lastDay ? [addDays(lastDay, 1)] : [])])
      if (day >= from && day <= to) days.add(day)
  }
  for (let month = toNextMonth(from); month <= to; month = toNextMonth(month)) days.add(month)
  const problemByEntryAndBand = new Map<string, TariffProblem>()
  for (const day of [...days].sort()) {
    const { effectiveEntries, bands, prices } = getDayTariff(day)
    const [topEntry] = effectiveEntries
    if (!topEntry) continue
    for (const band of new Set(bands))
      if (band && prices[band] === null && !problemByEntryAndBand.has(`${topEntry.id} ${band}`))
        problemByEntryAndBand.set(`${topEntry.id} ${band}`, { code: 'noPrice', band, name: topEntry.name, day })
  }
  return [...problemByEntryAndBand.values()]
}
const toNextMonth = (day: Day): Day => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
}
