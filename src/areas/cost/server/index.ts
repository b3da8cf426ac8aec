import { costEvents } from './events'
import { dailyEnergyRecalculated } from '@/areas/energy/server/events'
import { sourceRowWritten, monthClosed } from '@/plant/server/events'
import { lotsRecounted } from '@/areas/rolls/server/events'
import { pricedOrderCosts, pricesChanged } from '@/areas/prices/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { costContract } from '../contract'
import * as analysisEndpoints from '../contract/analysis-endpoints'
import * as comparisonEndpoints from '../contract/comparison-endpoints'
import * as comparisons from './compare-product-costs'
import { recalculateDueCosts, applyMonthClosing } from './recalculate-due-costs'
import * as lists from './list-order-costs'
import { invalidateForEnergy, invalidateForSourceRow, invalidateForLots } from './invalidate-costs'
import { recommendParameters } from './recommend-parameters'
import { invalidateForPrices, calculatePreviewCosts } from './invalidate-for-prices'
import { calculateUnallocatedCosts, describeIncompleteMonth } from './unallocated-costs'
import { fillInCostPeriod } from './cost-rows'
import { handleReport } from '@/plant/server/report/handle-report'
import { listStandardCosts } from './list-standard-costs'
import { compareVersionCosts, listCostedVersions } from './compare-version-costs'
import { addStandardRate, removeStandardRate } from './standard-rates'

export const costServer = defineServer(costContract, {
  events: costEvents,
  handlers: [
    lists.listOrderCosts,
    lists.exportOrderCosts,
    lists.listWeekOrders,
    lists.loadCostDetail,
    lists.recalculateOrder,
    ...handleReport(comparisonEndpoints.productCosts, comparisons.listProductCosts, { resolveInput: fillInCostPeriod }),
    comparisons.listMaterialCosts,
    comparisons.listCostedProducts,
    ...handleReport(comparisonEndpoints.costedCustomers, comparisons.listCostedCustomers, {
      resolveInput: fillInCostPeriod,
    }),
    handle(comparisonEndpoints.cheapestOrders, lists.rankOrders('asc')),
    handle(comparisonEndpoints.mostExpensiveOrders, lists.rankOrders('desc')),
    comparisons.compareProductParts,
    comparisons.compareProductQuantities,
    lists.listOrdersOfProduct,
    comparisons.compareWithAverage,
    listCostedVersions,
    compareVersionCosts,
    recommendParameters,
    ...handleReport(analysisEndpoints.unallocatedCosts, calculateUnallocatedCosts, {
      describe: describeIncompleteMonth,
    }),
    ...handleReport(analysisEndpoints.standardCosts, listStandardCosts),
    addStandardRate,
    removeStandardRate,
  ],
  listeners: [
    listenTo(sourceRowWritten, invalidateForSourceRow),
    listenTo(monthClosed, applyMonthClosing),
    listenTo(pricesChanged, invalidateForPrices),
    listenTo(dailyEnergyRecalculated, invalidateForEnergy),
    listenTo(lotsRecounted, invalidateForLots),
  ],
  answerers: [answerQuestion(pricedOrderCosts, calculatePreviewCosts)],
  jobs: [{ name: 'costs-renew', everySeconds: 5, managesTransactions: true, run: recalculateDueCosts }],
})
