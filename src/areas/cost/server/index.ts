import { factWritten, monthClosed, ordersPricedBy, pricesChanged } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { answers, on } from '@/server/events'
import { costContract } from '../contract'
import * as calls from '../contract/cost-calls'
import { standardRate } from '../contract/standard-rate'
import * as contrasts from './contrasts'
import { renewCosts } from './jobs'
import * as lists from './lists'
import { markFact } from './mark'
import { followMonth } from './months'
import { optimise } from './optimise'
import { markPrice, pricedBy } from './prices'
import { rest } from './rest'
import { addRate, removeRate } from './standard-rates'

export const costServer = defineServer(costContract, {
  handlers: [
    handle(calls.orderCosts, lists.orders),
    handle(calls.costExport, lists.exportOrders),
    handle(calls.weekOrders, lists.week),
    handle(calls.costRows, lists.detail),
    handle(calls.renewCost, lists.renewOne),
    handle(calls.productCosts, contrasts.products),
    handle(calls.productCostSheet, contrasts.productSheet),
    handle(calls.productMaterialCosts, contrasts.materials),
    handle(calls.costedProducts, contrasts.productList),
    handle(calls.costedCustomers, contrasts.customers),
    handle(calls.cheapestOrders, lists.ranked('asc')),
    handle(calls.dearestOrders, lists.ranked('desc')),
    handle(calls.productContrast, contrasts.partContrast),
    handle(calls.quantityContrast, contrasts.quantities),
    handle(calls.ordersOfProduct, lists.ofProduct),
    handle(calls.averageContrast, contrasts.average),
    handle(calls.ranVersions, contrasts.versions),
    handle(calls.versionContrast, contrasts.versionCosts),
    handle(calls.optimiseProcess, optimise),
    handle(calls.costRest, rest),
    handle(calls.standardCosts, contrasts.standards),
    handle(standardRate.endpoints.create, addRate),
    handle(standardRate.endpoints.remove, removeRate),
  ],
  listeners: [on(factWritten, markFact), on(monthClosed, followMonth), on(pricesChanged, markPrice)],
  answers: [answers(ordersPricedBy, pricedBy)],
  jobs: [{ name: 'costs-renew', everySeconds: 20, run: renewCosts }],
})
