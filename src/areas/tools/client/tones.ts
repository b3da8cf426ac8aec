import type { Tones } from '@/contract/tone'
import type { LifeLevel, ToolState } from '../rules/tool'

export const toolTones: Tones<ToolState> = { ready: 'ok', mounted: 'active', removed: 'wait', scrapped: 'idle' }
export const lifeTones: Tones<LifeLevel> = { unknown: 'idle', good: 'ok', nearEnd: 'warn', over: 'bad' }
