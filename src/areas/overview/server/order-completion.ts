import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { loadCompletionByDay } from '@/areas/orders/server/queries/for-overview'
import { addDays } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { orderCompletion } from '../contract/metric-endpoints'

const DAYS = 7
/** GET /HOME_OUTPUT_CR: the seven days up to `day` (default: today), including days without due orders. */
export async function listOrderCompletion(
  ctx: Context,
  { day, lineId }: EndpointInput<typeof orderCompletion>,
): Promise<EndpointOutput<typeof orderCompletion>> {
  const to = day ?? (await resolveShift(ctx)).businessDate
  const from = addDays(to, 1 - DAYS)
  const rowByDay = new Map(
    (await loadCompletionByDay(ctx, { from, to, lineId: lineId ?? null })).map((row) => [row.day, row]),
  )
  return Array.from({ length: DAYS }, (_, i) => {
    const dueDay = addDays(from, i)
    const row = rowByDay.get(dueDay)
    if (!row)
      return {
        day: dueDay,
        due: 0,
        onTime: 0,
        finishedLate: 0,
        open: 0,
        orderedKg: 0,
        goodKg: 0,
        completionPercent: null,
      }
    const { filledKg, ...answeredFields } = row
    const completionPercent = row.orderedKg > 0 ? Math.round((filledKg / row.orderedKg) * 1000) / 10 : null
    return { ...answeredFields, completionPercent }
  })
}
