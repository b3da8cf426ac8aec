import type { Tones } from '@/contract/state-machine'
import type { WorkOrderState } from '../rules/work-order'

/** Tone of each order state, for colour and icon; the label comes from the locale. */
export const orderTones: Tones<WorkOrderState> = {
  planned: 'wait',
  running: 'active',
  paused: 'warn',
  finished: 'ok',
  closed: 'idle',
  cancelled: 'idle',
}
