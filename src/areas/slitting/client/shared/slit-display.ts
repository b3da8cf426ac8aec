import type { Tones } from '@/contract/state-machine'
import type { CuttingState, SlitState } from '../../rules/slit-roll'

/** Tones of the states of slit rolls and cuttings, for colour and icon; the text comes from the locale. */
export const slitTones: Tones<SlitState> = {
  made: 'active',
  packed: 'ok',
  stored: 'ok',
  shipped: 'ok',
  recycled: 'idle',
  reworked: 'idle',
  undone: 'idle',
}
export const cuttingTones: Tones<CuttingState> = { open: 'active', finished: 'ok', undone: 'idle' }
