import { definePresets } from '@/contract/preset'

/** Preset reasons for pausing an order. */
export const pauseReasons = definePresets('orders:presets.pause', ['changeover', 'fault', 'material', 'noPlan'])
