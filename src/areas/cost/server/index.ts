import { costEvents } from './events'
import { dailyEnergyRecalculated } from '@/areas/energy/server/events'
import { sourceRowWritten, monthClosed } from '@/plant/server/events'
import { lotsRecounted } from '@/areas/rolls/server/events'
import { pricedOrderCosts, pricesChanged } from '@/areas/prices/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { costContract } from '../contract'
import * as analysisCalls from '../contract/analysis-endpoints'
import * as contrastCalls from '../contract/comparison-endpoints'
import * as orderCalls from '../contract/order-cost-endpoints'
import { standardRate } from '../contract/standard-rate'
import * as contrasts from './compare-product-costs'
import { recalculateDueCosts, applyMonthClosing } from './recalculate-due-costs'
import * as lists from './list-order-costs'
import { invalidateForEnergy, invalidateForSourceRow, invalidateForLots } from './invalidate-costs'
import { recommendParameters } from './recommend-parameters'
import { invalidateForPrices, calculatePreviewCosts } from './invalidate-for-prices'
import { calculateUnallocatedCosts, describeOrdersToCount } from './unallocated-costs'
import { fillInCostPeriod } from './cost-rows'
import { handleReport } from '@/plant/server/report/handle-report'
import { listStandardCosts } from './list-standard-costs'
import { compareVersionCosts, listCostedVersions } from './compare-version-costs'
import { addStandardRate, removeStandardRate } from './standard-rates'

export const costServer = defineServer(costContract, {
  events: costEvents,
  handlers: [
    handle(orderCalls.orderCosts, lists.listOrderCosts),
    handle(orderCalls.orderCostsExport, lists.exportOrderCosts),
    handle(orderCalls.weekOrders, lists.listWeekOrders),
    handle(orderCalls.orderCostDetail, lists.loadCostDetail),
    handle(orderCalls.recalculateCost, lists.recalculateOrder),
    ...handleReport(contrastCalls.productCosts, contrasts.listProductCosts, { resolveInput: fillInCostPeriod }),
    handle(contrastCalls.productMaterialCosts, contrasts.listMaterialCosts),
    handle(contrastCalls.costedProducts, contrasts.listCostedProducts),
    ...handleReport(contrastCalls.costedCustomers, contrasts.listCostedCustomers, { resolveInput: fillInCostPeriod }),
    handle(contrastCalls.cheapestOrders, lists.rankOrders('asc')),
    handle(contrastCalls.mostExpensiveOrders, lists.rankOrders('desc')),
    handle(contrastCalls.productComparison, contrasts.compareProductParts),
    handle(contrastCalls.quantityComparison, contrasts.compareProductQuantities),
    handle(contrastCalls.ordersOfProduct, lists.listOrdersOfProduct),
    handle(contrastCalls.averageComparison, contrasts.compareWithAverage),
    handle(contrastCalls.costedVersions, listCostedVersions),
    handle(contrastCalls.versionComparison, compareVersionCosts),
    handle(analysisCalls.optimiseProcess, recommendParameters),
    ...handleReport(analysisCalls.unallocatedCosts, calculateUnallocatedCosts, { describe: describeOrdersToCount }),
    ...handleReport(analysisCalls.standardCosts, listStandardCosts),
    handle(standardRate.endpoints.create, addStandardRate),
    handle(standardRate.endpoints.remove, removeStandardRate),
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
