import type { Tones } from '@/contract/tone'
import type { CuttingState } from '@/areas/rolls/rules/cutting'
import type { PackageState } from '@/areas/rolls/rules/package'
import type { SlitState } from '@/areas/rolls/rules/slit-roll'

/** Tone of each state, for colour and icon; the text comes from the locale. */
export const slitTones: Tones<SlitState> = {
  made: 'active',
  packed: 'ok',
  stored: 'ok',
  shipped: 'ok',
  recycled: 'idle',
  reworked: 'idle',
  undone: 'idle',
}
export const packageTones: Tones<PackageState> = {
  open: 'active',
  packed: 'wait',
  stored: 'ok',
  shipped: 'ok',
  removed: 'idle',
}
export const cuttingTones: Tones<CuttingState> = { open: 'active', finished: 'ok', undone: 'idle' }
