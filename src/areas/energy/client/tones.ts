import type { StateName } from '@/contract/state-machine'
import type { Tones } from '@/contract/tone'
import type { energyAbnormalLifecycle } from '../rules/abnormal-case'

export const abnormalTones: Tones<StateName<typeof energyAbnormalLifecycle>> = { open: 'warn', explained: 'ok' }
