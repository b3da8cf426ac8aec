import type { Tones } from '@/contract/state-machine'
import type { LotState } from '@/areas/feeding/rules/feed'

/** Colour and icon of the lot states; the text comes from the locale. */
export const lotTones: Tones<LotState> = {
  quarantine: 'wait',
  released: 'ok',
  concession: 'warn',
  blocked: 'bad',
}
