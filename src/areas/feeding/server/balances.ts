import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { workOrder } from '@/areas/orders/contract/work-order'
import { begunOrderStates } from '@/areas/orders/rules/work-order'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { toListScope } from '@/server/crud/refs'
import { listHoppersOfLines } from '@/areas/equipment/server/queries/hoppers'
import type { PlantSettings } from '@/plant/rules/settings'
import { loadPlantSettings, resolveBusinessDates } from '@/plant/server/plant'
import {
  calculateCarriedOverKg,
  calculateHopperIncreaseKg,
  calculateLineCapacityKg,
  calculateMassBalance,
  calculateMaxLeftKg,
} from '../rules/mass-balance'
import { massBalanceReport, materialOrders, type materialTeams } from '../contract/feeding-endpoints'
import { loadFedKgByHopper, loadFlows, type Flows, TOTAL_KEY } from './flows'
import { handle } from '@/server/area'

/** Balance fields that the answers of the order list and of the balance endpoint share. */
type BalanceFields = Pick<
  EndpointOutput<typeof materialOrders>['list'][number],
  keyof EndpointOutput<typeof massBalanceReport> & keyof EndpointOutput<typeof materialOrders>['list'][number]
>
/** Masses of `Flows` that are included in the answers about balances and teams. */
const massFlowFields = [
  'fedKg',
  'woundKg',
  'woundGoodKg',
  'woundDowngradedKg',
  'woundWasteKg',
  'woundCorrectedKg',
  'disposedKg',
  'pelletizedKg',
  'inProcessKg',
  'goodKg',
  'downgradedKg',
  'wasteKg',
  'recycledKg',
] as const satisfies readonly (keyof Flows)[]
const pickMassFlows = (flows: Flows) =>
  Object.fromEntries(massFlowFields.map((name) => [name, flows[name]])) as Pick<Flows, (typeof massFlowFields)[number]>
const calculateBalance = (
  lineFlows: Flows,
  tolerancePercent: number,
  { capacityKg, maxLeftKg }: { readonly capacityKg: number; readonly maxLeftKg: number },
): BalanceFields => {
  const hopperIncreaseKg = calculateHopperIncreaseKg(lineFlows, capacityKg, maxLeftKg)
  const flows = pickMassFlows(lineFlows)
  const { gapKg, gapPercent, isWithinTolerance, cause } = calculateMassBalance(
    { ...flows, hopperIncreaseKg },
    tolerancePercent,
    maxLeftKg,
  )
  return {
    ...flows,
    hopperKg: hopperIncreaseKg,
    gapKg,
    gapPercent: gapPercent === null ? null : Math.round(gapPercent * 1000) / 1000,
    closes: isWithinTolerance,
    cause,
  }
}

/**
 * Loads the hoppers of the lines with one query. Returns a function that calculates the capacity of a line, and the
 * largest mass that can be left of its feeds. A line without hoppers counts as one with a hopper of default size.
 */
async function loadLineCapacities(
  ctx: Context,
  lineIds: readonly (string | null)[],
  settings: PlantSettings,
): Promise<
  (
    lineId: string | null,
    fedKgByHopper: ReadonlyMap<string | null, number>,
  ) => { capacityKg: number; maxLeftKg: number }
> {
  const allHoppers = await listHoppersOfLines(
    ctx,
    lineIds.flatMap((id) => id ?? []),
  )
  return (lineId, fedKgByHopper) => {
    const hoppers = allHoppers.filter((hopper) => hopper.lineId === lineId)
    return {
      capacityKg: calculateLineCapacityKg(hoppers, settings),
      maxLeftKg: calculateMaxLeftKg(hoppers, fedKgByHopper, settings),
    }
  }
}

