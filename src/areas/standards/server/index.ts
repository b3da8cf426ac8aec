import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { standardsContract } from '../contract'
import { APPROVED_STATE } from '../rules/approval'
import { productColours } from '../contract/product'
import * as lists from './list-process-standards'
import { processHandlers, masterbatchHandlers, materialHandlers, productHandlers } from './document-handlers'
import { listProductColours } from './queries'
import * as seasons from './season'
import { importTestIndexes } from './test-index'

/** Products and process standards are in the shift pack, because phones check against them offline. */
export const standardsServer = defineServer(standardsContract, {
  handlers: [
    lists.listMainLineStandards,
    lists.listSlittingStandards,
    lists.listUsableSlittingStandards,
    lists.listStandardHistory,
    lists.listCodesWithHistory,
    lists.listParameterOptions,
    ...processHandlers,
    ...productHandlers,
    handle(productColours, async (ctx) => (await listProductColours(ctx)).map(({ colour }) => ({ colour }))),
    ...materialHandlers,
    importTestIndexes,
    ...masterbatchHandlers,
    seasons.scheduleSeason,
    seasons.removeSeason,
  ],
  shiftPack: [
    {
      resource: 'product',
      where: `active or ${CHANGED_RECENTLY_SQL}`,
      access: [
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
      where: `state = '${APPROVED_STATE}' and (newest or ${CHANGED_RECENTLY_SQL})`,
      access: ['rollInteractiveView', 'rawMaterialView', 'productionInspectionView'],
    },
  ],
})
