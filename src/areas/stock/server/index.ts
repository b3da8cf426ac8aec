import { defineServer, handle } from '@/server/area'
import { stockContract } from '../contract'
import { dataStatistics, dataStatisticsSheet } from '../contract/statistics-calls'
import { downInfo, stockHistory, stockInfo, stockSheet } from '../contract/stock-calls'
import { down } from './down'
import { statistics } from './statistics'
import { statisticsSheet } from './statistics-sheet'
import { now } from './stock'
import { history, sheet } from './stock-sheet'

export const stockServer = defineServer(stockContract, {
  handlers: [
    handle(stockInfo, now),
    handle(stockHistory, history),
    handle(downInfo, down),
    handle(stockSheet, sheet),
    handle(dataStatistics, statistics),
    handle(dataStatisticsSheet, statisticsSheet),
  ],
})
