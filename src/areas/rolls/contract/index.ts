import { defineArea } from '@/contract/area'
import { jumboRollLifecycle as jumboLifecycle } from '@/areas/rolls/rules/jumbo-roll'
import { packageLifecycle } from '@/areas/rolls/rules/package'
import { slitRollLifecycle as slitLifecycle } from '@/areas/rolls/rules/slit-roll'
import { cutPlanEndpoints } from './cut-plan-endpoints'
import { holdLifecycle } from '@/areas/rolls/rules/hold'
import { hold, holdEndpoints } from './hold'
import { hopperContent } from './hopper-content'
import { jumboEndpoints } from './jumbo-endpoints'
import { jumboRoll } from './jumbo-roll'
import { trace, lotBalance } from './trace'
import { machineRun, machineRunEndpoints } from './machine-run'
import { cutOrder, cutting, rollPackage, slitRoll, slitSet, slitter } from './slitting'
import { derivePelletSources, pelletSource } from './pellet-source'
import { rework, reworkRoll } from './rework'
import { reworkLifecycle } from '@/areas/rolls/rules/rework'
import { rollMovement } from './roll-movement'
import { slittingEndpoints } from './slitting-endpoints'

/** Rolls from the winder to the pallet: winding, doffing, slitting, packing and traceability. */
export const rollsContract = defineArea({
  name: 'rolls',
  pages: ['rollInteractive', 'divideInteractive', 'qualityTracking', 'productRepair'],
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
    pelletSource,
  ],
  endpoints: [
    ...jumboEndpoints,
    ...slittingEndpoints,
    ...cutPlanEndpoints,
    ...machineRunEndpoints,
    ...holdEndpoints,
    reworkRoll,
    derivePelletSources,
    trace,
    lotBalance,
  ],
  lifecycles: [jumboLifecycle, slitLifecycle, packageLifecycle, holdLifecycle, reworkLifecycle],
})
