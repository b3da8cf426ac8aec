import type { Tone } from '@/contract/state-machine'
import type { LineState } from '../rules/line-state'

export const lineStateTones: Readonly<Record<LineState, Tone>> = { running: 'active', standing: 'bad', noOrder: 'idle' }
/** Line states in the order in which lines are listed: stopped lines need attention first. */
export const lineStatesByUrgency: readonly LineState[] = ['standing', 'running', 'noOrder']
