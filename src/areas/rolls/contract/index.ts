import { defineArea } from '@/contract/area'
import { holdLifecycle } from '../rules/hold'
import { jumboRollLifecycle } from '../rules/jumbo-roll'
import { hold, holdCommands } from './hold'
import { hopperContent } from './hopper-content'
import { jumboEndpoints } from './jumbo-endpoints'
import { jumboRoll } from './jumbo-roll'
import { machineRun, machineRunEndpoints } from './machine-run'

/** Jumbos on the winder and in the hall, runs of winders and slitters, and holds. */
export const rollsContract = defineArea({
  name: 'rolls',
  pages: ['rollInteractive'],
  resources: [jumboRoll, machineRun, hopperContent, hold],
  endpoints: [...jumboEndpoints, ...machineRunEndpoints, ...holdCommands],
  lifecycles: [jumboRollLifecycle, holdLifecycle],
})
