import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import type { Values } from '@/client/resource/values'
import * as calls from '../contract/process-standard-calls'
import type { processStandard } from '../contract/process-standard'

export type Standard = Row<typeof processStandard>
export type Variant = Standard['variant']
type Form = Endpoint<Values, unknown>
type Remove = Endpoint<{ id: string; version?: number | null }, unknown>
/** What the two kinds of process standard differ in: page, keys, calls, and that nothing is fed at a slitter. */
export const variants = {
  mainLine: {
    page: 'processData',
    add: calls.addMain as unknown as Form,
    edit: calls.editMain as unknown as Form,
    remove: calls.removeMain as unknown as Remove,
    excel: calls.mainStandardExcel,
    fields: ['code', 'productId', 'lineId', 'idealSpeed', 'weightTolerance', 'parameters', 'ratios', 'note'],
  },
  slitting: {
    page: 'slittingProcess',
    add: calls.addSlitting as unknown as Form,
    edit: calls.editSlitting as unknown as Form,
    remove: calls.removeSlitting as unknown as Remove,
    excel: calls.slittingStandardExcel,
    fields: ['code', 'productId', 'lineId', 'idealSpeed', 'weightTolerance', 'parameters', 'note'],
  },
} as const
