import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { standardsContract } from '../contract'
import * as calls from '../contract/process-standard-calls'
import { inForce } from '../rules/approval'
import { productColours } from '../contract/product'
import { season, setSeason } from '../contract/season'
import { testIndex } from '../contract/test-index'
import * as lists from './lists'
import { processHandlers } from './process-standard'
import { masterbatchHandlers } from './masterbatch'
import { materialHandlers } from './material-standard'
import { coloursOfProducts } from './queries'
import { productHandlers } from './product-standard'
import * as seasons from './season'
import { importTestIndexes } from './test-index'

/** Products and process standards are in the shift pack, because phones check against them offline. */
export const standardsServer = defineServer(standardsContract, {
  handlers: [
    handle(calls.mainStandards, lists.ofMainLine),
    handle(calls.slittingStandards, lists.ofSlitting),
    handle(calls.cuttingStandards, lists.forCutting),
    handle(calls.standardHistory, lists.history),
    handle(calls.historyOptions, lists.historyCodes),
    handle(calls.parameterOptions, lists.parameters),
    ...processHandlers,
    ...productHandlers,
    handle(productColours, async (ctx) => (await coloursOfProducts(ctx)).map(({ colour }) => ({ colour }))),
    ...materialHandlers,
    handle(testIndex.endpoints.import, importTestIndexes),
    ...masterbatchHandlers,
    handle(setSeason, seasons.set),
    handle(season.endpoints.remove, seasons.remove),
  ],
  shiftPack: [
    {
      resource: 'product',
      where: `active or ${CHANGED_RECENTLY_SQL}`,
      keys: [
        'rollInteractiveView',
        'divideInteractiveView',
        'rawMaterialView',
        'jobHandoverView',
        'productionSheetView',
        'productionInspectionView',
        'qualitySheetAdd',
      ],
    },
    {
      resource: 'processStandard',
      where: `state = '${inForce}' and (newest or ${CHANGED_RECENTLY_SQL})`,
      keys: ['rollInteractiveView', 'rawMaterialView', 'productionInspectionView'],
    },
  ],
})
