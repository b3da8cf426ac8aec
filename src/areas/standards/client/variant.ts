import type { Row } from '@/contract/resource'
import * as calls from '../contract/process-standard-calls'
import type { processStandard } from '../contract/process-standard'

export type Standard = Row<typeof processStandard>
export type Variant = Standard['variant']
/** What the two kinds of process standard differ in: page, keys, calls, and that nothing is fed at a slitter. */
export const variants = {
  mainLine: {
    page: 'processData',
    add: calls.addMain,
    edit: calls.editMain,
    remove: calls.removeMain,
    excel: calls.mainStandardExcel,
    fields: ['code', 'productId', 'lineId', 'idealSpeed', 'weightTolerance', 'parameters', 'ratios', 'note'],
  },
  slitting: {
    page: 'slittingProcess',
    add: calls.addSlitting,
    edit: calls.editSlitting,
    remove: calls.removeSlitting,
    excel: calls.slittingStandardExcel,
    fields: ['code', 'productId', 'lineId', 'idealSpeed', 'weightTolerance', 'parameters', 'note'],
  },
} as const
