import { defineArea } from '@/contract/area'
import { workOrderLifecycle } from '@/areas/orders/rules/work-order'
import { customer } from './customer'
import { erpEndpoints, erpOrder, erpSource } from './erp-order'
import { progressEndpoints } from './progress'
import { linePlan, scheduleEntry } from './schedule'
import { workOrder } from './work-order'
import { workOrderEndpoints } from './work-order-endpoints'

/** Orders from the ERP to the line: customers, work orders, schedule and progress. */
export const ordersContract = defineArea({
  name: 'orders',
  pages: ['orderSync', 'progressMonitoring'],
  resources: [customer, workOrder, erpOrder, erpSource, scheduleEntry],
  endpoints: [...workOrderEndpoints, ...erpEndpoints, linePlan, ...progressEndpoints],
  lifecycles: [workOrderLifecycle],
})
