import { presetsAt } from '@/contract/preset'

/** Why a jumbo is taken back, used or sold whole, or scrapped. */
export const endingReasons = {
  remove: presetsAt('rolls:presets.remove', ['byMistake', 'twice', 'wrongOrder']),
  consume: presetsAt('rolls:presets.consume', ['shippedWhole', 'laminating', 'trial']),
  scrap: presetsAt('rolls:presets.scrap', ['quality', 'startUp', 'damaged']),
} as const
/** Why a thing is held. */
export const holdReasons = presetsAt('rolls:presets.hold', ['contamination', 'complaint', 'outOfLimits'])
/** Why a downgrade is taken back. */
export const takeBackReasons = presetsAt('rolls:presets.takeBack', ['wrongRoll', 'wrongMetres', 'checkedGood'])
