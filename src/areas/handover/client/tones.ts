import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/tone'
import type { wasteDisposal } from '../contract/production-sheets'
import type { HandoverState } from '../rules/handover'

/** What each state means to a person, for colour and icon; the word comes from the locale. */
export const handoverTones: Tones<HandoverState> = {
  draft: 'active',
  given: 'wait',
  taken: 'ok',
  deleted: 'idle',
}
export const wasteTones: Tones<Row<typeof wasteDisposal>['state']> = { entered: 'wait', checked: 'ok', disputed: 'bad' }