/** States of orders that may have feeds; the default filter. */
const BEGUN_STATES = begunOrderStates.join(',')
/** GET /mater/get_material_order: lists orders with their masses and balances, the latest start first. */
export const listMaterialOrders = handle(materialOrders, async (ctx, input) => {
  const { page, size, after, keyword, lineId } = input
  const query = {
    state: input.state || BEGUN_STATES,
    sort: '-startedAt',
    ...omitEmpty({ page, size, after, keyword, lineId }),
  }
  const orderPage = await listPage(toListScope(ctx), workOrder, query)
  const rows = orderPage.list as {
    id: string
    number: string
    state: EndpointOutput<typeof materialOrders>['list'][number]['state']
    lineId: string | null
    productId: string
    startedAt: string | null
  }[]
  const settings = await loadPlantSettings(ctx)
  const getLineCapacity = await loadLineCapacities(
    ctx,
    rows.map((row) => row.lineId),
    settings,
  )
  const filter = { orderIds: rows.map((row) => row.id) }
  const flowsByOrder = await loadFlows(ctx, 'order', filter)
  const getFedKgByHopper = await loadFedKgByHopper(ctx, 'order', filter)
  return {
    ...orderPage,
    list: rows.map(({ id, number, state, lineId: orderLineId, productId, startedAt }) => {
      const orderFlows = flowsByOrder.get(id)
      const { mainKg, subKg, packKg, midKg, surKg } = orderFlows
      return {
        id,
        number,
        state,
        lineId: orderLineId,
        productId,
        startedAt,
        mainKg,
        subKg,
        packKg,
        midKg,
        surKg,
        ...calculateBalance(orderFlows, settings.balanceTolerance, getLineCapacity(orderLineId, getFedKgByHopper(id))),
      }
    }),
  }
})
const omitEmpty = (values: Readonly<Record<string, string | number | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] != null && entry[1] !== ''),
  )

/** GET /production/team: lists the mass that each team fed and doffed; the default period is this month. */
export async function listMaterialTeams(
  ctx: Context,
  input: EndpointInput<typeof materialTeams>,
): Promise<EndpointOutput<typeof materialTeams>> {
  const { from: fromDay, to: toDay } = await resolveBusinessDates(ctx, input)
  const flowsByTeam = await loadFlows(ctx, 'team', {
    fromDay,
    toDay,
    lineId: input.lineId ?? null,
    orderIds: input.workOrderId ? [input.workOrderId] : null,
  })
  return [...flowsByTeam.flowsByKey]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([team, teamFlows]) => {
      const { shifts, mainKg, subKg } = teamFlows
      const flows = pickMassFlows(teamFlows)
      return { team: team || null, shifts, mainKg, subKg, ...flows, carriedKg: calculateCarriedOverKg(flows) }
    })
}

/** GET /mater/balance: returns the balance of an order, or of a line's business date or shift. */
export const loadMassBalance = handle(massBalanceReport, async (ctx, input) => {
  const { workOrderId, lineId, businessDate, shift } = input
  if (!workOrderId && !(lineId && businessDate)) throw refuseInput([{ path: ['workOrderId'], code: 'missing' }])
  const order = workOrderId ? await ctx.rows.get(workOrder, workOrderId) : null
  const filter = {
    orderIds: workOrderId ? [workOrderId] : null,
    lineId: lineId ?? null,
    fromDay: businessDate ?? null,
    toDay: businessDate ?? null,
    shift: shift ?? null,
  }
  const flows = await loadFlows(ctx, 'all', filter)
  const getFedKgByHopper = await loadFedKgByHopper(ctx, 'all', filter)
  const settings = await loadPlantSettings(ctx)
  const { balanceTolerance } = settings
  const balancedLineId = order ? order.lineId : (lineId ?? null)
  const getLineCapacity = await loadLineCapacities(ctx, [balancedLineId], settings)
  const capacity = getLineCapacity(balancedLineId, getFedKgByHopper(TOTAL_KEY))
  const balance = calculateBalance(flows.get(TOTAL_KEY), balanceTolerance, capacity)
  const result = { ...balance, tolerancePercent: balanceTolerance }
  return order ? result : { ...result, closes: null, cause: null }
})
