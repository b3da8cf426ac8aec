import { buildPreset, definePresets, type Preset } from '@/contract/preset'
import { emptyingCauses, empties, type CounterCause } from '@/areas/feeding/rules/feed'

/** Preset reasons for a correction: the material was never fed as recorded. */
export const counterReasons = definePresets('feeding:presets.counter', [
  'weighing',
  'wrongLot',
  'wrongHopper',
  'notFed',
])
const causes = 'feeding:feed.options.cause'
/** Preset reasons for an emptied hopper: the cause itself, unless a person enters more. */
export const emptiedReasons = definePresets(causes, emptyingCauses)
/** Returns the preset reason that stands for a cause if nobody enters one; empty for a correction. */
export const reasonOfCause = (cause: CounterCause): Preset | '' => (empties(cause) ? buildPreset(causes, cause) : '')
