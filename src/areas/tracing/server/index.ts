import { materialRemoved } from '@/areas/feeding/server/events'
import { pelletsWithLot, storedLotsChanged } from '@/areas/rolls/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { tracingContract } from '../contract'
import { lotBalance } from '../contract/trace'
import { calculateLotBalance } from './lot-balance'
import { deriveLotSources, deriveMissingSources } from './pellets/derive-sources'
import { addPelletSource, dropPelletSources, updatePelletSource } from './pellets/edit-sources'
import { findPelletsWithLot } from './pellets/find-pellet-hits'
import { invalidatePelletBook } from './pellets/load-pellet-book'
import { recallHandlers } from './recall'
import { traceMaterialFlow } from './trace'

export const tracingServer = defineServer(tracingContract, {
  answerers: [answerQuestion(pelletsWithLot, findPelletsWithLot)],
  listeners: [listenTo(materialRemoved, dropPelletSources), listenTo(storedLotsChanged, invalidatePelletBook)],
  handlers: [
    traceMaterialFlow,
    handle(lotBalance, calculateLotBalance),
    ...recallHandlers,
    addPelletSource,
    updatePelletSource,
    deriveLotSources,
  ],
  jobs: [{ name: 'pellet-sources', everySeconds: 600, run: deriveMissingSources }],
})
