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
/** Made by this phone, and on its way: the server has not taken it off its lot yet. */
const isOnItsWay = ({ pending, takenBackKg }: FeedLine): boolean =>
  pending !== undefined && !isHeldBack(pending.state) && !takenBackKg
/** What this phone knows of a feed about to be made. */
export interface Known {
  readonly order: Row<typeof workOrder> | null
  readonly material: Row<typeof material> | null
  readonly lot: Row<typeof materialLot> | null
  readonly kg: number | null
  /** Null: none chosen yet, or packing. */
  readonly hopper: Row<typeof hopper> | null
  readonly reason: string
  readonly mayOverrule: boolean
  readonly settings: PlantSettings
  readonly standards: readonly Row<typeof processStandard>[]
  /** The order's lines; null when not all of them are known, and ratios are the server's to judge. */
  readonly lines: readonly FeedLine[] | null
  readonly at: string
  readonly businessDate: string
  readonly timeZone: string
}

/** Asks the server's own rule with what this phone knows; the server asks it again with what it knows. Nothing before a material and an order are chosen. */
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
/** What speaks of the kilograms, which nobody has typed yet. */
const ofKg: readonly string[] = [
  'notPositive',
  'moreThanLeft',
  'moreThanHolds',
  'belowZero',
  'aboveRatio',
  'belowRatio',
]
function sums(lines: readonly FeedLine[]): Map<string, number> {
  const by = new Map<string, number>()
  for (const line of lines) {
    const kg = isCountedInSums(line) ? line.kg - (line.takenBackKg ?? 0) : 0
    by.set(line.materialId, (by.get(line.materialId) ?? 0) + kg)
  }
  return by
}
/** What is left of a lot when this phone's unsent lines are through. */
export const leftOf = (lot: Pick<Row<typeof materialLot>, 'id' | 'leftKg'>, lines: readonly FeedLine[]): number =>
  lines
    .filter((line) => line.lotId === lot.id && isCountedInSums(line))
    .reduce((left, line) => left - (isOnItsWay(line) ? line.kg : 0) + (line.takenBackKg ?? 0), lot.leftKg)

/** What of a line is not taken back yet, by counter-lines that came in and those that wait on this phone. */
export function standing(line: FeedLine, lines: readonly FeedLine[]): number {
  const back = lines.filter((other) => other.counterOf === line.id).reduce((sum, other) => sum + other.kg, 0)
  return Math.round((line.kg + back - (line.takenBackKg ?? 0)) * 1000) / 1000
}
/** Kilograms that a line counts for: nothing of a feed that was refused. */
export const counted = (line: FeedLine, lines: readonly FeedLine[]): number =>
  isCountedInSums(line) ? standing(line, lines) : 0

/** Values used last for a material at a line, the latest first, each once. */
export function lastValues<K extends 'hopperId' | 'kg'>(
  lines: readonly FeedLine[],
  materialId: string | null,
  name: K,
): FeedLine[K][] {
  const own = lines.filter((line) => line.counterOf === null && line.kg > 0 && isCountedInSums(line))
  const ofMaterial = own.filter((line) => line.materialId === materialId)
  return [...new Set((name === 'kg' ? ofMaterial : [...ofMaterial, ...own]).map((line) => line[name]))]
}

/** Weights offered by one tap, kg: those fed last, as far as the lot has them, and all that is left of it. @param leftKg null: no lot is chosen */
export const offeredKgs = (last: readonly number[], leftKg: number | null): readonly number[] =>
  leftKg === null
    ? last.slice(0, 4)
    : [...new Set([...last.filter((kg) => kg <= leftKg).slice(0, 3), ...(leftKg > 0 ? [leftKg] : [])])]
