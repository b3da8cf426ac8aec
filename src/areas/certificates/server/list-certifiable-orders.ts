import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listOrdersWithRolls, type OrderWithRolls } from '@/areas/orders/server/queries/orders-with-rolls'
import { buildLimitsQuery } from '@/areas/orders/server/queries/pinned-limits'
import { listGoodRollsOfOrders, findOrderByRollNumber } from '@/areas/slitting/server/queries/finished-rolls'
import { loadProductLimits } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'
import type { certifiableOrders } from '../contract/certificate-endpoints'
import { judgeBatches } from '../rules/judgement'
import { loadBatchResults } from './load-batch-results'

type CertifiableOrders = EndpointOutput<typeof certifiableOrders>
const DEFAULT_PAGE_SIZE = 20
/** GET /quality/qua_inspection_list: lists orders with finished rolls, and what their certificates still lack. */
export async function listCertifiableOrders(
  ctx: Context,
  input: EndpointInput<typeof certifiableOrders>,
): Promise<CertifiableOrders> {
  const orderPage = await listOrdersWithRolls(ctx, {
    keyword: input.keyword ?? null,
    // The search also accepts the number on a roll label.
    orderId: input.keyword ? await findOrderByRollNumber(ctx, input.keyword.trim()) : null,
    customerId: input.customerId ?? null,
    page: input.page ?? 1,
    size: input.size ?? DEFAULT_PAGE_SIZE,
  })
  const ids = orderPage.rows.map(({ id }) => id)
  const [goodRollsByOrder, productLimits, certificateCounts] = await Promise.all([
    listGoodRollsOfOrders(ctx, ids),
    loadProductLimits(
      ctx,
      orderPage.rows.map((order) => buildLimitsQuery(ctx, order)),
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
  const scopes = orderPage.rows.map(({ id }, i) => {
    const orderRolls = goodRollsByOrder.find(({ workOrderId }) => workOrderId === id)
    const lines = (productLimits[i]?.limits ?? []).filter(({ onCertificate }) => onCertificate)
    const indexIds = lines.map(({ indexId }) => indexId)
    return {
      orderId: id,
      orderRolls,
      lines,
      jumbos: orderRolls?.jumbos ?? [],
      slitRollIds: orderRolls?.rollIds ?? [],
      indexIds,
    }
  })
  const results = await loadBatchResults(ctx, scopes)
  return {
    total: orderPage.total,
    list: orderPage.rows.map((order, i) => {
      const { orderRolls, lines } = scopes[i]!
      const certificateCount = certificateCounts.find(({ id }) => id === order.id)
      const standard = productLimits[i]
      const gaps = lines.flatMap((line) => {
        const resultsByBatch = results[i]!.map((batch) => batch.filter(({ indexId }) => indexId === line.indexId))
        const judgement = judgeBatches(line, resultsByBatch)
        const name = ctx.language === 'en' ? (line.nameEn ?? line.name) : line.name
        return judgement === 'pass' ? [] : [{ name, judgement }]
      })
      return {
        id: order.id,
        number: order.number,
        batch: order.batch,
        customer: order.customer,
        product: order.product,
        rolls: orderRolls?.rolls ?? 0,
        downgraded: orderRolls?.downgraded ?? 0,
        standard: standard ? `${standard.code} ${standard.revision}` : null,
        gaps,
        why: findObstacle(order, orderRolls?.rolls ?? 0, standard !== null && standard !== undefined),
        ready: lines.length > 0 && gaps.length === 0 && (orderRolls?.rolls ?? 0) > 0,
        certificates: certificateCount?.issued ?? 0,
        waiting: certificateCount?.waiting ?? 0,
      }
    }),
  }
}
/** Returns why no certificate is possible, regardless of the test results, or null. */
function findObstacle(
  { downgradedKg }: OrderWithRolls,
  goodRollCount: number,
  hasStandard: boolean,
): CertifiableOrders['list'][number]['why'] {
  if (goodRollCount === 0) return Number(downgradedKg ?? 0) > 0 ? 'downgraded' : 'noRolls'
  return hasStandard ? null : 'noStandard'
}
