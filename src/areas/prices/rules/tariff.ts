/**
 * 尖峰平谷: band and price of each quarter of an hour. Entries lie in layers, from high to low: market prices, single days,
 * special periods, months, base. The highest layer that is effective on a day determines the bands. A band without a
 * price there takes the price of the next lower layer that has one.
 */
import type { Day } from '@/plant/rules/plant-time'

/** Price bands 尖峰, 峰, 平, 谷, 深谷. */
export const bands = ['critical', 'peak', 'normal', 'low', 'deep'] as const
export type TariffBand = (typeof bands)[number]
/** Layers from the highest to the lowest. */
export const layers = ['market', 'day', 'period', 'months', 'base'] as const
export type TariffLayer = (typeof layers)[number]

export const SLOT_MINUTES = 15
/** Slots of a day without a clock change. */
export const SLOTS_PER_DAY = 96
/**
 * Time window by the plant's clock. The window passes midnight if `to` is not later than `from`. Equal times mean the
 * whole day.
 */
export interface BandWindow {
  readonly from: string
  readonly to: string
  readonly band: TariffBand
}
/** Prices by band, CNY/kWh. A band with null takes its price from a lower layer. */
export type BandPrices = Readonly<Record<TariffBand, number | null>>
export interface TariffEntry extends BandPrices {
  readonly id: string
  readonly layer: TariffLayer
  readonly name: string
  readonly effectiveFrom: Day
  /** Last effective day; null until another entry replaces it. */
  readonly effectiveTo: Day | null
  /** 1–12, for entries of the months layer. */
  readonly months: readonly number[]
  readonly windows: readonly BandWindow[]
  /** Market prices in time order, one per hour or quarter of an hour; empty in other layers. */
  readonly hours: readonly number[]
  /** A market may publish the prices of a day again; the highest revision of the day counts. */
  readonly revision: number
}

/**
 * Problem of an entry, of its windows, or of several entries in one layer. `first` and `second` name the two
 * overlapping windows or entries.
 */
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
  | { readonly code: 'noPrice'; readonly band: TariffBand; readonly name: string; readonly day: Day }
  | { readonly code: 'field'; readonly field: keyof TariffEntry; readonly why: 'missing' | 'notAllowed' | 'endsFirst' }
  | { readonly code: 'hours'; readonly day: Day; readonly hours: number; readonly given: number }

/** Formats the time at which a slot begins, `08:15`; slot 96 is midnight again. */
export const formatSlotTime = (slot: number): string => {
  const minutes = (slot % SLOTS_PER_DAY) * SLOT_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
/** Parses a time into the slot that begins then; null for a time between two slots. */
export function parseSlot(time: string): number | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return minute % SLOT_MINUTES === 0 ? hour * 4 + minute / SLOT_MINUTES : null
}
const formatSpan = ({ from, to }: Pick<BandWindow, 'from' | 'to'>): string => `${from}–${to}`

/** Assigns a band to each of the 96 slots of the clock; `problems` lists every gap and overlap of the windows. */
export function assignBands(windows: readonly BandWindow[]): {
  bands: (TariffBand | null)[]
  problems: TariffProblem[]
} {
  const windowBySlot: (BandWindow | null)[] = Array.from({ length: SLOTS_PER_DAY }, () => null)
  const problems: TariffProblem[] = []
  for (const window of windows) {
    const from = parseSlot(window.from)
    const to = parseSlot(window.to)
    if (from === null || to === null) {
      problems.push({ code: 'notQuarter', at: from === null ? window.from : window.to })
      continue
    }
    const length = to > from ? to - from : to + SLOTS_PER_DAY - from
    const sharedSlotsByWindow = new Map<BandWindow, number[]>()
    for (let i = from; i < from + length; i++) {
      const otherWindow = windowBySlot[i % SLOTS_PER_DAY]
      if (otherWindow) sharedSlotsByWindow.set(otherWindow, [...(sharedSlotsByWindow.get(otherWindow) ?? []), i])
      else windowBySlot[i % SLOTS_PER_DAY] = window
    }
    for (const [otherWindow, slots] of sharedSlotsByWindow)
      problems.push({
        code: 'overlap',
        from: formatSlotTime(slots[0]!),
        to: formatSlotTime(slots.at(-1)! + 1),
        first: formatSpan(otherWindow),
        second: formatSpan(window),
      })
  }
  if (!problems.some(({ code }) => code === 'notQuarter')) problems.push(...findGaps(windowBySlot))
  return { bands: windowBySlot.map((window) => window?.band ?? null), problems }
}
function findGaps(windowBySlot: readonly (BandWindow | null)[]): TariffProblem[] {
  const gaps: TariffProblem[] = []
  for (let i = 0; i < SLOTS_PER_DAY; i++) {
    if (windowBySlot[i]) continue
    const from = i
    while (i < SLOTS_PER_DAY && !windowBySlot[i]) i++
    gaps.push({ code: 'gap', from: formatSlotTime(from), to: formatSlotTime(i) })
  }
  return gaps
}
/** Converts bands to the fewest equivalent windows; a window across midnight stays in one piece. */
export function toBandWindows(bandBySlot: readonly TariffBand[]): BandWindow[] {
  const startSlots = bandBySlot.flatMap((band, i) =>
    band !== bandBySlot[(i + SLOTS_PER_DAY - 1) % SLOTS_PER_DAY] ? [i] : [],
  )
  if (startSlots.length === 0) return [{ from: '00:00', to: '00:00', band: bandBySlot[0]! }]
  return startSlots.map((from, i) => ({
    from: formatSlotTime(from),
    to: formatSlotTime(startSlots[(i + 1) % startSlots.length]!),
    band: bandBySlot[from]!,
  }))
}

