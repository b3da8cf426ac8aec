import { buildPreset, definePresets, type Preset } from '@/contract/preset'
import { emptyingCauses, empties, type CounterCause } from '@/areas/feeding/rules/feed'

/** Why a line is taken back that never went in so. */
export const counterReasons = definePresets('feeding:presets.counter', [
  'weighing',
  'wrongLot',
  'wrongHopper',
  'notFed',
])
const causes = 'feeding:feed.options.cause'
/** Why one is that came out with the whole hopper: by its cause alone, where nobody says more. */
export const emptiedReasons = definePresets(causes, emptyingCauses)
/** What is said of a cause where nobody says more. */
export const reasonOfCause = (cause: CounterCause): Preset | '' => (empties(cause) ? buildPreset(causes, cause) : '')
