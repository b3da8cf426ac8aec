import type { Tones } from '@/contract/tone'
import type { LotState } from '@/areas/feeding/rules/lot'

/** Colour and icon of the lot states; the text comes from the locale. */
export const lotTones: Tones<LotState> = {
  quarantine: 'wait',
  released: 'ok',
  concession: 'warn',
  blocked: 'bad',
}
