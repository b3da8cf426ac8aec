import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { workOrder } from '@/areas/orders/contract/work-order'
import { begunStates } from '@/areas/orders/rules/work-order'
import type { Context } from '@/server/context'
import { listPage } from '@/server/crud/list'
import { scopeOf } from '@/server/crud/operations'
import { periodOf, settingsOf } from '@/plant/server/plant'
import { hopperChange, massBalance, type MassBalance } from '../rules/mass-balance'
import type { massBalanceOf, materialOrders, materialTeams } from '../contract/feeding-calls'
import { flowsBy, type Flows } from './flows'

type Balance = Omit<OutOf<typeof massBalanceOf>, 'tolerancePercent'>
const balanced = (
  { fedKg, goodKg, downgradedKg, wasteKg, recycledKg, inProcessKg, usedKg, lostKg }: Flows,
  tolerance: number,
): Balance => {
  const hopperKg = hopperChange({ fedKg, usedKg, lostKg })
  const flows = { fedKg, goodKg, downgradedKg, wasteKg, recycledKg, inProcessKg, hopperKg }
  const { gapKg, gapPercent, closes, cause }: MassBalance = massBalance(flows, tolerance)
  return {
    ...flows,
    gapKg,
    gapPercent: gapPercent === null ? null : Math.round(gapPercent * 1000) / 1000,
    closes,
    cause,
  }
}

/** Orders that anything may have been fed to, unless others are asked for. */
const begun = begunStates.join(',')
/** GET /mater/get_material_order: the latest begun first; the figures of the whole page by one statement. */
export async function orders(ctx: Context, input: InOf<typeof materialOrders>): Promise<OutOf<typeof materialOrders>> {
  const { page, size, after, keyword, lineId } = input
  const asked = { state: input.state || begun, sort: '-startedAt', ...given({ page, size, after, keyword, lineId }) }
  const found = await listPage(scopeOf(ctx), workOrder, asked)
  const rows = found.list as {
    id: string
    number: string
    state: OutOf<typeof materialOrders>['list'][number]['state']
    lineId: string | null
    productId: string
    startedAt: string | null
  }[]
  const { balanceTolerance } = await settingsOf(ctx)
  const flows = await flowsBy(ctx, 'order', { orderIds: rows.map((row) => row.id) })
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
        ...balanced(own, balanceTolerance),
      }
    }),
  }
}
const given = (values: Readonly<Record<string, string | number | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] != null && entry[1] !== ''),
  )

/** GET /production/team: what each team fed, and what its shifts doffed; this month unless told. */
export async function teams(ctx: Context, input: InOf<typeof materialTeams>): Promise<OutOf<typeof materialTeams>> {
  const { fromDay, toDay } = periodOf(ctx, input)
  const { balanceTolerance } = await settingsOf(ctx)
  const flows = await flowsBy(ctx, 'team', {
    fromDay,
    toDay,
    lineId: input.lineId ?? null,
    orderIds: input.workOrderId ? [input.workOrderId] : null,
  })
  return [...flows.all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([team, own]) => ({
      team: team || null,
      shifts: own.shifts,
      mainKg: own.mainKg,
      subKg: own.subKg,
      ...balanced(own, balanceTolerance),
    }))
}

/** GET /mater/balance: of an order, or of a line's business date or shift. */
export async function balance(ctx: Context, input: InOf<typeof massBalanceOf>): Promise<OutOf<typeof massBalanceOf>> {
  const { workOrderId, lineId, businessDate, shift } = input
  if (!workOrderId && !(lineId && businessDate)) throw refuseInput([{ path: ['workOrderId'], code: 'missing' }])
  if (workOrderId) await ctx.rows.get(workOrder, workOrderId)
  const flows = await flowsBy(ctx, 'all', {
    orderIds: workOrderId ? [workOrderId] : null,
    lineId: lineId ?? null,
    fromDay: businessDate ?? null,
    toDay: businessDate ?? null,
    shift: shift ?? null,
  })
  const { balanceTolerance } = await settingsOf(ctx)
  return { ...balanced(flows.get(''), balanceTolerance), tolerancePercent: balanceTolerance }
}
