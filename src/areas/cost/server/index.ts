import { energyCounted } from '@/plant/server/day-events'
import { factWritten, lotsCounted, monthClosed, ordersPricedBy, pricesChanged } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { answers, on } from '@/server/events'
import { costContract } from '../contract'
import * as analysisCalls from '../contract/analysis-calls'
import * as contrastCalls from '../contract/contrast-calls'
import * as orderCalls from '../contract/cost-calls'
import { standardRate } from '../contract/standard-rate'
import * as contrasts from './contrasts'
import { renewCosts } from './jobs'
import * as lists from './lists'
import { markEnergy, markFact, markLots } from './mark'
import { followMonth } from './months'
import { optimise } from './optimise'
import { markPrice, pricedBy } from './prices'
import { rest } from './rest'
import { exportRest } from './rest-sheet'
import { standards } from './standards'
import { versionCosts, versions } from './versions'
import { addRate, removeRate } from './standard-rates'

export const costServer = defineServer(costContract, {
  handlers: [
    handle(orderCalls.orderCosts, lists.orders),
    handle(orderCalls.costExport, lists.exportOrders),
    handle(orderCalls.weekOrders, lists.week),
    handle(orderCalls.costRows, lists.detail),
    handle(orderCalls.renewCost, lists.renewOne),
    handle(contrastCalls.productCosts, contrasts.products),
    handle(contrastCalls.productCostSheet, contrasts.productSheet),
    handle(contrastCalls.productMaterialCosts, contrasts.materials),
    handle(contrastCalls.costedProducts, contrasts.productList),
    handle(contrastCalls.costedCustomers, contrasts.customers),
    handle(contrastCalls.cheapestOrders, lists.ranked('asc')),
    handle(contrastCalls.dearestOrders, lists.ranked('desc')),
    handle(contrastCalls.productContrast, contrasts.partContrast),
    handle(contrastCalls.quantityContrast, contrasts.quantities),
    handle(contrastCalls.ordersOfProduct, lists.ofProduct),
    handle(contrastCalls.averageContrast, contrasts.average),
    handle(contrastCalls.ranVersions, versions),
    handle(contrastCalls.versionContrast, versionCosts),
    handle(analysisCalls.optimiseProcess, optimise),
    handle(analysisCalls.costRest, rest),
    handle(analysisCalls.costRestSheet, exportRest),
    handle(analysisCalls.standardCosts, standards),
    handle(standardRate.endpoints.create, addRate),
    handle(standardRate.endpoints.remove, removeRate),
  ],
  listeners: [
    on(factWritten, markFact),
    on(monthClosed, followMonth),
    on(pricesChanged, markPrice),
    on(energyCounted, markEnergy),
    on(lotsCounted, markLots),
  ],
  answers: [answers(ordersPricedBy, pricedBy)],
  jobs: [{ name: 'costs-renew', everySeconds: 5, own: true, run: renewCosts }],
})
