/** An entry of the tariff as it is typed and painted, before it is one. */
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
/** What may be wrong with it: what the rules find, and what was typed for a price and is none. */
export type DraftProblem = TariffProblem | { readonly code: 'field'; readonly field: Band; readonly why: 'notNumber' }

/** The first field that must be filled in before it can be saved; null where none is left. */
export function lackingIn(draft: Draft, entry: TariffEntry): 'name' | 'effectiveFrom' | 'reason' | null {
  if (!draft.name.trim()) return 'name'
  if (!draft.from) return 'effectiveFrom'
  return doubtful(entry) !== null && !draft.reason.trim() ? 'reason' : null
}
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
/** Prices that cannot be read: left out, they would hold as the layer below has them. */
export const unreadPrices = ({ prices }: Draft): DraftProblem[] =>
  bands
    .filter((band) => typeof readNumber(prices[band]) === 'string')
    .map((field) => ({ code: 'field', field, why: 'notNumber' }))
/** What is wrong with the entry, by itself and beside the others: looks at each slot of a year or more. */
export function problemsOf(entry: TariffEntry, entries: readonly TariffEntry[], zone: string): TariffProblem[] {
  if (!entry.effectiveFrom) return []
  const own = entryProblems(entry, (day) => hoursOfDay(day, zone))
  if (own.length) return own
  const last = entry.effectiveTo ?? `${Number(entry.effectiveFrom.slice(0, 4)) + 1}-12-31`
  return [...layerProblems(entry, entries), ...unpricedBand([...entries, entry], entry.effectiveFrom, last)]
}
