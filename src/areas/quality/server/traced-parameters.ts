import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { parseLabel } from '@/plant/rules/label'
import { isOutsideLimits } from '@/plant/rules/limits'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { getParameterLabel } from '@/areas/standards/rules/process-standard'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { processInspection1 } from '../contract/inspections'
import type { tracedParameters } from '../contract/traced-parameters'

type Answer = EndpointOutput<typeof tracedParameters>
/**
 * GET /quality/crafts: parameters of the standard of a roll's order, and the last values measured before it was doffed.
 */
export async function traced(ctx: Context, input: EndpointInput<typeof tracedParameters>): Promise<Answer> {
  const roll = await ctx.rows.get(jumboRoll, input.id ?? (await jumboOf(ctx, input.number)))
  const order = await ctx.rows.get(workOrder, roll.workOrderId)
  const standard = order.processStandardId ? await ctx.rows.get(processStandard, order.processStandardId) : null
  const [last] = await ctx.query(
    sql`select ${columns(processInspection1, ['measuredAt', 'values'])} from process_inspection1
      where site_id = ${ctx.site} and line_id = ${roll.lineId} and work_order_id = ${order.id} and measured_at <= ${roll.doffedAt ?? ctx.now.toISOString()}
      order by measured_at desc ${limit(1)}`,
  )
  const measured = new Map(last?.values.map((one) => [one.key, one]))
  // Without a standard, the measured values with the limits of that time.
  const asked = standard
    ? standard.parameters.map((one) => ({ ...one, label: getParameterLabel(one, ctx.language) }))
    : [...measured.values()]
  return {
    jumboRollId: roll.id,
    number: roll.number ?? '',
    lineId: roll.lineId,
    workOrderId: order.id,
    processStandardId: standard?.id ?? null,
    standard: standard ? `${standard.code} ${standard.revision}` : null,
    startedAt: roll.startedAt,
    doffedAt: roll.doffedAt,
    measuredAt: last?.measuredAt ?? null,
    speed: roll.speed,
    parameters: asked.map(({ key, label, unit, low, target, high }) => {
      const actual = measured.get(key)?.actual ?? null
      const out = isOutsideLimits(actual, { low, high })
      const judged = actual !== null && (low !== null || high !== null)
      return { key, label, unit, low, target, high, actual, verdict: judged ? (out ? 'notOk' : 'ok') : 'unknown' }
    }),
  }
}
async function jumboOf(ctx: Context, given: string | null | undefined): Promise<string> {
  const text = given?.trim()
  if (!text) throw refuseInput([{ path: ['id'], code: 'missing' }])
  const { code: number } = parseLabel(text)
  const [jumbo] = await ctx.rows.find(jumboRoll, { where: { number }, limit: 1 })
  const [slit] = jumbo ? [] : await ctx.rows.find(slitRoll, { where: { number }, limit: 1 })
  const found = jumbo?.id ?? slit?.jumboRollId
  if (found) return found
  throw new Refusal(errno.notFound, 'rolls:refusals.unknownNumber', {
    params: { number },
    issues: [{ path: ['number'], code: 'unknownId' }],
  })
}
