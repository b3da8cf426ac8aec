import { defineArea } from '@/contract/area'
import { workOrder as machine } from '@/areas/orders/rules/work-order'
import { customer } from './customer'
import { erpCalls, erpOrder, erpSource } from './erp-order'
import { progressCalls } from './progress'
import { scheduleCalls, scheduleEntry } from './schedule'
import { workOrder } from './work-order'
import { workOrderCalls } from './work-order-calls'

/** Orders from the ERP to the line: customers, work orders, schedule and progress. */
export const ordersContract = defineArea({
  name: 'orders',
  pages: ['orderSync', 'productionSchedule', 'progressMonitoring'],
  resources: [customer, workOrder, erpOrder, erpSource, scheduleEntry],
  endpoints: [...workOrderCalls, ...erpCalls, ...scheduleCalls, ...progressCalls],
  lifecycles: [machine],
})
