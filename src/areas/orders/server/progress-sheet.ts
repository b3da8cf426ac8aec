import type { InOf } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { answerSheet, type AnswerColumn } from '@/server/excel/answer-sheet'
import { progressList, type progressSheet } from '../contract/progress'
import { list } from './progress-list'

const field = (name: string): AnswerColumn => ({ field: name, word: `orders:workOrder.fields.${name}` })
const figure = (name: string): AnswerColumn => ({ field: name, word: `orders:answers.${name}` })
const shown: readonly AnswerColumn[] = [
  field('number'),
  { ...field('state'), options: 'orders:workOrder.options.state' },
  ...['lineId', 'customerId', 'productId', 'gsm', 'widthMm', 'orderedKg', 'orderedRolls'].map(field),
  ...['woundKg', 'woundPercent'].map(figure),
  ...['goodKg', 'goodRolls'].map(field),
  ...['percent', 'packedKg'].map(figure),
  ...['downgradedKg', 'shortReason', 'plannedStart', 'plannedEnd', 'startedAt', 'finishedAt', 'dueOn'].map(field),
  { field: 'late', word: 'orders:pages.progress.late' },
  { field: 'forecastEnd', word: 'orders:pages.progress.forecastEnd' },
]

/** GET /progress_monitoring_excel: the orders of the list, each with how far it is. */
export const progressAsSheet = (ctx: Context, input: InOf<typeof progressSheet>): Promise<FileAnswer> =>
  answerSheet(ctx, ctx.t('orders:actions.workOrder_progressList'), progressList.output.of, shown, (page) =>
    list(ctx, { ...input, ...page }),
  )
