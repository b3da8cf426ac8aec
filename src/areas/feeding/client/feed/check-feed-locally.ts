import type { Row } from '@/contract/resource'
import { toLocalTime } from '@/plant/rules/plant-time'
import type { PlantSettings } from '@/plant/rules/settings'
import { isCountedInSums, isHeldBack, type PendingInfo } from '@/offline/overlay'
import type { hopper } from '@/areas/equipment/contract/hopper'
import type { workOrder } from '@/areas/orders/contract/work-order'
import type { processStandard } from '@/areas/standards/contract/process-standard'
import type { feed } from '../../contract/feed'
import type { material, materialLot } from '../../contract/material'
import { checkFeed, getFeedCapacityKg, isInWeb, canFeedAt, chooseStandard, type FeedFinding } from '../../rules/feed'

export type FeedLine = Row<typeof feed> & { pending?: Pick<PendingInfo, 'state' | 'unmade'>; takenBackKg?: number }
/** Returns true for a line of this phone that waits to be sent: the server has not deducted it from the lot yet. */
const isAwaitingServer = ({ pending, takenBackKg }: FeedLine): boolean =>
  pending !== undefined && !isHeldBack(pending.state) && !takenBackKg
/** Local data for the check of a feed that is being entered. */
export interface LocalFeedContext {
  readonly order: Row<typeof workOrder> | null
  readonly material: Row<typeof material> | null
  readonly lot: Row<typeof materialLot> | null
  readonly kg: number | null
  /** Null if none is chosen yet, or for packing. */
  readonly hopper: Row<typeof hopper> | null
  readonly reason: string
  readonly canOverrule: boolean
  readonly settings: PlantSettings
  readonly standards: readonly Row<typeof processStandard>[]
  /** Lines of the order; null if the phone does not have all of them. Only the server can then judge ratios. */
  readonly orderLines: readonly FeedLine[] | null
  readonly now: string
  readonly businessDate: string
  readonly timeZone: string
}

/**
 * Checks a feed by the server's rule with the data of this phone; the server checks again. Returns no findings before a
 * material and an order are chosen.
 */
export function checkFeedLocally({
  order,
  material: fedMaterial,
  lot,
  kg,
  standards,
  orderLines,
  now,
  businessDate,
  timeZone,
  ...context
}: LocalFeedContext): FeedFinding[] {
  if (!order || !fedMaterial) return []
  const standard = chooseStandard(standards, order.lineId, order.processStandardId)
  const webLines = (orderLines ?? []).filter((line) => isInWeb(line.kind))
  const findings = checkFeed({
    kind: fedMaterial.kind,
    materialId: fedMaterial.id,
    kg: kg ?? 0,
    businessDate,
    day: toLocalTime(now, timeZone).day,
    lot: lot && {
      kind: fedMaterial.kind,
      state: lot.state,
      receivedOn: lot.receivedOn,
      expiresOn: lot.expiresOn,
      leftKg: calculateLotLeftKg(lot, orderLines ?? []),
      decidedAfterFeed: false,
    },
    standard: standard && { approved: true, limits: orderLines ? standard.ratios : [] },
    fedKgByMaterial: sumKgByMaterial(webLines),
    orderCanProduce: canFeedAt(order, now),
    capacityKg: getFeedCapacityKg(fedMaterial, context.hopper, context.settings),
    reason: context.reason.trim() || null,
    hopperPurpose: context.hopper?.takes ?? null,
    canOverrule: context.canOverrule,
  })
  return kg === null ? findings.filter(({ code }) => !KG_FINDING_CODES.includes(code)) : findings
}
/** Findings about the kilograms; hidden until a mass is entered. */
const KG_FINDING_CODES: readonly string[] = [
  'notPositive',
  'moreThanLeft',
  'moreThanHolds',
  'belowZero',
  'aboveRatio',
  'belowRatio',
]
/** Sums the net mass of lines by material; refused lines count as 0. */
function sumKgByMaterial(lines: readonly FeedLine[]): Map<string, number> {
  const kgByMaterial = new Map<string, number>()
  for (const line of lines) {
    const kg = isCountedInSums(line) ? line.kg - (line.takenBackKg ?? 0) : 0
    kgByMaterial.set(line.materialId, (kgByMaterial.get(line.materialId) ?? 0) + kg)
  }
  return kgByMaterial
}
/** Returns the mass left of a lot after this phone's unsent lines, kg. */
export const calculateLotLeftKg = (
  lot: Pick<Row<typeof materialLot>, 'id' | 'leftKg'>,
  lines: readonly FeedLine[],
): number =>
  lines
    .filter((line) => line.lotId === lot.id && isCountedInSums(line))
    .reduce((leftKg, line) => leftKg - (isAwaitingServer(line) ? line.kg : 0) + (line.takenBackKg ?? 0), lot.leftKg)

/** Returns the mass of a line that is not reversed by received or unsent counter-lines, kg. */
export function calculateRemainingKg(line: FeedLine, lines: readonly FeedLine[]): number {
  const counterKg = lines.filter((other) => other.counterOf === line.id).reduce((sum, other) => sum + other.kg, 0)
  return Math.round((line.kg + counterKg - (line.takenBackKg ?? 0)) * 1000) / 1000
}
/** Returns the net mass of a line, kg; 0 if the feed was refused. */
export const calculateCountedKg = (line: FeedLine, lines: readonly FeedLine[]): number =>
  isCountedInSums(line) ? calculateRemainingKg(line, lines) : 0

/** Returns the distinct last values of a field at a line, the latest first; hoppers of other materials follow. */
export function getLastValues<K extends 'hopperId' | 'kg'>(
  lines: readonly FeedLine[],
  materialId: string | null,
  field: K,
): FeedLine[K][] {
  const validLines = lines.filter((line) => line.counterOf === null && line.kg > 0 && isCountedInSums(line))
  const materialLines = validLines.filter((line) => line.materialId === materialId)
  return [...new Set((field === 'kg' ? materialLines : [...materialLines, ...validLines]).map((line) => line[field]))]
}

/**
 * Returns the masses to offer as buttons, kg: the last ones that the lot still has, and all that is left of it.
 * @param leftKg null if no lot is chosen
 */
export const getOfferedKgs = (lastKgs: readonly number[], leftKg: number | null): readonly number[] =>
  leftKg === null
    ? lastKgs.slice(0, 4)
    : [...new Set([...lastKgs.filter((kg) => kg <= leftKg).slice(0, 3), ...(leftKg > 0 ? [leftKg] : [])])]
