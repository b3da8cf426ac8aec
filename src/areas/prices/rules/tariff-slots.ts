/** The tariff over time: band and price of each quarter of an hour, including changes to and from summer time. */
import {
  addDays,
  resolveLocalTime,
  HOUR_MS,
  toLocalTime,
  MINUTE_MS,
  getUtcOffset,
  toMoment,
  type Day,
} from '@/plant/rules/plant-time'
import {
  bands,
  SLOT_MINUTES,
  SLOTS,
  createTariff,
  formatSlotTime,
  type TariffBand,
  type DayTariff,
  type TariffEntry,
  type TariffProblem,
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
export function buildDaySlots(day: Day, { bands: byClock, prices, market }: DayTariff, zone: string): PricedSlot[] {
  const from = resolveLocalTime(day, 0, zone)
  const to = resolveLocalTime(addDays(day, 1), 0, zone)
  const count = Math.round((to - from) / TARIFF_SLOT_MS)
  const isPlainDay = count === SLOTS && getUtcOffset(from, zone) === getUtcOffset(to - 1, zone)
  const slotsPerPrice = market && market.hours.length < count ? 4 : 1
  return Array.from({ length: count }, (_, i) => {
    const clockSlot = isPlainDay
      ? i
      : Math.floor(toLocalTime(toMoment(from + i * TARIFF_SLOT_MS), zone).minute / SLOT_MINUTES)
    const band = byClock[clockSlot] ?? null
    const marketPrice = market?.hours[Math.floor(i / slotsPerPrice)]
    // A market has no bands, but charts by band need one.
    if (marketPrice !== undefined) return { band: band ?? 'normal', price: marketPrice }
    return { band, price: band === null ? null : prices[band] }
  })
}

/** A year for the tariff check and the year table. */
export interface TariffYear {
  /** Slots of the year: 35,040, or 35,136 with 29 February. */
  readonly slots: number
  readonly priced: number
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
  const tariff = createTariff(entries)
  const sums = Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => new YearCell()))
  const problems: TariffProblem[] = []
  let [slots, priced] = [0, 0]
  let gap: { from: string; last: string } | null = null
  const closeGap = () => {
    if (gap && problems.length < MAX_PROBLEMS) problems.push({ code: 'gap', from: gap.from, to: gap.last })
    gap = null
  }
  for (let day = `${year}-01-01`; day < `${year + 1}-01-01`; day = addDays(day, 1)) {
    const isPlainDay = countHoursOfDay(day, zone) === 24
    const from = isPlainDay ? 0 : resolveLocalTime(day, 0, zone)
    const daySlots = buildDaySlots(day, tariff(day), zone)
    slots += daySlots.length
    daySlots.forEach((slot, i) => {
      const clockSlot = isPlainDay
        ? i
        : Math.floor(toLocalTime(toMoment(from + i * TARIFF_SLOT_MS), zone).minute / SLOT_MINUTES)
      sums[Number(day.slice(5, 7)) - 1]![Math.floor(clockSlot / 4)]!.add(slot)
      if (slot.price !== null) {
        priced++
        closeGap()
        return
      }
      const slotStart = `${day} ${formatSlotTime(clockSlot)}`
      gap = gap
        ? { ...gap, last: `${day} ${formatSlotEnd(clockSlot)}` }
        : { from: slotStart, last: `${day} ${formatSlotEnd(clockSlot)}` }
    })
  }
  closeGap()
  return { slots, priced, problems, cells: sums.map((hours) => hours.map((cell) => cell.toSummary())) }
}
const formatSlotEnd = (slot: number): string => (slot === SLOTS - 1 ? '24:00' : formatSlotTime(slot + 1))

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
  toSummary(): { price: number | null; band: TariffBand | null } {
    const mostFrequentBand = bands.reduce<TariffBand | null>(
      (best, band) =>
        (this.countByBand.get(band) ?? 0) > (best ? (this.countByBand.get(best) ?? 0) : 0) ? band : best,
      null,
    )
    return { price: this.pricedCount ? this.sum / this.pricedCount : null, band: mostFrequentBand }
  }
}
