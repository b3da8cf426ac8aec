import { definePresets } from '@/contract/preset'

/** Why an order pauses. */
export const pauseReasons = definePresets('orders:presets.pause', ['changeover', 'fault', 'material', 'noPlan'])
