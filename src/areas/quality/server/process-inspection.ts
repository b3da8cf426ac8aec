import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { CreateInput, Row } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { isUsable } from '@/areas/standards/rules/approval'
import { getParameterLabel } from '@/areas/standards/rules/process-standard'
import type { Language } from '@/contract/language'
import { processInspection1, processInspection2, processParameters1, processParameters2 } from '../contract/inspections'
import { judgeProcess, type InspectionParameter } from '../rules/inspection'
import type { Context } from '@/server/context'
import { resolveOccurredAt } from '@/plant/server/plant'
import { findOrderAtSlitter } from '@/areas/slitting/server/queries/rolls-of-shift'
import { settleDueInspection } from './inspections'
import { createShiftRecord } from '@/plant/server/shift-records'
import { handle } from '@/server/area'

type ProcessInspection = typeof processInspection1 | typeof processInspection2
type Variant = 'mainLine' | 'slitting'
type Standard = Row<typeof processStandard>

/**
 * Returns the standard by which an order is judged: the version pinned at its start, even if it has been replaced
 * since. An order pins the standard of one variant only. For the other, e.g. slitting, the newest approved standard of
 * the product applies. A standard for the line takes precedence over a general standard. Without a line, only a general standard
 * applies.
 */
async function findOrderStandard(
  ctx: Context,
  order: Row<typeof workOrder>,
  lineId: string | null,
  variant: Variant,
): Promise<Standard | null> {
  const pinnedStandard = order.processStandardId ? await ctx.rows.get(processStandard, order.processStandardId) : null
  if (pinnedStandard?.variant === variant) return pinnedStandard
  const approvedStandards = await ctx.rows.find(processStandard, {
    where: { productId: order.productId, variant, newest: true, state: 'approved' },
    limit: 50,
  })
  const getRank = (standard: Standard): number => (standard.lineId !== null ? 1 : 0)
  return (
    approvedStandards
      .filter((standard) => isUsable(standard) && (standard.lineId === null || standard.lineId === lineId))
      .sort((a, b) => getRank(b) - getRank(a) || a.code.localeCompare(b.code))[0] ?? null
  )
}

/** Returns the parameters with their labels in the given language. */
const localizeParameters = ({ parameters }: Standard, language: Language): InspectionParameter[] =>
  parameters.map(({ labelEn, ...parameter }) => ({
    ...parameter,
    label: getParameterLabel({ label: parameter.label, labelEn }, language),
  }))

/**
 * POST /production/craft_inspection_1 and _2: judges the values against the limits of the order, and stores these limits
 * with the inspection.
 */
const createAddInspectionHandler =
  (resource: ProcessInspection, variant: Variant, inspectionKind: 'process1' | 'process2') =>
  async (ctx: Context, input: CreateInput<ProcessInspection>): Promise<Row<ProcessInspection>> => {
    const order = await ctx.rows.get(workOrder, input.workOrderId)
    const standard = await findOrderStandard(ctx, order, input.lineId, variant)
    // Labels are stored in Chinese, the language of the records.
    const { values } = judgeProcess(input.values, standard && localizeParameters(standard, 'zh'))
    const row = await createShiftRecord(ctx, resource, input, {
      values,
      processStandardId: standard?.id ?? null,
      measuredAt: resolveOccurredAt(ctx, input.measuredAt, null, 'measuredAt'),
    })
    await settleDueInspection(ctx, inspectionKind, row)
    return row
  }
export const addProcessInspection1 = handle(
  processInspection1.endpoints.create,
  createAddInspectionHandler(processInspection1, 'mainLine', 'process1'),
)
export const addProcessInspection2 = handle(
  processInspection2.endpoints.create,
  createAddInspectionHandler(processInspection2, 'slitting', 'process2'),
)

/**
 * GET /production/craft_1 and craft_2: parameters of the requested order, else of the order at the requested line.
 * Without a line, or at a slitter without an order, the order that started last is used.
 */
const createParameterListHandler =
  (resource: ProcessInspection, variant: Variant) =>
  async (
    ctx: Context,
    input: EndpointInput<typeof processParameters1>,
  ): Promise<EndpointOutput<typeof processParameters1>> => {
    const order = await findInspectedOrder(ctx, input, variant)
    if (!order) return []
    // An order names only its main line. A slitter is known only from the request.
    const lineId = input.lineId ?? (variant === 'mainLine' ? order.lineId : null)
    const standard = await findOrderStandard(ctx, order, lineId, variant)
    const lastValueByKey = await loadLastValues(ctx, resource, lineId)
    return standard
      ? localizeParameters(standard, ctx.language).map((parameter) => ({
          ...parameter,
          last: lastValueByKey.get(parameter.key) ?? null,
        }))
      : []
  }
export const listProcessParameters1 = handle(
  processParameters1,
  createParameterListHandler(processInspection1, 'mainLine'),
)
export const listProcessParameters2 = handle(
  processParameters2,
  createParameterListHandler(processInspection2, 'slitting'),
)

async function findInspectedOrder(
  ctx: Context,
  { workOrderId, lineId }: EndpointInput<typeof processParameters1>,
  variant: Variant,
): Promise<Row<typeof workOrder> | null> {
  const orderId = workOrderId ?? (variant === 'slitting' && lineId ? await findOrderAtSlitter(ctx, lineId) : null)
  if (orderId) return ctx.rows.get(workOrder, orderId)
  const [runningOrder] = await ctx.rows.find(workOrder, {
    where: { state: 'running', ...(lineId && variant === 'mainLine' ? { lineId } : {}) },
    orderBy: '-startedAt',
    limit: 1,
  })
  return runningOrder ?? null
}
/** Returns the last values measured on the line, by parameter. */
async function loadLastValues(
  ctx: Context,
  resource: ProcessInspection,
  lineId: string | null,
): Promise<Map<string, number>> {
  if (!lineId) return new Map()
  const [row] = await ctx.rows.find(resource, { where: { lineId }, orderBy: '-businessDate', limit: 1 })
  return new Map((row?.values ?? []).flatMap(({ key, actual }) => (actual === null ? [] : [[key, actual] as const])))
}
