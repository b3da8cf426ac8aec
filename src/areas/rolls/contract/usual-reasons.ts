import { definePresets } from '@/contract/preset'

/** Why a jumbo is taken back, used or sold whole, or scrapped. */
export const endingReasons = {
  remove: definePresets('rolls:presets.remove', ['byMistake', 'twice', 'wrongOrder']),
  consume: definePresets('rolls:presets.consume', ['shippedWhole', 'laminating', 'trial']),
  scrap: definePresets('rolls:presets.scrap', ['quality', 'startUp', 'damaged']),
} as const
/** Why a thing is held. */
export const holdReasons = definePresets('rolls:presets.hold', ['contamination', 'complaint', 'outOfLimits'])
/** Why a downgrade is taken back. */
export const takeBackReasons = definePresets('rolls:presets.takeBack', ['wrongRoll', 'wrongMetres', 'checkedGood'])
