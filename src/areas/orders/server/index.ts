import { CHANGED_RECENTLY_SQL, defineServer, handle } from '@/server/area'
import { ordersContract } from '../contract'
import { customer } from '../contract/customer'
import {
  erpNames,
  erpOptions,
  erpOrder,
  erpSource,
  ignoreErp,
  pullErp,
  releaseErp,
  settleErp,
} from '../contract/erp-order'
import { progressList, progressOfOrder, progressSheet } from '../contract/progress'
import { placeOrder, planAhead, putBackOrders, scheduleEntry, takeOutOrder } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { toSqlLiterals } from '@/server/crud/statements'
import { openStates } from '../rules/work-order'
import {
  oneOrder,
  orderColours,
  orderOptions,
  ordersBefore,
  ordersForLine,
  ordersNow,
} from '../contract/work-order-calls'
import { answerQuestion } from '@/server/events'
import { eventsOfOrder, goodRollsByWidth, orderAt, recentOutput, rollsOnSlitters } from '@/plant/server/events'
import { orderRunningAt } from './order-at'
import { addCustomer, editCustomer, importCustomers } from './customers'
import { pull, pullDue } from './erp-import'
import * as erp from './erp-orders'
import { addSource, changeSource } from './erp-source'
import { ahead } from './plan-ahead'
import { list as progressPage } from './progress-list'
import { progressAsSheet } from './progress-sheet'
import * as progress from './progress'
import { putBack } from './put-back'
import * as schedule from './schedule'
import { takeOut } from './take-out'
import * as lists from './work-order-lists'
import * as plan from './work-order-plan'
import * as orders from './work-orders'

export const ordersServer = defineServer(ordersContract, {
  answerers: [answerQuestion(orderAt, orderRunningAt)],
  questions: [recentOutput, eventsOfOrder, goodRollsByWidth, rollsOnSlitters],
  handlers: [
    ...orders.atTheLine,
    ...plan.planningHandlers,
    handle(workOrder.endpoints.create, plan.add),
    handle(workOrder.endpoints.update, plan.edit),
    handle(workOrder.endpoints.import, plan.importOrders),
    handle(ordersForLine, lists.forLine),
    handle(ordersNow, lists.now),
    handle(ordersBefore, lists.before),
    handle(orderOptions, lists.options),
    handle(orderColours, lists.colours),
    handle(oneOrder, lists.one),
    handle(scheduleEntry.endpoints.create, schedule.add),
    handle(scheduleEntry.endpoints.update, schedule.edit),
    handle(scheduleEntry.endpoints.remove, schedule.remove),
    handle(placeOrder, schedule.place),
    handle(takeOutOrder, takeOut),
    handle(putBackOrders, putBack),
    handle(planAhead, ahead),
    handle(progressList, progressPage),
    handle(progressSheet, progressAsSheet),
    handle(progressOfOrder, progress.ofOrder),
    handle(customer.endpoints.create, addCustomer),
    handle(customer.endpoints.update, editCustomer),
    handle(customer.endpoints.import, importCustomers),
    handle(erpOrder.endpoints.create, erp.add),
    handle(erpOrder.endpoints.update, erp.edit),
    handle(erpOrder.endpoints.remove, erp.remove),
    handle(erpOrder.endpoints.import, erp.importOrders),
    handle(erpSource.endpoints.create, addSource),
    handle(erpSource.endpoints.update, changeSource),
    handle(erpOptions, erp.options),
    handle(erpNames, erp.names),
    handle(pullErp, pull),
    handle(releaseErp, erp.release),
    handle(settleErp, erp.settle),
    handle(ignoreErp, erp.ignore),
  ],
  jobs: [{ name: 'erp-pull', everySeconds: 60, run: pullDue }],
  codes: [{ kind: 'order', resource: workOrder, codeField: 'number' }],
  shiftPack: [
    {
      resource: 'workOrder',
      where: `state in (${toSqlLiterals(openStates)}) or ${CHANGED_RECENTLY_SQL}`,
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
