import type { StateName } from '@/contract/state-machine'
import type { Tones } from '@/contract/tone'
import type { energyAbnormalLife } from '../rules/abnormal-case'

export const abnormalTones: Tones<StateName<typeof energyAbnormalLife>> = { open: 'warn', explained: 'ok' }
