import type { StateName } from '@/contract/state-machine'
import type { Tones } from '@/contract/tone'
import type { oddReadingLife } from '../rules/odd-reading'

export const oddTones: Tones<StateName<typeof oddReadingLife>> = { open: 'warn', admitted: 'ok', discarded: 'idle' }
