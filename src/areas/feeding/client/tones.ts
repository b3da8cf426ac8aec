import type { Tones } from '@/contract/tone'
import type { LotState } from '@/areas/feeding/rules/lot'

/** What quality's word over a lot means to a person, for colour and icon; the word comes from the locale. */
export const lotTones: Tones<LotState> = {
  quarantine: 'wait',
  released: 'ok',
  concession: 'warn',
  blocked: 'bad',
}