/** Returns the last effective day of an entry; null if only a later entry ends it. */
export const getLastDay = ({
  layer,
  effectiveFrom,
  effectiveTo,
}: Pick<TariffEntry, 'layer' | 'effectiveFrom' | 'effectiveTo'>): Day | null =>
  layer === 'day' || layer === 'market' ? effectiveFrom : effectiveTo
const isEffectiveOn = (entry: TariffEntry, day: Day): boolean => {
  const lastDay = getLastDay(entry)
  return entry.effectiveFrom <= day && (lastDay === null || day <= lastDay)
}

/** Validates an entry by itself. `findDoubtfulPrice` checks prices of 0 or below. */
export function validateTariffEntry(entry: TariffEntry, hoursOfDay: (day: Day) => number): TariffProblem[] {
  const toFieldProblem = (field: keyof TariffEntry, why: 'missing' | 'notAllowed' | 'endsFirst'): TariffProblem => ({
    code: 'field',
    field,
    why,
  })
  const problems: TariffProblem[] = []
  const { layer, effectiveFrom, effectiveTo } = entry
  if (effectiveTo !== null && effectiveTo < effectiveFrom) problems.push(toFieldProblem('effectiveTo', 'endsFirst'))
  if (layer === 'base' && effectiveTo !== null) problems.push(toFieldProblem('effectiveTo', 'notAllowed'))
  if (layer === 'period' && effectiveTo === null) problems.push(toFieldProblem('effectiveTo', 'missing'))
  if ((layer === 'day' || layer === 'market') && effectiveTo !== null && effectiveTo !== effectiveFrom)
    problems.push(toFieldProblem('effectiveTo', 'notAllowed'))
  if (layer === 'months' && entry.months.length === 0) problems.push(toFieldProblem('months', 'missing'))
  if (layer !== 'months' && entry.months.length > 0) problems.push(toFieldProblem('months', 'notAllowed'))
  if (entry.months.some((month) => !Number.isInteger(month) || month < 1 || month > 12))
    problems.push(toFieldProblem('months', 'notAllowed'))
  if (layer === 'market') {
    const hourCount = hoursOfDay(effectiveFrom)
    if (entry.hours.length !== hourCount && entry.hours.length !== hourCount * 4)
      problems.push({ code: 'hours', day: effectiveFrom, hours: hourCount, given: entry.hours.length })
    if (entry.windows.length > 0) problems.push(toFieldProblem('windows', 'notAllowed'))
    return problems
  }
  if (entry.hours.length > 0) problems.push(toFieldProblem('hours', 'notAllowed'))
  if (entry.windows.length === 0) return [...problems, toFieldProblem('windows', 'missing')]
  return [...problems, ...assignBands(entry.windows).problems]
}

/** Finds entries of the same layer that would be effective on the same days with the same precedence. */
export function validateAgainstLayer(entry: TariffEntry, others: readonly TariffEntry[]): TariffProblem[] {
  return others
    .filter((other) => other.id !== entry.id && other.layer === entry.layer && hasSamePrecedence(entry, other))
    .map((other) => {
      const from = entry.effectiveFrom > other.effectiveFrom ? entry.effectiveFrom : other.effectiveFrom
      const to = getEarlierDay(getLastDay(entry), getLastDay(other)) ?? entry.effectiveFrom
      return { code: 'sameDays', first: other.name, second: entry.name, from, to }
    })
}
const getEarlierDay = (a: Day | null, b: Day | null): Day | null => {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}
/**
 * True if two entries of a layer conflict. Base entries conflict only if they begin on the same day, because a later
 * entry takes over from its first day. Entries for months also need a month in common. Periods and single days conflict
 * if their days overlap.
 */
