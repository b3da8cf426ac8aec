/** Waste rows, running times of materials and machines, and slitter settings. */
import { materialTime } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import { machineRun } from '@/areas/rolls/contract/machine-run'
import { slitter as slitterSettings } from '@/areas/slitting/contract/slitting'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import type { FeedRowDraft } from './feeding'
import type { ShopFloor, ProductionOrder } from './orders'

/** Builds the waste, material time, machine run and slitter setting rows. */
export function buildMachineRows(
  floor: ShopFloor,
  orders: readonly ProductionOrder[],
  feeds: readonly FeedRowDraft[],
  slitters: readonly PlantLine[],
): RowBatch[] {
  const { dice, era, masters } = floor
  const materialTimes = feeds
    .filter((feed) => feed.kind === 'main' && !feed.counterOf && Date.parse(feed.fedAt ?? '') > era.now - 20 * DAY_MS)
    .map((feed): RowDraft<typeof materialTime> => ({
      id: dice.id(Date.parse(feed.fedAt ?? '')),
      workOrderId: feed.workOrderId ?? '',
      lineId: feed.lineId ?? '',
      kind: 'main',
      materialId: feed.materialId ?? masters.materialIds.resinSpun,
      lotId: feed.lotId,
      hopperId: feed.hopperId,
      startsAt: feed.fedAt ?? '',
      endsAt: toMoment(Math.min(era.now, Date.parse(feed.fedAt ?? '') + 8 * HOUR_MS)),
      userId: feed.userId,
      ...buildAuditFields(Date.parse(feed.fedAt ?? ''), feed.userId ?? null),
    }))
  const winderRuns = orders
    .filter(({ startMs }) => startMs > era.now - 60 * DAY_MS)
    .map((order): RowDraft<typeof machineRun> => {
      const { businessDate, shift, team } = era.getShift(order.startMs)
      const operatorId = dice.pick(floor.staff.listOnShift('line', order.startMs)).id
      return {
        id: dice.id(order.startMs),
        machine: 'winder',
        lineId: order.line.id,
        workOrderId: order.row.id,
        onAt: toMoment(order.startMs),
        offAt: order.row.state === 'running' ? null : toMoment(order.endMs),
        speed: order.product.idealSpeed,
        windingM: order.row.jumboLengthM ?? 0,
        businessDate,
        shift,
        team,
        userId: operatorId,
        ...buildAuditFields(order.startMs, operatorId),
      }
    })
  const slitterRuns = slitters.flatMap((slitter) =>
    Array.from({ length: 3 }, (_, i): RowDraft<typeof machineRun> => {
      const startMs = era.now - (i + 1) * 8 * HOUR_MS
      const { businessDate, shift, team } = era.getShift(startMs)
      const operatorId = dice.pick(floor.staff.listOnShift('slit', startMs)).id
      return {
        id: dice.id(startMs),
        machine: 'slitter',
        lineId: slitter.id,
        onAt: toMoment(startMs),
        offAt: toMoment(startMs + 7 * HOUR_MS),
        speed: 480,
        businessDate,
        shift,
        team,
        userId: operatorId,
        ...buildAuditFields(startMs, operatorId),
      }
    }),
  )
  const settings = slitters.map((slitter): RowDraft<typeof slitterSettings> => ({
    id: dice.id(floor.fromMs),
    slitterId: slitter.id,
    knives: 41,
    minWidthMm: 50,
    minTrimMm: 40,
    speed: 480,
    setMinutes: 9,
    changeoverMinutes: 15,
    jumboMinutes: 12,
    weightTolerance: 6,
    balanceTolerance: 2,
    knifeLifeM: 2_000_000,
    ...buildAuditFields(floor.fromMs, floor.staff.getPersonOfTrade('lead').id),
  }))
  return [
    toBatch(
      recycle,
      orders.flatMap(({ recycleRows }) => recycleRows),
    ),
    toBatch(materialTime, materialTimes),
    toBatch(machineRun, [...winderRuns, ...slitterRuns]),
    toBatch(slitterSettings, settings),
  ]
}
