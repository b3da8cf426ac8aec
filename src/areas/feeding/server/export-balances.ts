import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { buildAnswerWorkbook, type AnswerColumn } from '@/server/excel/answer-workbook'
import { materialOrders, type materialOrdersWorkbook } from '../contract/feeding-endpoints'
import { listMaterialOrders } from './balances'

const toMetricColumn = (name: string): AnswerColumn => ({ field: name, textKey: `feeding:answers.${name}` })
const toOrderColumn = (name: string): AnswerColumn => ({ field: name, textKey: `orders:workOrder.fields.${name}` })
const flowColumns = ['fedKg', 'goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg'].map(toMetricColumn)

const orderColumns: readonly AnswerColumn[] = [
  toOrderColumn('number'),
  { ...toOrderColumn('state'), options: 'orders:workOrder.options.state' },
  ...['lineId', 'productId', 'startedAt'].map(toOrderColumn),
  ...['mainKg', 'subKg', 'packKg', 'midKg', 'surKg'].map(toMetricColumn),
  ...flowColumns,
  ...['hopperKg', 'gapKg', 'gapPercent'].map(toMetricColumn),
]
/** GET /mater/material_order_excel: exports the listed orders with the mass fed to them and their balance. */
export const exportMaterialOrders = (
  ctx: Context,
  input: EndpointInput<typeof materialOrdersWorkbook>,
): Promise<FileAnswer> =>
  buildAnswerWorkbook(ctx, ctx.t('feeding:actions.feed_orders'), materialOrders.output.fields, orderColumns, (page) =>
    listMaterialOrders(ctx, { ...input, ...page }),
  )
