import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { workOrder } from '@/areas/orders/contract/work-order'
import { begunOrderStates } from '@/areas/orders/rules/work-order'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/list-scope'
import { hoppersOfLines } from '@/areas/equipment/server/queries/hoppers'
import type { PlantSettings } from '@/plant/rules/settings'
import { resolvePeriod, loadPlantSettings } from '@/plant/server/plant'
import { carriedOver, hopperChange, lineHolds, massBalance, mayLeave, type MassBalance } from '../rules/mass-balance'
import type { massBalanceOf, materialOrders, materialTeams } from '../contract/feeding-calls'
import { fedInto, flowsBy, type Flows } from './flows'

type Balance = Pick<
  EndpointOutput<typeof materialOrders>['list'][number],
  keyof EndpointOutput<typeof massBalanceOf> & keyof EndpointOutput<typeof materialOrders>['list'][number]
>
const balanced = (
  { fedKg, goodKg, downgradedKg, wasteKg, recycledKg, inProcessKg, usedKg, lostKg }: Flows,
  tolerance: number,
  { holdsKg, leavesKg }: { readonly holdsKg: number; readonly leavesKg: number },
): Balance => {
  const hopperKg = hopperChange({ fedKg, usedKg, lostKg }, holdsKg, leavesKg)
  const flows = { fedKg, goodKg, downgradedKg, wasteKg, recycledKg, inProcessKg, hopperKg }
  const { gapKg, gapPercent, closes, cause }: MassBalance = massBalance(flows, tolerance, leavesKg)
  return {
    ...flows,
    gapKg,
    gapPercent: gapPercent === null ? null : Math.round(gapPercent * 1000) / 1000,
    closes,
    cause,
  }
}

/**
 * Loads the capacity of each line and the largest mass that can be left of its feeds. A line without hoppers counts
 * as one with a hopper of default size. One query.
 */
async function holdsOf(
  ctx: Context,
  lineIds: readonly (string | null)[],
  settings: PlantSettings,
): Promise<(lineId: string | null, fed: ReadonlyMap<string | null, number>) => { holdsKg: number; leavesKg: number }> {
  const found = await hoppersOfLines(
    ctx,
    lineIds.flatMap((id) => id ?? []),
  )
  return (lineId, fed) => {
    const hoppers = found.filter((one) => one.lineId === lineId)
    return { holdsKg: lineHolds(hoppers, settings), leavesKg: mayLeave(hoppers, fed, settings) }
  }
}

/** States of orders that may have feeds; the default filter. */
const begun = begunOrderStates.join(',')
/**
 * GET /mater/get_material_order: lists orders, the latest start first; two statements load the masses of the whole
 * page.
 */
export async function orders(
  ctx: Context,
  input: EndpointInput<typeof materialOrders>,
): Promise<EndpointOutput<typeof materialOrders>> {
  const { page, size, after, keyword, lineId } = input
  const asked = { state: input.state || begun, sort: '-startedAt', ...given({ page, size, after, keyword, lineId }) }
  const found = await listPage(toListScope(ctx), workOrder, asked)
  const rows = found.list as {
    id: string
    number: string
    state: EndpointOutput<typeof materialOrders>['list'][number]['state']
    lineId: string | null
    productId: string
    startedAt: string | null
  }[]
  const settings = await loadPlantSettings(ctx)
  const holds = await holdsOf(
    ctx,
    rows.map((row) => row.lineId),
    settings,
  )
  const choice = { orderIds: rows.map((row) => row.id) }
  const [flows, into] = [await flowsBy(ctx, 'order', choice), await fedInto(ctx, 'order', choice)]
  return {
    ...found,
    list: rows.map(({ id, number, state, lineId: at, productId, startedAt }) => {
      const own = flows.get(id)
      const { mainKg, subKg, packKg, midKg, surKg } = own
      return {
        id,
        number,
        state,
        lineId: at,
        productId,
        startedAt,
        mainKg,
        subKg,
        packKg,
        midKg,
        surKg,
        ...balanced(own, settings.balanceTolerance, holds(at, into(id))),
      }
    }),
  }
}
const given = (values: Readonly<Record<string, string | number | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] != null && entry[1] !== ''),
  )

/** GET /production/team: lists the mass that each team fed and doffed; the default period is this month. */
export async function teams(
  ctx: Context,
  input: EndpointInput<typeof materialTeams>,
): Promise<EndpointOutput<typeof materialTeams>> {
  const { fromDay, toDay } = resolvePeriod(ctx, input)
  const flows = await flowsBy(ctx, 'team', {
    fromDay,
    toDay,
    lineId: input.lineId ?? null,
    orderIds: input.workOrderId ? [input.workOrderId] : null,
  })
  return [...flows.all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([team, own]) => {
      const { shifts, mainKg, subKg, fedKg, goodKg, downgradedKg, wasteKg, recycledKg, inProcessKg } = own
      const flows = { fedKg, goodKg, downgradedKg, wasteKg, recycledKg, inProcessKg }
      return { team: team || null, shifts, mainKg, subKg, ...flows, carriedKg: carriedOver(flows) }
    })
}

/** GET /mater/balance: returns the balance of an order, or of a line's business date or shift. */
export async function balance(
  ctx: Context,
  input: EndpointInput<typeof massBalanceOf>,
): Promise<EndpointOutput<typeof massBalanceOf>> {
  const { workOrderId, lineId, businessDate, shift } = input
  if (!workOrderId && !(lineId && businessDate)) throw refuseInput([{ path: ['workOrderId'], code: 'missing' }])
  const order = workOrderId ? await ctx.rows.get(workOrder, workOrderId) : null
  const choice = {
    orderIds: workOrderId ? [workOrderId] : null,
    lineId: lineId ?? null,
    fromDay: businessDate ?? null,
    toDay: businessDate ?? null,
    shift: shift ?? null,
  }
  const [flows, into] = [await flowsBy(ctx, 'all', choice), await fedInto(ctx, 'all', choice)]
  const settings = await loadPlantSettings(ctx)
  const { balanceTolerance } = settings
  const at = order ? order.lineId : (lineId ?? null)
  const holds = (await holdsOf(ctx, [at], settings))(at, into(''))
  const found = { ...balanced(flows.get(''), balanceTolerance, holds), tolerancePercent: balanceTolerance }
  return order ? found : { ...found, closes: null, cause: null }
}
