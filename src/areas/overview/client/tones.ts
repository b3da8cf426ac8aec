import type { Tone } from '@/contract/tone'
import type { LineState } from '../rules/line-state'
import type { Verdict } from '../rules/verdict'

export const verdictTones: Readonly<Record<Verdict, Tone>> = { met: 'ok', near: 'warn', missed: 'bad' }
export const lineTones: Readonly<Record<LineState, Tone>> = { running: 'active', standing: 'bad', noOrder: 'idle' }
