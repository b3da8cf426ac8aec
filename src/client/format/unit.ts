import { translateUnit } from '@/contract/language'
import type { AppLanguage } from './number'

type CountingUnit = 'piece' | 'set' | 'roll' | 'month' | 'day'

/** Names of counting units in each language: singular and plural. */
const COUNTING_WORDS: Readonly<Record<CountingUnit, { zh: string; en: readonly [one: string, more: string] }>> = {
  piece: { zh: '个', en: ['pc', 'pcs'] },
  set: { zh: '套', en: ['set', 'sets'] },
  roll: { zh: '卷', en: ['roll', 'rolls'] },
  month: { zh: '个月', en: ['month', 'months'] },
  day: { zh: '天', en: ['day', 'days'] },
}
/** Counting units by their spelling in the data. Chinese has many counters for pieces. */
const COUNTING_UNITS: Readonly<Record<string, CountingUnit>> = {
  ...Object.fromEntries([...'个只件支根条片块张台'].map((word) => [word, 'piece' as const])),
  pc: 'piece',
  pcs: 'piece',
  套: 'set',
  set: 'set',
  sets: 'set',
  卷: 'roll',
  roll: 'roll',
  rolls: 'roll',
  month: 'month',
  d: 'day',
}

/** Formats a unit as displayed beside `value`: 1 pc, 2 pcs, 3 个. A Chinese counter for pieces stays as entered. */
export function formatUnit(unit: string, value: number | null, language: AppLanguage): string {
  const countingUnit = COUNTING_UNITS[unit]
  if (!countingUnit) return translateUnit(unit, language)
  if (language === 'zh') return unit > '\u2e80' ? unit : COUNTING_WORDS[countingUnit].zh
  return COUNTING_WORDS[countingUnit].en[value === 1 ? 0 : 1]
}

/** A unit a thousand times as large for each unit. English readers expect it from 10,000 on, instead of "k kg". */
const LARGER_UNITS: Readonly<Record<string, string>> = { kg: 't', m: 'km', kWh: 'MWh', kW: 'MW', g: 'kg' }
/** Returns the unit of a thousand times the size; undefined if there is none. */
export const getLargerUnit = (unit: string): string | undefined => LARGER_UNITS[unit]
