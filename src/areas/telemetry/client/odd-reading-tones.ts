import type { StateName } from '@/contract/state-machine'
import type { Tones } from '@/contract/tone'
import type { oddReadingLifecycle } from '../rules/odd-reading'

export const oddReadingTones: Tones<StateName<typeof oddReadingLifecycle>> = {
  open: 'warn',
  admitted: 'ok',
  discarded: 'idle',
}
