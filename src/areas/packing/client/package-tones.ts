import type { Tones } from '@/contract/state-machine'
import type { PackageState } from '../rules/package'

/** Tone of each state of a package, for colour and icon. */
export const packageTones: Tones<PackageState> = {
  open: 'active',
  packed: 'wait',
  stored: 'ok',
  shipped: 'ok',
  removed: 'idle',
}
