import { buildAnswerWorkbook, type AnswerColumn } from '@/server/excel/answer-workbook'
import { describeInput } from '@/server/excel/worksheet-heading'
import { materialOrders, materialOrdersWorkbook } from '../contract/feeding-endpoints'
import { listMaterialOrders } from './balances'
import { handle } from '@/server/area'

const toMetricColumn = (name: string): AnswerColumn => ({ field: name, textKey: `feeding:answers.${name}` })
const toOrderColumn = (name: string): AnswerColumn => ({ field: name, textKey: `orders:workOrder.fields.${name}` })
const flowColumns = [
  'fedKg',
  'woundKg',
  'woundGoodKg',
  'woundDowngradedKg',
  'woundWasteKg',
  'woundCorrectedKg',
  'inProcessKg',
  'disposedKg',
  'pelletizedKg',
].map(toMetricColumn)

const orderColumns: readonly AnswerColumn[] = [
  toOrderColumn('number'),
  { ...toOrderColumn('state'), optionTextPrefix: 'orders:workOrder.options.state' },
  ...['lineId', 'productId', 'startedAt'].map(toOrderColumn),
  ...['mainKg', 'subKg', 'packKg', 'midKg', 'surKg'].map(toMetricColumn),
  ...flowColumns,
  ...['hopperKg', 'gapKg', 'gapPercent'].map(toMetricColumn),
]
/** GET /mater/material_order_excel: exports the listed orders with the mass fed to them and their balance. */
export const exportMaterialOrders = handle(materialOrdersWorkbook, async (ctx, input) =>
  buildAnswerWorkbook(
    ctx,
    ctx.t('feeding:actions.feed_orders'),
    materialOrders.output.fields,
    orderColumns,
    (page) => listMaterialOrders.run(ctx, { ...input, ...page }),
    { lines: await describeInput(ctx, materialOrdersWorkbook, input, { state: 'orders:workOrder.options.state' }) },
  ),
)
