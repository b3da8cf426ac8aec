import { defineArea } from '@/contract/area'
import { jumboRollLifecycle as jumboLifecycle } from '@/areas/rolls/rules/jumbo-roll'
import { slitRollLifecycle as slitLifecycle } from '@/areas/rolls/rules/slit-roll'
import { holdLifecycle } from '@/areas/rolls/rules/hold'
import { hold, holdCommands } from './hold'
import { hopperContent } from './hopper-content'
import { jumboEndpoints } from './jumbo-endpoints'
import { jumboRoll } from './jumbo-roll'
import { machineRun, machineRunEndpoints } from './machine-run'
import { cutOrder, cutting, slitRoll, slitSet, slitter } from './slitting'
import { rework, reworkRoll } from './rework'
import { reworkLifecycle } from '@/areas/rolls/rules/rework'
import { slittingEndpoints } from './slitting-endpoints'

/** Rolls from the winder to the slit roll: winding, doffing and slitting. */
export const rollsContract = defineArea({
  name: 'rolls',
  pages: ['rollInteractive', 'divideInteractive', 'productRepair'],
  resources: [jumboRoll, cutting, slitSet, slitRoll, cutOrder, slitter, machineRun, hopperContent, hold, rework],
  endpoints: [...jumboEndpoints, ...slittingEndpoints, ...machineRunEndpoints, ...holdCommands, reworkRoll],
  lifecycles: [jumboLifecycle, slitLifecycle, holdLifecycle, reworkLifecycle],
})
