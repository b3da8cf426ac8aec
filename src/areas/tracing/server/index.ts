import { materialReduced, materialRemoved } from '@/areas/feeding/server/events'
import { holdPlaced, holdReleased, jumboContentsChanged, storedLotsChanged } from '@/areas/rolls/server/events'
import { defineServer } from '@/server/area'
import { listenTo } from '@/server/events'
import { tracingContract } from '../contract'
import { calculateLotBalance } from './lot-balance'
import { deriveLotSources, deriveMissingSources } from './pellets/derive-sources'
import { addPelletSource, assertCoversPellets, dropPelletSources, updatePelletSource } from './pellets/edit-sources'
import { applyActiveHolds, detachHold, extendPlacedHold } from './hold/apply-holds'
import { invalidatePelletBook } from './pellets/load-pellet-book'
import { recallHandlers } from './recall'
import { traceMaterialFlow } from './trace'

/** Server part of the area: traces of material, holds and recalls. */
export const tracingServer = defineServer(tracingContract, {
  listeners: [
    listenTo(materialRemoved, dropPelletSources),
    listenTo(materialReduced, assertCoversPellets),
    listenTo(storedLotsChanged, invalidatePelletBook),
    listenTo(jumboContentsChanged, applyActiveHolds),
    listenTo(holdPlaced, extendPlacedHold),
    listenTo(holdReleased, detachHold),
  ],
  handlers: [
    traceMaterialFlow,
    calculateLotBalance,
    ...recallHandlers,
    addPelletSource,
    updatePelletSource,
    deriveLotSources,
  ],
  jobs: [{ name: 'pellet-sources', everySeconds: 600, run: deriveMissingSources }],
})
