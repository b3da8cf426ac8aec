import type { InOf } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { answerSheet } from '@/server/excel/answer-sheet'
import { restSheetRow, type costRestSheet } from '../contract/analysis-calls'
import { rest } from './rest'

/** GET /plant/cost_rest_excel: exports the unallocated costs of a month. */
export async function exportRest(ctx: Context, input: InOf<typeof costRestSheet>): Promise<FileAnswer> {
  const month = await rest(ctx, input)
  const rows = [
    ...month.rows.map(({ part, used, charged, rest: left }) => ({
      item: ctx.t(`cost:answerOptions.part.${part}`),
      used,
      charged,
      rest: left,
    })),
    {
      item: ctx.t('cost:answers.totalUsed'),
      used: month.totalUsed,
      charged: Math.round((month.finishedOrders + month.workInProcess) * 100) / 100,
      rest: month.totalRest,
    },
    ...month.reasons.map(({ name, amount }) => ({
      item: ctx.t(`cost:answerOptions.name.${name}`),
      used: null,
      charged: null,
      rest: amount,
    })),
    ...(month.ordersToCount > 0
      ? [
          {
            item: ctx.t('cost:pages.comparison.restToCount', { count: month.ordersToCount }),
            used: null,
            charged: null,
            rest: null,
          },
        ]
      : []),
  ]
  return answerSheet(
    ctx,
    `${ctx.t('cost:sheets.rest')}-${month.month}`,
    restSheetRow,
    (['item', 'used', 'charged', 'rest'] as const).map((field) => ({ field, word: `cost:answers.${field}` })),
    ({ page, size }) => Promise.resolve({ list: rows.slice((page - 1) * size, page * size) }),
  )
}
