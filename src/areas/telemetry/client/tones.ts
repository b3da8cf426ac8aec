import type { StateOf } from '@/contract/state-machine'
import type { Tones } from '@/contract/tone'
import type { oddReadingLife } from '../rules/odd-reading'

export const oddTones: Tones<StateOf<typeof oddReadingLife>> = { open: 'warn', admitted: 'ok', discarded: 'idle' }
