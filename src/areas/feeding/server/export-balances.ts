import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { buildAnswerWorkbook, type AnswerColumn } from '@/server/excel/answer-workbook'
import {
  materialOrders,
  materialTeams,
  type materialOrdersWorkbook,
  type materialTeamsWorkbook,
} from '../contract/feeding-endpoints'
import { listMaterialOrders, listMaterialTeams } from './balances'

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

const teamColumns: readonly AnswerColumn[] = [
  { field: 'team', textKey: 'feeding:feed.fields.team' },
  ...['shifts', 'mainKg', 'subKg'].map(toMetricColumn),
  ...flowColumns,
  toMetricColumn('carriedKg'),
]
/** GET /production/team_excel: exports the mass that each team fed and made in the period. */
export const exportMaterialTeams = (
  ctx: Context,
  input: EndpointInput<typeof materialTeamsWorkbook>,
): Promise<FileAnswer> =>
  buildAnswerWorkbook(ctx, ctx.t('feeding:actions.feed_teams'), materialTeams.output.fields, teamColumns, async () => ({
    list: await listMaterialTeams(ctx, input),
  }))
