import { presetsAt, type Preset } from '@/contract/preset'
import { emptyingCauses, type CounterCause } from '@/areas/feeding/rules/feed'

/** Why a line is taken back that never went in so. */
export const counterReasons = presetsAt('feeding:presets.counter', ['weighing', 'wrongLot', 'wrongHopper', 'notFed'])
/** Why one is that came out with the whole hopper: by its cause alone, where nobody says more. */
export const emptiedReasons = presetsAt('feeding:feed.options.cause', emptyingCauses)
/** What is said of a cause where nobody says more. */
export const reasonOfCause = (cause: CounterCause): Preset | '' => emptiedReasons[emptyingCauses.indexOf(cause)] ?? ''
