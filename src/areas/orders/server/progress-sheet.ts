import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { formatPlantTime } from '@/server/excel/plant-time'
import { buildAnswerWorkbook, type AnswerColumn } from '@/server/excel/answer-workbook'
import { text } from '@/contract/field'
import { attentionOf } from '../rules/attention'
import { progressList, type progressSheet } from '../contract/progress'
import { list } from './progress-list'

type Listed = EndpointOutput<typeof progressList>['list'][number]
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
  { field: 'attention', word: 'orders:pages.progress.attention' },
]
const fields = { ...progressList.output.fields, attention: text({ max: 400 }) }
const hours = (value: number): string => `${Number(value.toFixed(2))} h`
/** Formats all attention items of an order as in the list. */
const attention = (ctx: Context, order: Listed): string =>
  attentionOf(order)
    .map((one) => {
      if (one.kind === 'short') return ctx.t('orders:pages.progress.short', { percent: one.percent })
      if (one.kind === 'after') return ctx.t('orders:pages.progress.afterOrder', { number: one.number })
      if (one.kind === 'runsInto')
        return ctx.t('orders:pages.progress.runsInto', {
          number: one.number,
          time: one.at ? formatPlantTime(ctx.timeZone, one.at).slice(5) : '–',
        })
      return ctx.t('orders:pages.schedule.planShort', {
        planned: hours(one.plannedHours),
        needed: hours(one.neededHours),
      })
    })
    .join(' · ')

/** GET /progress_monitoring_excel: exports the progress list as a workbook. */
export const progressAsSheet = (ctx: Context, input: EndpointInput<typeof progressSheet>): Promise<FileAnswer> =>
  buildAnswerWorkbook(ctx, ctx.t('orders:actions.workOrder_progressList'), fields, shown, async (page) => {
    const found = await list(ctx, { ...input, ...page })
    return { ...found, list: found.list.map((order) => ({ ...order, attention: attention(ctx, order) })) }
  })
