/**
 * 尖峰平谷: band and price of each quarter of an hour. Entries lie in layers, from high to low: market prices, single days,
 * special periods, months, base. The highest layer that is effective on a day determines the bands. A band without a
 * price there takes the price of the next lower layer that has one.
 */
import type { Day } from '@/plant/rules/plant-time'

/** 尖峰, 峰, 平, 谷, 深谷. */
export const bands = ['critical', 'peak', 'normal', 'low', 'deep'] as const
export type Band = (typeof bands)[number]
/** From the highest to the lowest. */
export const layers = ['market', 'day', 'period', 'months', 'base'] as const
export type Layer = (typeof layers)[number]

export const SLOT_MINUTES = 15
/** Slots of a day without a clock change. */
export const SLOTS = 96
/** Time window by the plant's clock; passes midnight if `to` is not later. Equal times mean the whole day. */
export interface Window {
  readonly from: string
  readonly to: string
  readonly band: Band
}
/** Prices by band, CNY/kWh; null takes the price of the lower layers. */
export type BandPrices = Readonly<Record<Band, number | null>>
export interface TariffEntry extends BandPrices {
  readonly id: string
  readonly layer: Layer
  readonly name: string
  readonly effectiveFrom: Day
  /** Last effective day; null until another entry replaces it. */
  readonly effectiveTo: Day | null
  /** 1–12, for entries of the months layer. */
  readonly months: readonly number[]
  readonly windows: readonly Window[]
  /** Market prices in time order, one per hour or quarter of an hour. */
  readonly hours: readonly number[]
  /** The highest revision of a market day counts. */
  readonly revision: number
}

/** Problems of the windows of a day or the entries of a layer; an overlap names both. */
export type TariffProblem =
  | { readonly code: 'notQuarter'; readonly at: string }
  | { readonly code: 'gap'; readonly from: string; readonly to: string }
  | {
      readonly code: 'overlap'
      readonly from: string
      readonly to: string
      readonly first: string
      readonly second: string
    }
  | { readonly code: 'sameDays'; readonly first: string; readonly second: string; readonly from: Day; readonly to: Day }
  | { readonly code: 'noPrice'; readonly band: Band; readonly name: string; readonly day: Day }
  | { readonly code: 'field'; readonly field: keyof TariffEntry; readonly why: 'missing' | 'notAllowed' | 'endsFirst' }
  | { readonly code: 'hours'; readonly day: Day; readonly hours: number; readonly given: number }

const clockText = (slot: number): string => {
  const minutes = (slot % SLOTS) * SLOT_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
/** Formats the time at which a slot begins, `08:15`; slot 96 is midnight again. */
export const timeOf = clockText
/** Parses a time into the slot that begins then; null for a time between two slots. */
export function slotAt(time: string): number | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return minute % SLOT_MINUTES === 0 ? hour * 4 + minute / SLOT_MINUTES : null
}
const spanText = ({ from, to }: Pick<Window, 'from' | 'to'>): string => `${from}–${to}`

/** Assigns a band to each clock slot; `problems` lists every gap and overlap. */
export function bandsOf(windows: readonly Window[]): { bands: (Band | null)[]; problems: TariffProblem[] } {
  const owner: (Window | null)[] = Array.from({ length: SLOTS }, () => null)
  const problems: TariffProblem[] = []
  for (const window of windows) {
    const [from, to] = [slotAt(window.from), slotAt(window.to)]
    if (from === null || to === null) {
      problems.push({ code: 'notQuarter', at: from === null ? window.from : window.to })
      continue
    }
    const length = to > from ? to - from : to + SLOTS - from
    const twice = new Map<Window, number[]>()
    for (let i = from; i < from + length; i++) {
      const other = owner[i % SLOTS]
      if (other) twice.set(other, [...(twice.get(other) ?? []), i])
      else owner[i % SLOTS] = window
    }
    for (const [other, slots] of twice)
      problems.push({
        code: 'overlap',
        from: clockText(slots[0]!),
        to: clockText(slots.at(-1)! + 1),
        first: spanText(other),
        second: spanText(window),
      })
  }
  if (!problems.some(({ code }) => code === 'notQuarter')) problems.push(...gapsOf(owner))
  return { bands: owner.map((window) => window?.band ?? null), problems }
}
function gapsOf(owner: readonly (Window | null)[]): TariffProblem[] {
  const gaps: TariffProblem[] = []
  for (let i = 0; i < SLOTS; i++) {
    if (owner[i]) continue
    const from = i
    while (i < SLOTS && !owner[i]) i++
    gaps.push({ code: 'gap', from: clockText(from), to: clockText(i) })
  }
  return gaps
}
/** Converts bands to the fewest equivalent windows; a window across midnight stays in one piece. */
export function windowsOf(day: readonly Band[]): Window[] {
  const starts = day.flatMap((band, i) => (band !== day[(i + SLOTS - 1) % SLOTS] ? [i] : []))
  if (starts.length === 0) return [{ from: '00:00', to: '00:00', band: day[0]! }]
  return starts.map((from, i) => ({
    from: clockText(from),
    to: clockText(starts[(i + 1) % starts.length]!),
    band: day[from]!,
  }))
}

