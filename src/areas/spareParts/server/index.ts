import { defineServer } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { storeParts } from '@/areas/equipment/server/events'
import { handleReport } from '@/plant/server/report/handle-report'
import { sparePartsContract } from '../contract'
import { sparePart, stockWarningReport } from '../contract/spare-part'
import * as parts from './spare-part'

/** Handlers and shift pack of the store of spare parts. */
export const sparePartsServer = defineServer(sparePartsContract, {
  handlers: [
    parts.updateSparePart,
    parts.removeSparePart,
    parts.importSpareParts,
    parts.stockMoveHandler,
    ...handleReport(stockWarningReport, parts.listStockWarnings),
  ],
  answerers: [answerQuestion(storeParts, parts.listStoreParts)],
  codeLookups: [{ kind: 'sparePart', resource: sparePart, codeField: 'code' }],
  shiftPack: [{ resource: 'sparePart', access: ['repairWork', 'spareManagementView', 'equipmentRecordView'] }],
})