function hasSamePrecedence(a: TariffEntry, b: TariffEntry): boolean {
  if (a.layer === 'market') return a.effectiveFrom === b.effectiveFrom && a.revision === b.revision
  if (a.layer === 'base') return a.effectiveFrom === b.effectiveFrom
  if (a.layer === 'months')
    return a.effectiveFrom === b.effectiveFrom && a.months.some((month) => b.months.includes(month))
  const lastA = getLastDay(a) ?? a.effectiveFrom
  const lastB = getLastDay(b) ?? b.effectiveFrom
  return a.effectiveFrom <= lastB && b.effectiveFrom <= lastA
}

/** Highest usual price, CNY/kWh. A higher price is probably a slip of the decimal point. */
export const MAX_USUAL_PRICE = 5
const isDoubtfulKwhPrice = (price: number): boolean => price <= 0 || price > MAX_USUAL_PRICE
/** Finds the first band or market price that is 0, negative or unusually high and needs a reason. */
export const findDoubtfulPrice = (
  entry: BandPrices & Pick<TariffEntry, 'hours'>,
): { band: TariffBand | null; price: number } | null => {
  const band = bands.find((name) => entry[name] !== null && isDoubtfulKwhPrice(entry[name]))
  if (band) return { band, price: entry[band] ?? 0 }
  const hour = entry.hours.find(isDoubtfulKwhPrice)
  return hour === undefined ? null : { band: null, price: hour }
}

/** Tariff of a day. Bands are given by clock time, as if the day had no clock change. */
export interface DayTariff {
  /** Effective entries from the highest layer to the lowest, without market entries. */
  readonly effectiveEntries: readonly TariffEntry[]
  /** The bands of the 96 clock slots; null without an effective entry. */
  readonly bands: readonly (TariffBand | null)[]
  readonly prices: BandPrices
  /** Market entry of the day, with prices in time order. */
  readonly market: TariffEntry | null
}
const NO_BANDS: readonly null[] = Array.from({ length: SLOTS_PER_DAY }, () => null)

/** Creates a function that returns the tariff of a day. The order of entries does not matter. */
export function createTariff(entries: readonly TariffEntry[]): (day: Day) => DayTariff {
  const newestFirst = [...entries].sort((a, b) => {
    if (a.effectiveFrom === b.effectiveFrom) return b.revision - a.revision
    return a.effectiveFrom < b.effectiveFrom ? 1 : -1
  })
  const filterLayer = (layer: TariffLayer) => newestFirst.filter((entry) => entry.layer === layer)
  const marketEntryByDay = new Map(
    filterLayer('market')
      .reverse()
      .map((entry) => [entry.effectiveFrom, entry]),
  )
  const dayEntryByDay = new Map(
    filterLayer('day')
      .reverse()
      .map((entry) => [entry.effectiveFrom, entry]),
  )
  const periodEntries = filterLayer('period')
  const monthsEntries = filterLayer('months')
  const baseEntries = filterLayer('base')
  const bandsByEntry = new Map(newestFirst.map((entry) => [entry, assignBands(entry.windows).bands]))
  const pricesByEntryIds = new Map<string, BandPrices>()
  return (day) => {
    const month = Number(day.slice(5, 7))
    const effectiveEntries = [
      dayEntryByDay.get(day),
      periodEntries.find((entry) => isEffectiveOn(entry, day)),
      monthsEntries.find((entry) => entry.months.includes(month) && isEffectiveOn(entry, day)),
      baseEntries.find((entry) => isEffectiveOn(entry, day)),
    ].filter((entry) => entry !== undefined)
    const entryIds = effectiveEntries.map(({ id }) => id).join()
    let prices = pricesByEntryIds.get(entryIds)
    if (!prices) pricesByEntryIds.set(entryIds, (prices = mergePrices(effectiveEntries)))
    const [topEntry] = effectiveEntries
    return {
      effectiveEntries,
      bands: (topEntry && bandsByEntry.get(topEntry)) ?? NO_BANDS,
      prices,
      market: marketEntryByDay.get(day) ?? null,
    }
  }
}
function mergePrices(effectiveEntries: readonly TariffEntry[]): BandPrices {
  const getBandPrice = (band: TariffBand) => effectiveEntries.find((entry) => entry[band] !== null)?.[band] ?? null
  return {
    critical: getBandPrice('critical'),
    peak: getBandPrice('peak'),
    normal: getBandPrice('normal'),
    low: getBandPrice('low'),
    deep: getBandPrice('deep'),
  }
}
