import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { buildAnswerWorkbook, type AnswerColumn } from '@/server/excel/answer-workbook'
import {
  materialOrders,
  materialTeams,
  type materialOrdersSheet,
  type materialTeamsSheet,
} from '../contract/feeding-calls'
import { orders, teams } from './balances'

const figure = (name: string): AnswerColumn => ({ field: name, word: `feeding:answers.${name}` })
const ofOrder = (name: string): AnswerColumn => ({ field: name, word: `orders:workOrder.fields.${name}` })
const flows = ['fedKg', 'goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg'].map(figure)

const orderColumns: readonly AnswerColumn[] = [
  ofOrder('number'),
  { ...ofOrder('state'), options: 'orders:workOrder.options.state' },
  ...['lineId', 'productId', 'startedAt'].map(ofOrder),
  ...['mainKg', 'subKg', 'packKg', 'midKg', 'surKg'].map(figure),
  ...flows,
  ...['hopperKg', 'gapKg', 'gapPercent'].map(figure),
]
/** GET /mater/material_order_excel: exports the listed orders with the mass fed to them and their balance. */
export const ordersAsSheet = (ctx: Context, input: EndpointInput<typeof materialOrdersSheet>): Promise<FileAnswer> =>
  buildAnswerWorkbook(ctx, ctx.t('feeding:actions.feed_orders'), materialOrders.output.fields, orderColumns, (page) =>
    orders(ctx, { ...input, ...page }),
  )

const teamColumns: readonly AnswerColumn[] = [
  { field: 'team', word: 'feeding:feed.fields.team' },
  ...['shifts', 'mainKg', 'subKg'].map(figure),
  ...flows,
  figure('carriedKg'),
]
/** GET /production/team_excel: exports the mass that each team fed and made in the period. */
export const teamsAsSheet = (ctx: Context, input: EndpointInput<typeof materialTeamsSheet>): Promise<FileAnswer> =>
  buildAnswerWorkbook(ctx, ctx.t('feeding:actions.feed_teams'), materialTeams.output.fields, teamColumns, async () => ({
    list: await teams(ctx, input),
  }))
