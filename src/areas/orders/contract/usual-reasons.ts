import { presetsAt } from '@/contract/preset'

/** Why an order pauses. */
export const pauseReasons = presetsAt('orders:presets.pause', ['changeover', 'fault', 'material', 'noPlan'])