/** Returns the last effective day of an entry; null if only a later entry ends it. */
export const lastDayOf = ({
  layer,
  effectiveFrom,
  effectiveTo,
}: Pick<TariffEntry, 'layer' | 'effectiveFrom' | 'effectiveTo'>): Day | null =>
  layer === 'day' || layer === 'market' ? effectiveFrom : effectiveTo
const holdsOn = (entry: TariffEntry, day: Day): boolean => {
  const last = lastDayOf(entry)
  return entry.effectiveFrom <= day && (last === null || day <= last)
}

/** Validates an entry by itself. `findDoubtfulPrice` checks prices of 0 or below. */
export function entryProblems(entry: TariffEntry, hoursOfDay: (day: Day) => number): TariffProblem[] {
  const problem = (field: keyof TariffEntry, why: 'missing' | 'notAllowed' | 'endsFirst'): TariffProblem => ({
    code: 'field',
    field,
    why,
  })
  const problems: TariffProblem[] = []
  const { layer, effectiveFrom, effectiveTo } = entry
  if (effectiveTo !== null && effectiveTo < effectiveFrom) problems.push(problem('effectiveTo', 'endsFirst'))
  if (layer === 'base' && effectiveTo !== null) problems.push(problem('effectiveTo', 'notAllowed'))
  if (layer === 'period' && effectiveTo === null) problems.push(problem('effectiveTo', 'missing'))
  if ((layer === 'day' || layer === 'market') && effectiveTo !== null && effectiveTo !== effectiveFrom)
    problems.push(problem('effectiveTo', 'notAllowed'))
  if (layer === 'months' && entry.months.length === 0) problems.push(problem('months', 'missing'))
  if (layer !== 'months' && entry.months.length > 0) problems.push(problem('months', 'notAllowed'))
  if (entry.months.some((month) => !Number.isInteger(month) || month < 1 || month > 12))
    problems.push(problem('months', 'notAllowed'))
  if (layer === 'market') {
    const hours = hoursOfDay(effectiveFrom)
    if (entry.hours.length !== hours && entry.hours.length !== hours * 4)
      problems.push({ code: 'hours', day: effectiveFrom, hours, given: entry.hours.length })
    if (entry.windows.length > 0) problems.push(problem('windows', 'notAllowed'))
    return problems
  }
  if (entry.hours.length > 0) problems.push(problem('hours', 'notAllowed'))
  if (entry.windows.length === 0) return [...problems, problem('windows', 'missing')]
  return [...problems, ...bandsOf(entry.windows).problems]
}

/** Finds entries of the same layer that would be effective on the same days with the same precedence. */
export function layerProblems(entry: TariffEntry, others: readonly TariffEntry[]): TariffProblem[] {
  return others
    .filter((other) => other.id !== entry.id && other.layer === entry.layer && sameRight(entry, other))
    .map((other) => {
      const [from, to] = [
        entry.effectiveFrom > other.effectiveFrom ? entry.effectiveFrom : other.effectiveFrom,
        earlier(lastDayOf(entry), lastDayOf(other)) ?? entry.effectiveFrom,
      ]
      return { code: 'sameDays', first: other.name, second: entry.name, from, to }
    })
}
const earlier = (a: Day | null, b: Day | null): Day | null => (a === null ? b : b === null || a < b ? a : b)
/**
 * Later base or months entries take over from their day. Two of the same day conflict, as do overlapping periods or
 * days.
 */
