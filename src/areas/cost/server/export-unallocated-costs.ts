import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { buildAnswerWorkbook } from '@/server/excel/answer-workbook'
import { unallocatedExportRow, type unallocatedCostsExport } from '../contract/analysis-endpoints'
import { calculateUnallocatedCosts } from './unallocated-costs'

/** GET /plant/cost_rest_excel: exports the unallocated costs of a month. */
export async function exportUnallocatedCosts(
  ctx: Context,
  input: EndpointInput<typeof unallocatedCostsExport>,
): Promise<FileAnswer> {
  const answer = await calculateUnallocatedCosts(ctx, input)
  const rows = [
    ...answer.rows.map(({ part, used, charged, rest: unallocated }) => ({
      item: ctx.t(`cost:answerOptions.part.${part}`),
      used,
      charged,
      rest: unallocated,
    })),
    {
      item: ctx.t('cost:answers.totalUsed'),
      used: answer.totalUsed,
      charged: Math.round((answer.finishedOrders + answer.workInProcess) * 100) / 100,
      rest: answer.totalRest,
    },
    ...answer.reasons.map(({ name, amount }) => ({
      item: ctx.t(`cost:answerOptions.name.${name}`),
      used: null,
      charged: null,
      rest: amount,
    })),
    ...(answer.ordersToCount > 0
      ? [
          {
            item: ctx.t('cost:pages.comparison.restToCount', { count: answer.ordersToCount }),
            used: null,
            charged: null,
            rest: null,
          },
        ]
      : []),
  ]
  return buildAnswerWorkbook(
    ctx,
    `${ctx.t('cost:sheets.rest')}-${answer.month}`,
    unallocatedExportRow,
    (['item', 'used', 'charged', 'rest'] as const).map((field) => ({ field, textKey: `cost:answers.${field}` })),
    ({ page, size }) => Promise.resolve({ list: rows.slice((page - 1) * size, page * size) }),
  )
}
