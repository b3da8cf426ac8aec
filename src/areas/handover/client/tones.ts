import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/tone'
import type { craftInspection1, firstInspection } from '../contract/inspections'
import type { wasteDisposal } from '../contract/production-sheets'
import type { HandoverState } from '../rules/handover'

/** What each state means to a person, for colour and icon; the word comes from the locale. */
export const handoverTones: Tones<HandoverState> = {
  draft: 'active',
  given: 'wait',
  taken: 'ok',
  deleted: 'idle',
}
export const wasteTones: Readonly<Record<string, Tone>> = { entered: 'wait', checked: 'ok', disputed: 'bad' }
