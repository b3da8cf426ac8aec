import type { Tone } from '@/contract/state-machine'
import type { LineState } from '../rules/line-state'
import type { TargetVerdict } from '../rules/target-verdict'

export const targetVerdictTones: Readonly<Record<TargetVerdict, Tone>> = { met: 'ok', near: 'warn', missed: 'bad' }
export const lineStateTones: Readonly<Record<LineState, Tone>> = { running: 'active', standing: 'bad', noOrder: 'idle' }
