import type { Tones } from '@/contract/state-machine'
import type { LifeLevel, ToolState, LifeUnit } from '../rules/tool'

/** Tones of tool states and life levels, for colour and icon; the text comes from the locale. */
export const toolTones: Tones<ToolState> = { ready: 'ok', mounted: 'active', removed: 'wait', scrapped: 'idle' }
export const lifeTones: Tones<LifeLevel> = { unknown: 'idle', good: 'ok', nearEnd: 'warn', over: 'bad' }

/** Display units of lives: metres as kilometres, kilograms as tonnes. */
export const displayUnits: Readonly<Record<LifeUnit, { unit: string; divisor: number }>> = {
  h: { unit: 'h', divisor: 1 },
  m: { unit: 'km', divisor: 1000 },
  kg: { unit: 't', divisor: 1000 },
}
