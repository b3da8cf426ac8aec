import { defineArea } from '@/contract/area'
import { jumboRoll as jumboMachine } from '@/areas/rolls/rules/jumbo-roll'
import { rollPackage as packageMachine } from '@/areas/rolls/rules/package'
import { slitRoll as slitMachine } from '@/areas/rolls/rules/slit-roll'
import { cutPlanCalls } from './cut-plan-calls'
import { hold as holdMachine } from '@/areas/rolls/rules/hold'
import { hold, holdCalls } from './hold'
import { hopperContent } from './hopper-content'
import { jumboCalls } from './jumbo-calls'
import { jumboRoll } from './jumbo-roll'
import { lotBalance } from './lot-balance'
import { machineRun, machineRunCalls } from './machine-run'
import { cutOrder, cutting, rollPackage, slitRoll, slitSet, slitter } from './slitting'
import { derivePelletSources, pelletSource } from './pellet-source'
import { rework, reworkRoll } from './rework'
import { rework as reworkMachine } from '@/areas/rolls/rules/rework'
import { rollMovement } from './roll-movement'
import { slittingCalls } from './slitting-calls'
import { trace } from './trace'

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
    ...jumboCalls,
    ...slittingCalls,
    ...cutPlanCalls,
    ...machineRunCalls,
    ...holdCalls,
    reworkRoll,
    derivePelletSources,
    trace,
    lotBalance,
  ],
  lifecycles: [jumboMachine, slitMachine, packageMachine, holdMachine, reworkMachine],
})
