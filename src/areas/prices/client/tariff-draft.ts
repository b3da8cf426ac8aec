/** Draft of a tariff entry as typed and painted. */
import { readNumber } from '@/client/fields/number-input'
import {
  bands,
  doubtful,
  entryProblems,
  layerProblems,
  windowsOf,
  type Band,
  type Layer,
  type TariffEntry,
  type TariffProblem,
} from '../rules/tariff'
import { unpricedBand } from '../rules/tariff-check'
import { hoursOfDay } from '../rules/tariff-slots'

export interface Draft {
  layer: Exclude<Layer, 'market'>
  name: string
  nameEn: string
  from: string
  to: string
  months: readonly number[]
  prices: Readonly<Record<Band, string>>
  reason: string
}
const noPrices = { critical: '', peak: '', normal: '', low: '', deep: '' }
/** Creates an empty draft. */
export const newDraft = (layer: Draft['layer'], day: string): Draft => ({
  layer,
  name: '',
  nameEn: '',
  from: day,
  to: '',
  months: [],
  prices: noPrices,
  reason: '',
})
/** Problem of a draft: a tariff problem, or an unreadable price. */
export type DraftProblem = TariffProblem | { readonly code: 'field'; readonly field: Band; readonly why: 'notNumber' }

/** Returns the first field that is required before saving; null if none is left. */
export function lackingIn(draft: Draft, entry: TariffEntry): 'name' | 'effectiveFrom' | 'reason' | null {
  if (!draft.name.trim()) return 'name'
  if (!draft.from) return 'effectiveFrom'
  return doubtful(entry) !== null && !draft.reason.trim() ? 'reason' : null
}
/** Builds a tariff entry from a draft and the painted bands. */
export const entryFrom = (draft: Draft, drawn: readonly Band[]): TariffEntry => {
  const price = (band: Band): number | null => {
    const value = readNumber(draft.prices[band])
    return typeof value === 'number' ? value : null
  }
  return {
    id: 'new',
    layer: draft.layer,
    name: draft.name.trim(),
    effectiveFrom: draft.from,
    effectiveTo: draft.layer === 'day' ? draft.from : draft.layer === 'base' ? null : draft.to || null,
    months: draft.layer === 'months' ? draft.months : [],
    windows: windowsOf(drawn),
    hours: [],
    revision: 1,
    critical: price('critical'),
    peak: price('peak'),
    normal: price('normal'),
    low: price('low'),
    deep: price('deep'),
  }
}
/** Finds prices that cannot be read. If they were ignored, the price of the lower layer would apply. */
export const unreadPrices = ({ prices }: Draft): DraftProblem[] =>
  bands
    .filter((band) => typeof readNumber(prices[band]) === 'string')
    .map((field) => ({ code: 'field', field, why: 'notNumber' }))
/** Finds problems of the entry by itself and against other entries, for each slot of a year or more. */
export function problemsOf(entry: TariffEntry, entries: readonly TariffEntry[], zone: string): TariffProblem[] {
  if (!entry.effectiveFrom) return []
  const own = entryProblems(entry, (day) => hoursOfDay(day, zone))
  if (own.length) return own
  const last = entry.effectiveTo ?? `${Number(entry.effectiveFrom.slice(0, 4)) + 1}-12-31`
  return [...layerProblems(entry, entries), ...unpricedBand([...entries, entry], entry.effectiveFrom, last)]
}
