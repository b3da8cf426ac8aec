import { buildPreset, definePresets, type Preset } from '@/contract/preset'
import { emptyingCauses, isEmptying, type CounterCause } from '@/areas/feeding/rules/feed'

/** Preset reasons for a correction: the material was never fed as recorded. */
export const counterReasons = definePresets('feeding:presets.counter', [
  'weighing',
  'wrongLot',
  'wrongHopper',
  'notFed',
])
const CAUSE_OPTIONS_KEY = 'feeding:feed.options.cause'
/** Preset reasons for an emptied hopper: the cause itself, unless a person enters more. */
export const emptyingReasons = definePresets(CAUSE_OPTIONS_KEY, emptyingCauses)
/** Returns the preset reason that stands for a cause if nobody enters one; empty for a correction. */
export const getCauseReason = (cause: CounterCause): Preset | '' =>
  isEmptying(cause) ? buildPreset(CAUSE_OPTIONS_KEY, cause) : ''
