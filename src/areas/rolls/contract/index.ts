import { defineArea } from '@/contract/area'
import { jumboRollLifecycle as jumboLifecycle } from '@/areas/rolls/rules/jumbo-roll'
import { packageLifecycle } from '@/areas/rolls/rules/package'
import { slitRollLifecycle as slitLifecycle } from '@/areas/rolls/rules/slit-roll'
import { holdLifecycle } from '@/areas/rolls/rules/hold'
import { hold, holdCommands } from './hold'
import { hopperContent } from './hopper-content'
import { jumboEndpoints } from './jumbo-endpoints'
import { jumboRoll } from './jumbo-roll'
import { machineRun, machineRunEndpoints } from './machine-run'
import { cutOrder, cutting, rollPackage, slitRoll, slitSet, slitter } from './slitting'
import { rework, reworkRoll } from './rework'
import { reworkLifecycle } from '@/areas/rolls/rules/rework'
import { rollMovement } from './roll-movement'
import { slittingEndpoints } from './slitting-endpoints'

/** Rolls from the winder to the pallet: winding, doffing, slitting and packing. */
export const rollsContract = defineArea({
  name: 'rolls',
  pages: ['rollInteractive', 'divideInteractive', 'productRepair'],
  resources: [
    jumboRoll,
    cutting,
    slitSet,
    slitRoll,
    rollPackage,
    cutOrder,
    slitter,
    machineRun,
    hopperContent,
    hold,
    rollMovement,
    rework,
  ],
  endpoints: [...jumboEndpoints, ...slittingEndpoints, ...machineRunEndpoints, ...holdCommands, reworkRoll],
  lifecycles: [jumboLifecycle, slitLifecycle, packageLifecycle, holdLifecycle, reworkLifecycle],
})
