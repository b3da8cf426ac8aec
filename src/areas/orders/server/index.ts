import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { ordersContract } from '../contract'
import { customer } from '../contract/customer'
import {
  erpOrderNames,
  erpOrderOptions,
  erpOrder,
  erpSource,
  ignoreErpOrder,
  pullErpOrders,
  releaseErpOrder,
  settleErpConflict,
} from '../contract/erp-order'
import { progressList, orderProgress, progressExport } from '../contract/progress'
import { placeOrder, linePlan, putBackOrders, scheduleEntry, takeOutOrder } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { toSqlLiterals } from '@/server/crud/statements'
import { openOrderStates } from '../rules/work-order'
import {
  orderLookup,
  orderColours,
  orderOptions,
  finishedOrders,
  ordersForLine,
  currentOrders,
} from '../contract/work-order-endpoints'
import { answerQuestion } from '@/server/events'
import { ordersQuestions } from './events'
import { orderRunningAt } from '@/plant/server/events'
import { addCustomer, editCustomer, importCustomers } from './customers'
import { pullOrders, pullDueSources } from './import-erp-orders'
import * as erpOrders from './erp-orders'
import { addErpSource, editErpSource } from './erp-source'
import { listLinePlan } from './list-line-plan'
import { listProgress } from './progress-list'
import { exportProgress } from './progress-export'
import * as progress from './order-progress'
import { placeOrderOnLine } from './place-order'
import { restorePlaces } from './put-back'
import * as schedule from './schedule'
import { takeOutEntry } from './take-out'
import * as orderLists from './work-order-lists'
import * as planning from './plan-work-orders'
import * as orders from './work-orders'

export const ordersServer = defineServer(ordersContract, {
  questions: ordersQuestions,
  answerers: [answerQuestion(orderRunningAt, orderLists.findOrderRunningAt)],
  handlers: [
    ...orders.lineHandlers,
    ...planning.planningHandlers,
    handle(workOrder.endpoints.create, planning.addWorkOrder),
    handle(workOrder.endpoints.update, planning.editWorkOrder),
    handle(workOrder.endpoints.import, planning.importWorkOrders),
    handle(ordersForLine, orderLists.listOrdersForLine),
    handle(currentOrders, orderLists.listCurrentOrders),
    handle(finishedOrders, orderLists.listFinishedOrders),
    handle(orderOptions, orderLists.listOrderOptions),
    handle(orderColours, orderLists.listOrderColours),
    handle(orderLookup, orderLists.findOrder),
    handle(scheduleEntry.endpoints.create, schedule.addScheduleEntry),
    handle(scheduleEntry.endpoints.update, schedule.editScheduleEntry),
    handle(scheduleEntry.endpoints.remove, schedule.removeScheduleEntry),
    handle(placeOrder, placeOrderOnLine),
    handle(takeOutOrder, takeOutEntry),
    handle(putBackOrders, restorePlaces),
    handle(linePlan, listLinePlan),
    handle(progressList, listProgress),
    handle(progressExport, exportProgress),
    handle(orderProgress, progress.loadOrderProgress),
    handle(customer.endpoints.create, addCustomer),
    handle(customer.endpoints.update, editCustomer),
    handle(customer.endpoints.import, importCustomers),
    handle(erpOrder.endpoints.create, erpOrders.addErpOrder),
    handle(erpOrder.endpoints.update, erpOrders.editErpOrder),
    handle(erpOrder.endpoints.remove, erpOrders.removeErpOrder),
    handle(erpOrder.endpoints.import, erpOrders.importErpOrders),
    handle(erpSource.endpoints.create, addErpSource),
    handle(erpSource.endpoints.update, editErpSource),
    handle(erpOrderOptions, erpOrders.loadErpOptions),
    handle(erpOrderNames, erpOrders.listErpNames),
    handle(pullErpOrders, pullOrders),
    handle(releaseErpOrder, erpOrders.releaseOrder),
    handle(settleErpConflict, erpOrders.settleConflict),
    handle(ignoreErpOrder, erpOrders.ignoreOrder),
  ],
  jobs: [{ name: 'erp-pull', everySeconds: 60, run: pullDueSources }],
  codeLookups: [{ kind: 'order', resource: workOrder, codeField: 'number' }],
  shiftPack: [
    {
      resource: 'workOrder',
      where: `state in (${toSqlLiterals(openOrderStates)}) or ${CHANGED_RECENTLY_SQL}`,
      keys: [
        'rollInteractiveView',
        'divideInteractiveView',
        'rawMaterialView',
        'jobHandoverView',
        'productionSheetView',
      ],
    },
    {
      resource: 'scheduleEntry',
      where: `ends_at > now() - interval '1 day' and starts_at < now() + interval '3 days'`,
      keys: ['rollInteractiveView', 'divideInteractiveView', 'productionScheduleView'],
    },
  ],
})
