import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listOrdersWithRolls, type OrderWithRolls } from '@/areas/orders/server/queries/orders-with-rolls'
import { getOrderLimits } from '@/areas/orders/server/queries/pinned-limits'
import { listGoodRollsOfOrders, findOrderByRollNumber } from '@/areas/rolls/server/queries/for-certificates'
import { productLimits } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'
import type { certifiable } from '../contract/certificate-calls'
import { judgeBatches } from '../rules/judgement'
import { batchResults } from './batches'

type Answer = EndpointOutput<typeof certifiable>
/**
 * GET /quality/qua_inspection_list. Five statements for a page; two more if rolls come from batches of other orders.
 */
export async function ready(ctx: Context, input: EndpointInput<typeof certifiable>): Promise<Answer> {
  const [page, size] = [input.page ?? 1, input.size ?? 20]
  const found = await listOrdersWithRolls(ctx, {
    keyword: input.keyword ?? null,
    // The search also accepts the number on a roll label.
    orderId: input.keyword ? await findOrderByRollNumber(ctx, input.keyword.trim()) : null,
    customerId: input.customerId ?? null,
    page,
    size,
  })
  const ids = found.rows.map(({ id }) => id)
  const [jumbos, limits, numbers] = await Promise.all([
    listGoodRollsOfOrders(ctx, ids),
    productLimits(
      ctx,
      found.rows.map((order) => getOrderLimits(ctx, order)),
    ),
    ctx.query(
      sql`select ${columns(certificate, [{ id: 'workOrderId' }])}, ${computed<{
        issued: number
        waiting: number
      }>`count(*) filter (where state = ${options(certificate.fields.state, 'issued')})::int as issued,
          count(*) filter (where state = ${options(certificate.fields.state, 'inApproval')})::int as waiting`} from certificate
        where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[]) and state in (${options(certificate.fields.state, 'issued', 'inApproval')}) group by 1`,
    ),
  ])
  const certified = found.rows.map(({ id }, i) => {
    const own = jumbos.find(({ workOrderId }) => workOrderId === id)
    const lines = (limits[i]?.limits ?? []).filter(({ onCertificate }) => onCertificate)
    const indexIds = lines.map(({ indexId }) => indexId)
    return { orderId: id, own, lines, jumbos: own?.jumbos ?? [], slitRollIds: own?.rollIds ?? [], indexIds }
  })
  const results = await batchResults(ctx, certified)
  return {
    total: found.total,
    list: found.rows.map((order, i) => {
      const { own, lines } = certified[i]!
      const count = numbers.find(({ id }) => id === order.id)
      const standard = limits[i]
      const gaps = lines.flatMap((line) => {
        const of = results[i]!.map((batch) => batch.filter(({ indexId }) => indexId === line.indexId))
        const judgement = judgeBatches(line, of)
        const name = ctx.language === 'en' ? (line.nameEn ?? line.name) : line.name
        return judgement === 'pass' ? [] : [{ name, judgement }]
      })
      return {
        id: order.id,
        number: order.number,
        batch: order.batch,
        customer: order.customer,
        product: order.product,
        rolls: own?.rolls ?? 0,
        downgraded: own?.downgraded ?? 0,
        standard: standard ? `${standard.code} ${standard.revision}` : null,
        gaps,
        why: whyNot(order, own?.rolls ?? 0, standard !== null && standard !== undefined),
        ready: lines.length > 0 && gaps.length === 0 && (own?.rolls ?? 0) > 0,
        certificates: count?.issued ?? 0,
        waiting: count?.waiting ?? 0,
      }
    }),
  }
}
/** Returns why no certificate is possible, regardless of the test results, or null. */
function whyNot({ downgradedKg }: OrderWithRolls, rolls: number, standard: boolean): Answer['list'][number]['why'] {
  if (rolls === 0) return Number(downgradedKg ?? 0) > 0 ? 'downgraded' : 'noRolls'
  return standard ? null : 'noStandard'
}
