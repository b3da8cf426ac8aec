import { defineServer, handle } from '@/server/area'
import { stockContract } from '../contract'
import { downgradedStock, currentStock } from '../contract/stock-endpoints'
import { listDowngraded } from './list-downgraded'
import { calculateRollStatistics } from './calculate-roll-statistics'
import { exportRollStatistics } from './export-roll-statistics'
import { loadCurrentStock } from './load-stock'
import { answerStockHistory, exportStock } from './export-stock'

export const stockServer = defineServer(stockContract, {
  handlers: [
    handle(currentStock, loadCurrentStock),
    answerStockHistory,
    handle(downgradedStock, listDowngraded),
    exportStock,
    calculateRollStatistics,
    exportRollStatistics,
  ],
})
