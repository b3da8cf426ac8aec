import type { Row } from '@/contract/resource'
import { toLocalTime } from '@/plant/rules/plant-time'
import type { PlantSettings } from '@/plant/rules/settings'
import { isCountedInSums, isHeldBack, type PendingInfo } from '@/offline/overlay'
import type { hopper } from '@/areas/equipment/contract/hopper'
import type { workOrder } from '@/areas/orders/contract/work-order'
import type { processStandard } from '@/areas/standards/contract/process-standard'
import type { feed } from '../../contract/feed'
import type { material, materialLot } from '../../contract/material'
import { checkFeed, holdsAtOnce, inWeb, mayFeedAt, standardFor, type FeedFinding } from '../../rules/feed'

export type FeedLine = Row<typeof feed> & { pending?: Pick<PendingInfo, 'state' | 'unmade'>; takenBackKg?: number }
/** Returns true for a line of this phone that waits to be sent: the server has not deducted it from the lot yet. */
const isOnItsWay = ({ pending, takenBackKg }: FeedLine): boolean =>
  pending !== undefined && !isHeldBack(pending.state) && !takenBackKg
/** Local data for the check of a feed that is being entered. */
export interface Known {
  readonly order: Row<typeof workOrder> | null
  readonly material: Row<typeof material> | null
  readonly lot: Row<typeof materialLot> | null
  readonly kg: number | null
  /** Null if none is chosen yet, or for packing. */
  readonly hopper: Row<typeof hopper> | null
  readonly reason: string
  readonly mayOverrule: boolean
  readonly settings: PlantSettings
  readonly standards: readonly Row<typeof processStandard>[]
  /** Lines of the order; null if the phone does not have all of them. Only the server can then judge ratios. */
  readonly lines: readonly FeedLine[] | null
  readonly at: string
  readonly businessDate: string
  readonly timeZone: string
}

/**
 * Checks a feed by the server's rule with the data of this phone; the server checks again. Returns no findings before a
 * material and an order are chosen.
 */
export function judge({
  order,
  material: fed,
  lot,
  kg,
  standards,
  lines,
  at,
  businessDate,
  timeZone,
  ...more
}: Known): FeedFinding[] {
  if (!order || !fed) return []
  const standard = standardFor(standards, order.lineId, order.processStandardId)
  const known = (lines ?? []).filter((line) => inWeb(line.kind))
  const found = checkFeed({
    kind: fed.kind,
    materialId: fed.id,
    kg: kg ?? 0,
    businessDate,
    day: toLocalTime(at, timeZone).day,
    lot: lot && {
      kind: fed.kind,
      state: lot.state,
      receivedOn: lot.receivedOn,
      expiresOn: lot.expiresOn,
      leftKg: leftOf(lot, lines ?? []),
      decidedLater: false,
    },
    standard: standard && { approved: true, limits: lines ? standard.ratios : [] },
    fed: sums(known),
    orderMayProduce: mayFeedAt(order, at),
    holdsKg: holdsAtOnce(fed, more.hopper, more.settings),
    reason: more.reason.trim() || null,
    takes: more.hopper?.takes ?? null,
    mayOverrule: more.mayOverrule,
  })
  return kg === null ? found.filter(({ code }) => !ofKg.includes(code)) : found
}
/** Findings about the kilograms; hidden until a mass is entered. */
const ofKg: readonly string[] = [
  'notPositive',
  'moreThanLeft',
  'moreThanHolds',
  'belowZero',
  'aboveRatio',
  'belowRatio',
]
/** Sums the net mass of lines by material; refused lines count as 0. */
function sums(lines: readonly FeedLine[]): Map<string, number> {
  const by = new Map<string, number>()
  for (const line of lines) {
    const kg = isCountedInSums(line) ? line.kg - (line.takenBackKg ?? 0) : 0
    by.set(line.materialId, (by.get(line.materialId) ?? 0) + kg)
  }
  return by
}
/** Returns the mass left of a lot after this phone's unsent lines, kg. */
export const leftOf = (lot: Pick<Row<typeof materialLot>, 'id' | 'leftKg'>, lines: readonly FeedLine[]): number =>
  lines
    .filter((line) => line.lotId === lot.id && isCountedInSums(line))
    .reduce((left, line) => left - (isOnItsWay(line) ? line.kg : 0) + (line.takenBackKg ?? 0), lot.leftKg)

/** Returns the mass of a line that is not reversed by received or unsent counter-lines, kg. */
export function standing(line: FeedLine, lines: readonly FeedLine[]): number {
  const back = lines.filter((other) => other.counterOf === line.id).reduce((sum, other) => sum + other.kg, 0)
  return Math.round((line.kg + back - (line.takenBackKg ?? 0)) * 1000) / 1000
}
/** Returns the net mass of a line, kg; 0 if the feed was refused. */
export const counted = (line: FeedLine, lines: readonly FeedLine[]): number =>
  isCountedInSums(line) ? standing(line, lines) : 0

/** Returns the distinct last values of a field at a line, the latest first; hoppers of other materials follow. */
export function lastValues<K extends 'hopperId' | 'kg'>(
  lines: readonly FeedLine[],
  materialId: string | null,
  name: K,
): FeedLine[K][] {
  const own = lines.filter((line) => line.counterOf === null && line.kg > 0 && isCountedInSums(line))
  const ofMaterial = own.filter((line) => line.materialId === materialId)
  return [...new Set((name === 'kg' ? ofMaterial : [...ofMaterial, ...own]).map((line) => line[name]))]
}

/**
 * Returns the masses to offer as buttons, kg: the last ones that the lot still has, and all that is left of it.
 * @param leftKg null if no lot is chosen
 */
export const offeredKgs = (last: readonly number[], leftKg: number | null): readonly number[] =>
  leftKg === null
    ? last.slice(0, 4)
    : [...new Set([...last.filter((kg) => kg <= leftKg).slice(0, 3), ...(leftKg > 0 ? [leftKg] : [])])]
