import type { Row } from '@/contract/resource'
import { toLocalTime } from '@/plant/rules/plant-time'
import type { PlantSettings } from '@/plant/rules/settings'
import { isCountedInSums, isHeldBack, type PendingInfo } from '@/offline/overlay'
import type { hopper } from '@/areas/equipment/contract/hopper'
import type { workOrder } from '@/areas/orders/contract/work-order'
import type { processStandard } from '@/areas/standards/contract/process-standard'
import type { feed } from '../../contract/feed'
import type { material, materialLot } from '../../contract/material'
import {
  checkFeed,
  getFeedCapacityKg,
  isWebMaterial,
  canFeedAt,
  isFedBeforePreparation,
  chooseStandard,
  type FeedFinding,
} from '../../rules/feed'

/** A feed as this phone shows it. */
export type LocalFeedRow = Row<typeof feed> & {
  /** Set while the feed, or a counter-feed of it, waits on this phone. */
  pending?: Pick<PendingInfo, 'state' | 'isCreationBlocked'>
  /** Mass that unsent counter-feeds take back. */
  takenBackKg?: number
}
/**
 * Returns true for a feed that this phone has not sent yet, so the server has not deducted it from the lot. A row with
 * `takenBackKg` is pending only because of its counter-feed.
 */
const isUnsent = ({ pending, takenBackKg }: LocalFeedRow): boolean =>
  pending !== undefined && !isHeldBack(pending.state) && !takenBackKg
/** Local data for the check of a feed that is being entered. */
export interface LocalFeedCheckInput {
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
  /** Feeds of the order. Null if the phone does not have all of them: then only the server can check the ratios. */
  readonly orderFeeds: readonly LocalFeedRow[] | null
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
  orderFeeds,
  now,
  businessDate,
  timeZone,
  ...context
}: LocalFeedCheckInput): FeedFinding[] {
  if (!order || !fedMaterial) return []
  const standard = chooseStandard(standards, order.lineId, order.processStandardId)
  const webFeeds = (orderFeeds ?? []).filter((row) => isWebMaterial(row.kind))
  const findings = checkFeed({
    kind: fedMaterial.kind,
    materialId: fedMaterial.id,
    kg: kg ?? 0,
    businessDate,
    calendarDay: toLocalTime(now, timeZone).day,
    lot: lot && {
      kind: fedMaterial.kind,
      state: lot.state,
      receivedOn: lot.receivedOn,
      expiresOn: lot.expiresOn,
      leftKg: calculateLotLeftKg(lot, orderFeeds ?? []),
      isDecidedAfterFeed: false,
    },
    standard: standard && { isApproved: true, limits: orderFeeds ? standard.ratios : [] },
    fedKgByMaterial: sumKgByMaterial(webFeeds),
    canOrderProduce: canFeedAt(order, now),
    isBeforePreparation: isFedBeforePreparation(order, now),
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
/** Sums the net mass of feeds by material, kg; refused feeds count as 0. */
function sumKgByMaterial(feeds: readonly LocalFeedRow[]): Map<string, number> {
  const kgByMaterial = new Map<string, number>()
  for (const row of feeds) {
    const kg = isCountedInSums(row) ? row.kg - (row.takenBackKg ?? 0) : 0
    kgByMaterial.set(row.materialId, (kgByMaterial.get(row.materialId) ?? 0) + kg)
  }
  return kgByMaterial
}
/** Returns the mass left of a lot after this phone's unsent feeds, kg. */
export const calculateLotLeftKg = (
  lot: Pick<Row<typeof materialLot>, 'id' | 'leftKg'>,
  feeds: readonly LocalFeedRow[],
): number =>
  feeds
    .filter((row) => row.lotId === lot.id && isCountedInSums(row))
    .reduce((leftKg, row) => leftKg - (isUnsent(row) ? row.kg : 0) + (row.takenBackKg ?? 0), lot.leftKg)

/** Returns the mass of a feed less its counter-feeds, sent and unsent, kg. */
export function calculateRemainingKg(feedRow: LocalFeedRow, feeds: readonly LocalFeedRow[]): number {
  const counterKg = feeds.filter((other) => other.counterOf === feedRow.id).reduce((sum, other) => sum + other.kg, 0)
  return Math.round((feedRow.kg + counterKg - (feedRow.takenBackKg ?? 0)) * 1000) / 1000
}
/** Returns the net mass of a feed, kg; 0 if the feed was refused. */
export const calculateFedKg = (feedRow: LocalFeedRow, feeds: readonly LocalFeedRow[]): number =>
  isCountedInSums(feedRow) ? calculateRemainingKg(feedRow, feeds) : 0

/**
 * Returns the distinct values of a field in the recent feeds of a material at a line, the latest first. For
 * `hopperId`, the hoppers of other materials follow at the end.
 */
export function getLastValues<K extends 'hopperId' | 'kg'>(
  feeds: readonly LocalFeedRow[],
  materialId: string | null,
  field: K,
): LocalFeedRow[K][] {
  const validFeeds = feeds.filter((row) => row.counterOf === null && row.kg > 0 && isCountedInSums(row))
  const materialFeeds = validFeeds.filter((row) => row.materialId === materialId)
  return [...new Set((field === 'kg' ? materialFeeds : [...materialFeeds, ...validFeeds]).map((row) => row[field]))]
}

const MAX_OFFERED_MASSES = 4
/**
 * Returns the masses to offer as buttons, kg: the recent masses that the lot still has, and the complete remainder of
 * the lot.
 * @param leftKg null if no lot is chosen
 */
export const getOfferedKgs = (lastKgs: readonly number[], leftKg: number | null): readonly number[] =>
  leftKg === null
    ? lastKgs.slice(0, MAX_OFFERED_MASSES)
    : [
        ...new Set([
          ...lastKgs.filter((kg) => kg <= leftKg).slice(0, MAX_OFFERED_MASSES - 1),
          ...(leftKg > 0 ? [leftKg] : []),
        ]),
      ]
