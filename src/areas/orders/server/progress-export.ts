import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { ListQuery } from '@/contract/resource'
import type { Context } from '@/server/context'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { buildAnswerWorkbook, type AnswerColumn } from '@/server/excel/answer-workbook'
import { text } from '@/contract/field'
import { getAttentionReasons } from '@/areas/orders/rules/order-progress'
import { describeListQuery } from '@/server/excel/worksheet-heading'
import { progressList, progressExport } from '../contract/progress'
import { workOrder } from '../contract/work-order'
import { listProgress } from './progress-list'
import { handle } from '@/server/area'

type ProgressRow = EndpointOutput<typeof progressList>['list'][number]
const toFieldColumn = (name: string): AnswerColumn => ({ field: name, textKey: `orders:workOrder.fields.${name}` })
const toMetricColumn = (name: string): AnswerColumn => ({ field: name, textKey: `orders:answers.${name}` })
const EXPORT_COLUMNS: readonly AnswerColumn[] = [
  toFieldColumn('number'),
  { ...toFieldColumn('state'), optionTextPrefix: 'orders:workOrder.options.state' },
  ...['lineId', 'customerId', 'productId', 'gsm', 'widthMm', 'orderedKg', 'orderedRolls'].map(toFieldColumn),
  ...['woundKg', 'woundPercent'].map(toMetricColumn),
  ...['goodKg', 'goodRolls'].map(toFieldColumn),
  ...['percent', 'packedKg'].map(toMetricColumn),
  ...['downgradedKg', 'shortReason', 'plannedStart', 'plannedEnd', 'startedAt', 'finishedAt', 'dueOn'].map(
    toFieldColumn,
  ),
  { field: 'late', textKey: 'orders:pages.progress.late' },
  { field: 'forecastEnd', textKey: 'orders:pages.progress.forecastEnd' },
  { field: 'attention', textKey: 'orders:pages.progress.attention' },
]
const exportFields = { ...progressList.output.fields, attention: text({ max: 400 }) }
const formatHours = (value: number): string => `${Number(value.toFixed(2))} h`
/** Formats all reasons why an order needs attention, with the same texts as the progress list. */
const formatAttention = (ctx: Context, order: ProgressRow): string =>
  getAttentionReasons(order)
    .map((item) => {
      if (item.kind === 'short') return ctx.t('orders:pages.progress.short', { percent: item.percent })
      if (item.kind === 'after') return ctx.t('orders:pages.progress.afterOrder', { number: item.number })
      if (item.kind === 'runsInto')
        return ctx.t('orders:pages.progress.runsInto', {
          number: item.number,
          // Without the year.
          time: item.at ? formatPlantTime(ctx.timeZone, item.at).slice(5) : '–',
        })
      return ctx.t('orders:pages.progress.planShort', {
        planned: formatHours(item.plannedHours),
        needed: formatHours(item.neededHours),
      })
    })
    .join(' · ')

/** Describes the filters of the list; `late` is not a field of orders. */
async function describeProgressFilters(ctx: Context, input: EndpointInput<typeof progressExport>) {
  const { period, lines } = await describeListQuery(ctx, workOrder, input as ListQuery)
  const lateLine = [ctx.t('orders:inputs.late'), ctx.t('contract:excel.yes')] as const
  return { period, lines: input.late ? [...lines, lateLine] : lines }
}

/** GET /progress_monitoring_excel: exports the progress list as a workbook. */
export const exportProgress = handle(progressExport, async (ctx, input) =>
  buildAnswerWorkbook(
    ctx,
    ctx.t('orders:actions.workOrder_progressList'),
    exportFields,
    EXPORT_COLUMNS,
    async (page) => {
      const progressPage = await listProgress.run(ctx, { ...input, ...page })
      return {
        ...progressPage,
        list: progressPage.list.map((order) => ({ ...order, attention: formatAttention(ctx, order) })),
      }
    },
    await describeProgressFilters(ctx, input),
  ),
)
