/** Metric reports with more than their lines: quality by defect, energy by meter; and the report of stops. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { mediumUnits } from '@/areas/energy/rules/meter-tree'
import { loadEnergyGaps, listMeterTotals } from '@/areas/energy/server/queries'
import { sumDowngradesByDefect } from '@/areas/rolls/server/queries/for-sheets'
import { listStopsBegunOn } from '@/plant/server/queries/stops-by-business-date'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/load-names'
import { stopRow, type energySheet, type qualitySheet, type stopSheet } from '../contract/figure-sheets'
import { countedUntil, daysOf } from './days'
import { figureSheetOf, MOST_IN_FILE, MOST_LINES } from './figure-sheet'
import { blankOf, sumOf, toGrams, toTenth } from './lines'

/** Loads the quality report with downgrades by defect (GET /QUALITY_REPORT). */
export async function quality(
  ctx: Context,
  input: EndpointInput<typeof qualitySheet>,
): Promise<EndpointOutput<typeof qualitySheet>> {
  const sheet = await figureSheetOf(ctx, 'quality', input)
  const { from, to } = sheet
  const asked = { from, to, team: input.team, productId: input.productId, workOrderId: input.orderId }
  const found = await sumDowngradesByDefect(ctx, { ...asked, lineId: input.lineId })
  type Defect = EndpointOutput<typeof qualitySheet>['defects'][number]
  const defects = found.map((row) => ({
    ...row,
    defect: row.defect as Defect['defect'],
    metres: Math.round(row.metres * 10) / 10,
    kg: Math.round(row.kg * 1000) / 1000,
  }))
  return { ...sheet, defects }
}
/** Loads the energy report with the meters (GET /ENERGY_REPORT). */
export async function energy(
  ctx: Context,
  input: EndpointInput<typeof energySheet>,
): Promise<EndpointOutput<typeof energySheet>> {
  const sheet = await figureSheetOf(ctx, 'energy', input)
  const days = { from: sheet.from, to: sheet.to }
  const used = (await listMeterTotals(ctx, days)).filter(({ lineId }) => !input.lineId || lineId === input.lineId)
  const names = await loadReferencedNames(ctx, 'energyMeter', used, 'energyMeterId')
  const places = await loadReferencedNames(ctx, 'energyItem', used, 'itemId')
  const meters = used.map((one) => ({
    energyMeterId: one.energyMeterId,
    meter: names[one.energyMeterId] ?? null,
    place: places[one.itemId] ?? null,
    medium: one.medium,
    unit: mediumUnits[one.medium],
    used: toGrams(one.used),
    own: toGrams(one.own),
    cost: Math.round(one.cost * 100) / 100,
    estimatedPercent: one.used > 0 ? Math.round((one.estimated / one.used) * 1000) / 10 : null,
  }))
  const gaps = await loadEnergyGaps(ctx, days)
  return { ...sheet, meters, ...gaps }
}

type Stop = EndpointOutput<typeof stopSheet>['rows'][number]
const noStop = blankOf(stopRow)
/** Loads the report of stops (GET /STOP_RECORD). */
export async function stops(
  ctx: Context,
  input: EndpointInput<typeof stopSheet>,
  most: number = MOST_LINES,
): Promise<EndpointOutput<typeof stopSheet>> {
  const days = daysOf(ctx, input, ['day'])
  const { lineId, team, shift } = input
  const found = await listStopsBegunOn(ctx, { ...days, lineId, team, shift, maxRows: MOST_IN_FILE })
  const shown = found.slice(0, most)
  const lines = await loadReferencedNames(ctx, 'line', shown, 'lineId')
  const orders = await loadReferencedNames(ctx, 'workOrder', shown, 'workOrderId')
  const reasons = await loadReferencedNames(ctx, 'stopReason', shown, 'reasonId')
  const rows = shown.map(({ id: _id, reasonId, workOrderId, equipmentId: _e, ...stop }): Stop => ({
    ...stop,
    line: lines[stop.lineId] ?? null,
    reason: reasonId ? (reasons[reasonId] ?? null) : null,
    orderId: workOrderId,
    order: workOrderId ? (orders[workOrderId] ?? null) : null,
    count: 1,
    hours: stop.minutes === null ? null : toGrams(stop.minutes / 60),
  }))
  const minutes = sumOf(found, (stop) => stop.minutes ?? 0)
  const total: Stop = { ...noStop, count: found.length, minutes: toTenth(minutes), hours: toGrams(minutes / 60) }
  const asOf = await countedUntil(ctx, days)
  return { ...asOf, cut: found.length > shown.length, rows, total: found.length ? [total] : [] }
}
