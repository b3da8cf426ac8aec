import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { ordersContract } from '../contract'
import { linePlan } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { toSqlLiterals } from '@/server/crud/statements'
import { openOrderStates } from '../rules/work-order'
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
import * as schedule from './schedule'
import * as orderLists from './work-order-lists'
import * as planning from './plan-work-orders'
import * as orders from './work-orders'

/** Handlers, questions, job and shift pack of the orders area. */
export const ordersServer = defineServer(ordersContract, {
  questions: ordersQuestions,
  answerers: [answerQuestion(orderRunningAt, orderLists.findOrderRunningAt)],
  handlers: [
    ...orders.lineHandlers,
    ...planning.planningHandlers,
    planning.addWorkOrder,
    planning.editWorkOrder,
    planning.importWorkOrders,
    orderLists.listOrdersForLine,
    orderLists.listCurrentOrders,
    orderLists.listFinishedOrders,
    orderLists.listOrderOptions,
    orderLists.listOrderColours,
    orderLists.listShortReasons,
    orderLists.findOrder,
    schedule.addScheduleEntry,
    schedule.editScheduleEntry,
    schedule.removeScheduleEntry,
    handle(linePlan, listLinePlan),
    listProgress,
    exportProgress,
    progress.loadOrderProgress,
    addCustomer,
    editCustomer,
    importCustomers,
    erpOrders.addErpOrder,
    erpOrders.editErpOrder,
    erpOrders.removeErpOrder,
    erpOrders.importErpOrders,
    addErpSource,
    editErpSource,
    erpOrders.loadErpOptions,
    erpOrders.listErpNames,
    pullOrders,
    erpOrders.releaseOrder,
    erpOrders.undoRelease,
    erpOrders.settleConflict,
    erpOrders.ignoreOrder,
  ],
  jobs: [{ name: 'erp-pull', everySeconds: 60, run: pullDueSources }],
  codeLookups: [{ kind: 'order', resource: workOrder, codeField: 'number' }],
  shiftPack: [
    {
      resource: 'workOrder',
      where: `state in (${toSqlLiterals(openOrderStates)}) or ${CHANGED_RECENTLY_SQL}`,
      access: [
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
      access: ['rollInteractiveView', 'divideInteractiveView', 'productionScheduleView'],
    },
  ],
})
