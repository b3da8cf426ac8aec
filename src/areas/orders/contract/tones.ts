import type { Tones } from '@/contract/tone'
import type { WorkOrderState } from '../rules/work-order'

/** What each state of an order means to a person, for colour and icon; the word comes from the locale. */
export const orderTones: Tones<WorkOrderState> = {
  planned: 'wait',
  running: 'active',
  paused: 'warn',
  finished: 'ok',
  closed: 'idle',
  cancelled: 'idle',
}
