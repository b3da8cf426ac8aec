import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import type { wasteDisposal } from '../contract/production-records'
import type { HandoverState } from '../rules/handover'

/** Tone of each handover state, for color and icon; the text comes from the locale. */
export const handoverTones: Tones<HandoverState> = {
  draft: 'active',
  given: 'wait',
  taken: 'ok',
  deleted: 'idle',
}
/** Tone of each state of a waste record. */
export const wasteTones: Tones<Row<typeof wasteDisposal>['state']> = { entered: 'wait', checked: 'ok', disputed: 'bad' }
