import { costsRecalculated } from '@/areas/cost/server/events'
import { dailyEnergyRecalculated } from '@/areas/energy/server/events'
import { sourceRowWritten, monthClosed, sumCorrections } from '@/plant/server/events'
import { defineServer } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { figuresContract } from '../contract'
import { listSumCorrections } from './queries/corrections'
import { recalculateInvalidatedMetrics } from './recalculate-invalidated-metrics'
import {
  invalidateMetricsOfOrders,
  invalidateMetricsOfEnergyDay,
  invalidateMetricsOfSourceRow,
} from './invalidate-days'
import { applyMonthStateToMetrics, freezeSettledMonths } from './freeze-months'

/** Listeners and jobs of the metrics area. Other areas have the endpoints that show metrics. */
export const figuresServer = defineServer(figuresContract, {
  answerers: [answerQuestion(sumCorrections, listSumCorrections)],
  listeners: [
    listenTo(monthClosed, applyMonthStateToMetrics),
    listenTo(sourceRowWritten, invalidateMetricsOfSourceRow),
    listenTo(dailyEnergyRecalculated, invalidateMetricsOfEnergyDay),
    listenTo(costsRecalculated, invalidateMetricsOfOrders),
  ],
  jobs: [
    { name: 'figures-count', everySeconds: 1, managesTransactions: true, run: recalculateInvalidatedMetrics },
    { name: 'figures-freeze', everySeconds: 600, run: freezeSettledMonths },
  ],
})
