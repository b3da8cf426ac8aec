import { unitWord } from '@/contract/unit-word'
import type { Language } from './number'

type Counted = 'piece' | 'set' | 'roll' | 'month' | 'day'

/** What counting units are called in each language: one, and more. */
const words: Readonly<Record<Counted, { zh: string; en: readonly [one: string, more: string] }>> = {
  piece: { zh: '个', en: ['pc', 'pcs'] },
  set: { zh: '套', en: ['set', 'sets'] },
  roll: { zh: '卷', en: ['roll', 'rolls'] },
  month: { zh: '个月', en: ['month', 'months'] },
  day: { zh: '天', en: ['day', 'days'] },
}
/** How they are written in data. Chinese counts different things with different words; English has pieces for most. */
const counted: Readonly<Record<string, Counted>> = {
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

/**
 * A unit as the reader writes it beside `value`: 1 pc, 2 pcs, 3 个. A Chinese word for pieces stays the one that was
 * entered.
 */
export function unitFor(unit: string, value: number | null, language: Language): string {
  const kind = counted[unit]
  if (!kind) return unitWord(unit, language)
  if (language === 'zh') return unit > '\u2e80' ? unit : words[kind].zh
  return words[kind].en[value === 1 ? 0 : 1]
}

/** Larger units that English readers expect from 10,000 on, each a thousand of the smaller: nobody writes k kg. */
const thousands: Readonly<Record<string, string>> = { kg: 't', m: 'km', kWh: 'MWh', kW: 'MW', g: 'kg' }
export const thousandOf = (unit: string): string | undefined => thousands[unit]
