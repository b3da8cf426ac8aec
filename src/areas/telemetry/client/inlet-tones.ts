import type { Tones } from '@/contract/tone'
import type { InletState } from '../contract/inlet'

export const inletTones: Tones<InletState> = {
  off: 'idle',
  connecting: 'wait',
  connected: 'ok',
  failed: 'bad',
}
