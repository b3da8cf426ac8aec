/**
 * Draft of a tariff entry. The draft holds the typed fields; the bands painted on the day chart are kept separately.
 */
import { isUnreadableNumber, parseNumberText } from '@/client/fields/number-input'
import {
  bands,
  findDoubtfulPrice,
  validateTariffEntry,
  validateAgainstLayer,
  toBandWindows,
  type TariffBand,
  type TariffLayer,
  type TariffEntry,
  type TariffProblem,
} from '../rules/tariff'
import { countHoursOfDay, findUnpricedBands } from '../rules/tariff-slots'

export interface TariffDraft {
  layer: Exclude<TariffLayer, 'market'>
  name: string
  nameEn: string
  from: string
  to: string
  months: readonly number[]
  prices: Readonly<Record<TariffBand, string>>
  reason: string
}
const NO_PRICES = { critical: '', peak: '', normal: '', low: '', deep: '' }
/** Creates an empty draft. */
export const createTariffDraft = (layer: TariffDraft['layer'], day: string): TariffDraft => ({
  layer,
  name: '',
  nameEn: '',
  from: day,
  to: '',
  months: [],
  prices: NO_PRICES,
  reason: '',
})
/** Problem of a draft: a tariff problem, or an unreadable price. */
export type TariffDraftProblem =
  | TariffProblem
  | { readonly code: 'field'; readonly field: TariffBand; readonly why: 'notNumber' }

/** Returns the first field that is required before saving; null if none is left. */
export function getMissingField(draft: TariffDraft, entry: TariffEntry): 'name' | 'effectiveFrom' | 'reason' | null {
  if (!draft.name.trim()) return 'name'
  if (!draft.from) return 'effectiveFrom'
  return findDoubtfulPrice(entry) !== null && !draft.reason.trim() ? 'reason' : null
}
/** Builds a tariff entry from a draft and the painted bands. */
export const buildDraftEntry = (draft: TariffDraft, paintedBands: readonly TariffBand[]): TariffEntry => {
  const parsePrice = (band: TariffBand): number | null => {
    const value = parseNumberText(draft.prices[band])
    return typeof value === 'number' ? value : null
  }
  const getEffectiveTo = (): string | null => {
    if (draft.layer === 'day') return draft.from
    return draft.layer === 'base' ? null : draft.to || null
  }
  return {
    id: 'new',
    layer: draft.layer,
    name: draft.name.trim(),
    effectiveFrom: draft.from,
    effectiveTo: getEffectiveTo(),
    months: draft.layer === 'months' ? draft.months : [],
    windows: toBandWindows(paintedBands),
    hours: [],
    revision: 1,
    critical: parsePrice('critical'),
    peak: parsePrice('peak'),
    normal: parsePrice('normal'),
    low: parsePrice('low'),
    deep: parsePrice('deep'),
  }
}
/**
 * Finds prices that are no readable number. If such a price were ignored, the price of a lower layer would silently
 * apply.
 */
export const findUnreadablePrices = ({ prices }: TariffDraft): TariffDraftProblem[] =>
  bands
    .filter((band) => isUnreadableNumber(parseNumberText(prices[band])))
    .map((field) => ({ code: 'field', field, why: 'notNumber' }))
/** Finds problems of the entry by itself and against other entries, to the end of next year if it has no end. */
export function findDraftProblems(entry: TariffEntry, entries: readonly TariffEntry[], zone: string): TariffProblem[] {
  if (!entry.effectiveFrom) return []
  const ownProblems = validateTariffEntry(entry, (day) => countHoursOfDay(day, zone))
  if (ownProblems.length) return ownProblems
  const lastDay = entry.effectiveTo ?? `${Number(entry.effectiveFrom.slice(0, 4)) + 1}-12-31`
  return [
    ...validateAgainstLayer(entry, entries),
    ...findUnpricedBands([...entries, entry], entry.effectiveFrom, lastDay),
  ]
}
