/** The tariff over time: band and price of each quarter of an hour, including changes to and from summer time. */
import { addDays, atLocal, HOUR, localClock, MINUTE, offsetAt, toMoment, type Day } from '@/plant/rules/plant-time'
import {
  bands,
  SLOT_MINUTES,
  SLOTS,
  tariffOf,
  timeOf,
  type Band,
  type DayTariff,
  type TariffEntry,
  type TariffProblem,
} from './tariff'

export const SLOT_MS = SLOT_MINUTES * MINUTE
export interface PricedSlot {
  readonly band: Band | null
  /** CNY/kWh; null without a price. */
  readonly price: number | null
}
/** Counts the hours of a day by the plant's clock: 24, or 23 and 25 on days of a clock change. */
export const hoursOfDay = (day: Day, zone: string): number =>
  (atLocal(addDays(day, 1), 0, zone) - atLocal(day, 0, zone)) / HOUR

/** Builds the slots of a day in time order. A skipped hour has no slots, a repeated hour has them twice. */
export function slotsOfDay(day: Day, { bands: byClock, prices, market }: DayTariff, zone: string): PricedSlot[] {
  const from = atLocal(day, 0, zone)
  const to = atLocal(addDays(day, 1), 0, zone)
  const count = Math.round((to - from) / SLOT_MS)
  const even = count === SLOTS && offsetAt(from, zone) === offsetAt(to - 1, zone)
  const step = market && market.hours.length < count ? 4 : 1
  return Array.from({ length: count }, (_, i) => {
    const shown = even ? i : Math.floor(localClock(toMoment(from + i * SLOT_MS), zone).minute / SLOT_MINUTES)
    const band = byClock[shown] ?? null
    const traded = market?.hours[Math.floor(i / step)]
    // A market has no bands, but charts by band need one.
    if (traded !== undefined) return { band: band ?? 'normal', price: traded }
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
  readonly cells: readonly (readonly { readonly price: number | null; readonly band: Band | null }[])[]
}
const MOST_PROBLEMS = 20

/**
 * Builds the year from all of its slots.
 * @param entries effective in the year, in any order
 */
export function yearOf(entries: readonly TariffEntry[], year: number, zone: string): TariffYear {
  const tariff = tariffOf(entries)
  const sums = Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => new Cell()))
  const problems: TariffProblem[] = []
  let [slots, priced] = [0, 0]
  let hole: { from: string; last: string } | null = null
  const close = () => {
    if (hole && problems.length < MOST_PROBLEMS) problems.push({ code: 'gap', from: hole.from, to: hole.last })
    hole = null
  }
  for (let day = `${year}-01-01`; day < `${year + 1}-01-01`; day = addDays(day, 1)) {
    const even = hoursOfDay(day, zone) === 24
    const from = even ? 0 : atLocal(day, 0, zone)
    const all = slotsOfDay(day, tariff(day), zone)
    slots += all.length
    all.forEach((slot, i) => {
      const shown = even ? i : Math.floor(localClock(toMoment(from + i * SLOT_MS), zone).minute / SLOT_MINUTES)
      sums[Number(day.slice(5, 7)) - 1]![Math.floor(shown / 4)]!.add(slot)
      if (slot.price !== null) {
        priced++
        close()
        return
      }
      const name = `${day} ${timeOf(shown)}`
      hole = hole ? { ...hole, last: `${day} ${endOf(shown)}` } : { from: name, last: `${day} ${endOf(shown)}` }
    })
  }
  close()
  return { slots, priced, problems, cells: sums.map((hours) => hours.map((cell) => cell.shown())) }
}
const endOf = (slot: number): string => (slot === SLOTS - 1 ? '24:00' : timeOf(slot + 1))

class Cell {
  private sum = 0
  private n = 0
  private readonly of = new Map<Band, number>()
  add({ band, price }: PricedSlot): void {
    if (price !== null) {
      this.sum += price
      this.n++
    }
    if (band) this.of.set(band, (this.of.get(band) ?? 0) + 1)
  }
  shown(): { price: number | null; band: Band | null } {
    const most = bands.reduce<Band | null>(
      (best, band) => ((this.of.get(band) ?? 0) > (best ? (this.of.get(best) ?? 0) : 0) ? band : best),
      null,
    )
    return { price: this.n ? this.sum / this.n : null, band: most }
  }
}
