import { definePresets } from '@/contract/preset'

/** Preset reasons for removing, consuming or scrapping a jumbo. */
export const endingReasons = {
  remove: definePresets('rolls:presets.remove', ['byMistake', 'twice', 'wrongOrder']),
  consume: definePresets('rolls:presets.consume', ['shippedWhole', 'laminating', 'trial']),
  scrap: definePresets('rolls:presets.scrap', ['quality', 'startUp', 'damaged']),
} as const
/** Preset reasons for a hold. */
export const holdReasons = definePresets('rolls:presets.hold', ['contamination', 'complaint', 'outOfLimits'])
/** Preset reasons for taking back a downgrade. */
export const takeBackReasons = definePresets('rolls:presets.takeBack', ['wrongRoll', 'wrongMetres', 'checkedGood'])