function sameRight(a: TariffEntry, b: TariffEntry): boolean {
  if (a.layer === 'market') return a.effectiveFrom === b.effectiveFrom && a.revision === b.revision
  if (a.layer === 'base') return a.effectiveFrom === b.effectiveFrom
  if (a.layer === 'months')
    return a.effectiveFrom === b.effectiveFrom && a.months.some((month) => b.months.includes(month))
  const [lastA, lastB] = [lastDayOf(a) ?? a.effectiveFrom, lastDayOf(b) ?? b.effectiveFrom]
  return a.effectiveFrom <= lastB && b.effectiveFrom <= lastA
}

/** No band costs more, CNY/kWh; a higher price is probably a slip of the decimal point. */
const MOST_USUAL = 5
const isDoubtful = (price: number): boolean => price <= 0 || price > MOST_USUAL
/** Finds the first band or market price that is 0, negative or unusually high and needs a reason. */
export const doubtful = (
  entry: BandPrices & Pick<TariffEntry, 'hours'>,
): { band: Band | null; price: number } | null => {
  const band = bands.find((name) => entry[name] !== null && isDoubtful(entry[name]))
  if (band) return { band, price: entry[band] ?? 0 }
  const hour = entry.hours.find(isDoubtful)
  return hour === undefined ? null : { band: null, price: hour }
}

/** Tariff of a day, by slot of the plain clock. */
export interface DayTariff {
  /** Effective entries from the highest layer to the lowest, without market entries. */
  readonly chain: readonly TariffEntry[]
  /** 96 bands by clock slot; null without an effective entry. */
  readonly bands: readonly (Band | null)[]
  readonly prices: BandPrices
  /** Market entry of the day, with prices in time order. */
  readonly market: TariffEntry | null
}
const NO_BANDS: readonly null[] = Array.from({ length: SLOTS }, () => null)

/** Creates a function that returns the tariff of a day. The order of entries does not matter. */
export function tariffOf(entries: readonly TariffEntry[]): (day: Day) => DayTariff {
  const sorted = [...entries].sort((a, b) =>
    a.effectiveFrom !== b.effectiveFrom ? (a.effectiveFrom < b.effectiveFrom ? 1 : -1) : b.revision - a.revision,
  )
  const of = (layer: Layer) => sorted.filter((entry) => entry.layer === layer)
  const markets = new Map(
    of('market')
      .reverse()
      .map((entry) => [entry.effectiveFrom, entry]),
  )
  const days = new Map(
    of('day')
      .reverse()
      .map((entry) => [entry.effectiveFrom, entry]),
  )
  const [periods, months, bases] = [of('period'), of('months'), of('base')]
  const shown = new Map(sorted.map((entry) => [entry, bandsOf(entry.windows).bands]))
  const merged = new Map<string, BandPrices>()
  return (day) => {
    const month = Number(day.slice(5, 7))
    const chain = [
      days.get(day),
      periods.find((entry) => holdsOn(entry, day)),
      months.find((entry) => entry.months.includes(month) && holdsOn(entry, day)),
      bases.find((entry) => holdsOn(entry, day)),
    ].filter((entry) => entry !== undefined)
    const key = chain.map(({ id }) => id).join()
    let prices = merged.get(key)
    if (!prices) merged.set(key, (prices = pricesOf(chain)))
    const [top] = chain
    return { chain, bands: (top && shown.get(top)) ?? NO_BANDS, prices, market: markets.get(day) ?? null }
  }
}
function pricesOf(chain: readonly TariffEntry[]): BandPrices {
  const of = (band: Band) => chain.find((entry) => entry[band] !== null)?.[band] ?? null
  return { critical: of('critical'), peak: of('peak'), normal: of('normal'), low: of('low'), deep: of('deep') }
}
