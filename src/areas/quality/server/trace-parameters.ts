import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { EndpointOutput } from '@/contract/endpoint'
import { parseLabel } from '@/plant/rules/label'
import { isOutsideLimits } from '@/plant/rules/limits'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { getParameterLabel } from '@/areas/standards/rules/process-standard'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { processInspection1 } from '../contract/inspections'
import { tracedParameters } from '../contract/traced-parameters'
import { handle } from '@/server/area'

/**
 * GET /quality/crafts: parameters of the standard of a roll's order, and the last values measured before it was doffed.
 */
export const traceParameters = handle(
  tracedParameters,
  async (ctx, input): Promise<EndpointOutput<typeof tracedParameters>> => {
    const roll = await ctx.rows.get(jumboRoll, input.id ?? (await resolveJumboId(ctx, input.number)))
    const order = await ctx.rows.get(workOrder, roll.workOrderId)
    const standard = order.processStandardId ? await ctx.rows.get(processStandard, order.processStandardId) : null
    const [lastInspection] = await ctx.query(
      sql`select ${columns(processInspection1, ['measuredAt', 'values'])} from process_inspection1
      where site_id = ${ctx.site} and line_id = ${roll.lineId} and work_order_id = ${order.id} and measured_at <= ${roll.doffedAt ?? ctx.now.toISOString()}
      order by measured_at desc ${limit(1)}`,
    )
    const valueByKey = new Map(lastInspection?.values.map((parameter) => [parameter.key, parameter]))
    // Without a standard, the answer lists the measured values with the limits that applied at the time of measuring.
    const parameters = standard
      ? standard.parameters.map((parameter) => ({ ...parameter, label: getParameterLabel(parameter, ctx.language) }))
      : [...valueByKey.values()]
    return {
      jumboRollId: roll.id,
      number: roll.number ?? '',
      lineId: roll.lineId,
      workOrderId: order.id,
      processStandardId: standard?.id ?? null,
      standard: standard ? `${standard.code} ${standard.revision}` : null,
      startedAt: roll.startedAt,
      doffedAt: roll.doffedAt,
      measuredAt: lastInspection?.measuredAt ?? null,
      speed: roll.speed,
      parameters: parameters.map(({ key, label, unit, low, target, high }) => {
        const actual = valueByKey.get(key)?.actual ?? null
        const isOutside = isOutsideLimits(actual, { low, high })
        const isJudged = actual !== null && (low !== null || high !== null)
        return {
          key,
          label,
          unit,
          low,
          target,
          high,
          actual,
          verdict: isJudged ? (isOutside ? 'notOk' : 'ok') : 'unknown',
        }
      }),
    }
  },
)
async function resolveJumboId(ctx: Context, enteredNumber: string | null | undefined): Promise<string> {
  const labelText = enteredNumber?.trim()
  if (!labelText) throw refuseInput([{ path: ['id'], code: 'missing' }])
  const { code: number } = parseLabel(labelText)
  const [jumbo] = await ctx.rows.find(jumboRoll, { where: { number }, limit: 1 })
  const [slit] = jumbo ? [] : await ctx.rows.find(slitRoll, { where: { number }, limit: 1 })
  const jumboRollId = jumbo?.id ?? slit?.jumboRollId
  if (jumboRollId) return jumboRollId
  throw new Refusal(errno.notFound, 'slitting:refusals.unknownNumber', {
    params: { number },
    issues: [{ path: ['number'], code: 'unknownId' }],
  })
}
