import type { Row } from '@/contract/resource'
import type { Tones } from '@/contract/state-machine'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import type { erpOrder } from '../../contract/erp-order'
import { orderTones } from '../../contract/tones'
import { workOrder } from '../../contract/work-order'

/** Tone of each ERP order state, for colour and icon; the label comes from the locale. */
export const erpTones: Tones<Row<typeof erpOrder>['state']> = {
  new: 'wait',
  released: 'ok',
  conflict: 'bad',
  ignored: 'idle',
}
export const priorityTones: Tones<Row<typeof workOrder>['priority']> = {
  normal: 'idle',
  urgent: 'warn',
  critical: 'bad',
}
export const orderCells = {
  state: createStateCell(workOrder, 'state', orderTones),
  priority: createStateCell(workOrder, 'priority', priorityTones),
}
