/** Feeding 投料: every scan is one immutable line and is checked before it is saved. Masses in kg. */

import { hasOrderBegun, canProduce, type WorkOrderState } from '@/areas/orders/rules/work-order'
import { isUsable, type ApprovalState } from '@/areas/standards/rules/approval'
import type { HopperMaterialKind } from '@/areas/equipment/rules/hopper'
import { isUsedTooEarly } from '@/plant/rules/chronology'
import type { LotState } from './lot'

export const materialKinds = ['main', 'sub', 'pack', 'mid', 'sur'] as const
export type MaterialKind = (typeof materialKinds)[number]

export interface FeedLot {
  readonly kind: MaterialKind
  readonly state: LotState
  /**
   * The state was decided only after this feed. Material that is already in the hopper cannot be refused any more,
   * but must stay traceable.
   */
  readonly decidedAfterFeed?: boolean
  /** Day of receipt. */
  readonly receivedOn: string
  /** First day on which the lot must not be used any more; null: it never expires. */
  readonly expiresOn: string | null
  /** Mass left of the lot; null if its stock is not tracked. */
  readonly leftKg: number | null
}
export interface FeedStandard {
  readonly approved: boolean
  /** Limits of the share in the total mass fed to the order, percent, by material; null: no limit. */
  readonly limits: readonly {
    readonly materialId: string
    readonly minPercent: number | null
    readonly maxPercent: number | null
  }[]
}
export interface FeedCheckInput {
  readonly kind: MaterialKind
  readonly materialId: string
  readonly kg: number
  readonly lot: FeedLot | null
  /** The order's approved process standard; null if it has none. */
  readonly standard: FeedStandard | null
  /** Mass fed into the web of the order so far by material, without this feed. */
  readonly fedKgByMaterial: ReadonlyMap<string, number>
  readonly orderCanProduce: boolean
  readonly businessDate: string
  /** Calendar day of the feed by the plant's clock; the business date of a night shift is the day before. */
  readonly day: string
  /** Capacity of the package or of the hopper, whichever is larger; far more than that at once is a typing error. */
  readonly capacityKg: number
  /** Kind of material that the hopper is for; null: any kind, or packing, which goes into no hopper. */
  readonly hopperPurpose: HopperMaterialKind | null
  /** The person may overrule the purpose of a hopper. */
  readonly canOverrule: boolean
  /** Reason for overruling the stock or the hopper's purpose; null if none is entered. */
  readonly reason: string | null
}
/** Findings that are displayed and stored with the line. */
export const feedWarnings = [
  'moreThanLeft',
  'moreThanHolds',
  'noStandard',
  'aboveRatio',
  'belowRatio',
  'notInStandard',
  'blockedSince',
  'otherUse',
  'fedBeforeReceipt',
] as const
/** Findings that refuse a feed. */
export const feedRefusals = [
  'notPositive',
  'tooMuchAtOnce',
  'orderNotRunning',
  'wrongKind',
  'noLot',
  'notReleased',
  'blocked',
  'expired',
  'notApproved',
  'belowZero',
  'hopperForOther',
  'notReceived',
] as const
/** Refusals that a reason lifts. */
const LIFTED_BY_REASON: readonly FeedFinding['code'][] = ['belowZero', 'hopperForOther', 'notReceived']
/** Returns true if a refusal of the feed can be lifted by a reason that this person may give. */
export const needsReason = (findings: readonly FeedFinding[], canOverrule: boolean): boolean =>
  findings.some(({ code }) => LIFTED_BY_REASON.includes(code) && (canOverrule || code !== 'hopperForOther'))
export interface FeedFinding {
  readonly code: (typeof feedWarnings)[number] | (typeof feedRefusals)[number]
  /** A warning is displayed and stored with the line; any other finding refuses the feed. */
  readonly warning: boolean
  readonly limit?: number
  readonly value?: number
}
/** Ratios are not judged below this mass: the first bags of an order do not represent its ratio. */
const MIN_KG_FOR_RATIO = 200
/** A mass above this multiple of the package or hopper capacity is a typing error. */
const SLIP_FACTOR = 3

/**
 * Returns the mass that can go in at once, kg: the larger of package and hopper; the plant may set a default hopper
 * size.
 */
export const getFeedCapacityKg = (
  { packageKg }: { readonly packageKg: number | null },
  hopper: { readonly capacityKg: number | null } | null,
  defaults: { readonly hopperKg: number },
): number => Math.max(packageKg ?? 0, hopper?.capacityKg ?? defaults.hopperKg)

/** Findings that depend only on the lot, not on the mass or the order. */
export type LotProblem = 'notReleased' | 'blocked' | 'expired'
/** Returns the reasons why a lot must not be fed on a business date; they are known as soon as it is scanned. */
export const findLotProblems = (lot: Pick<FeedLot, 'state' | 'expiresOn'>, businessDate: string): LotProblem[] => [
  ...(lot.state === 'blocked' ? (['blocked'] as const) : lot.state === 'quarantine' ? (['notReleased'] as const) : []),
  ...(lot.expiresOn !== null && lot.expiresOn <= businessDate ? (['expired'] as const) : []),
]

/** Checks a feed. A phone without a network checks with its local data, and the server checks again. */
export function checkFeed(feed: FeedCheckInput): FeedFinding[] {
  const { lot, standard } = feed
  const findings: FeedFinding[] = []
  const refuse = (code: FeedFinding['code'], values: Pick<FeedFinding, 'limit' | 'value'> = {}) =>
    findings.push({ code, warning: false, ...values })
  const warn = (code: FeedFinding['code'], values: Pick<FeedFinding, 'limit' | 'value'> = {}) =>
    findings.push({ code, warning: true, ...values })
  if (!Number.isFinite(feed.kg) || feed.kg <= 0) refuse('notPositive')
  else if (feed.kg > feed.capacityKg * SLIP_FACTOR) refuse('tooMuchAtOnce', { limit: feed.capacityKg, value: feed.kg })
  // Material may be let in little by little, so this is only a warning.
  else if (feed.kg > feed.capacityKg) warn('moreThanHolds', { limit: feed.capacityKg, value: feed.kg })
  if (!feed.orderCanProduce) refuse('orderNotRunning')
  if (lot === null) {
    if (needsLot(feed.kind)) refuse('noLot')
  } else {
    if (lot.kind !== feed.kind) refuse('wrongKind')
    for (const problem of findLotProblems(lot, feed.businessDate))
      if (problem !== 'expired' && lot.decidedAfterFeed) warn('blockedSince')
      else refuse(problem)
    // The receipt may have been entered too late. Without a reason, a wrong device clock is more likely.
    if (isUsedTooEarly(lot.receivedOn, feed.day)) {
      if (feed.reason?.trim()) warn('fedBeforeReceipt')
      else refuse('notReceived')
    }
    if (lot.leftKg !== null && feed.kg > lot.leftKg + 1e-9) {
      const values = { limit: lot.leftKg, value: feed.kg }
      if (feed.reason?.trim()) warn('moreThanLeft', values)
      else refuse('belowZero', values)
    }
  }
  if (feed.hopperPurpose !== null && feed.hopperPurpose !== feed.kind) {
    if (feed.canOverrule && feed.reason?.trim()) warn('otherUse')
    else refuse('hopperForOther')
  }
  if (standard === null) warn('noStandard')
  else if (!standard.approved) refuse('notApproved')
  else findings.push(...checkRatio(feed, standard))
  return findings
}
/** A material with a minimum share above 50 % is the resin. */
const hasResinLimit = ({ limits }: FeedStandard): boolean => limits.some(({ minPercent }) => (minPercent ?? 0) > 50)
function checkRatio(feed: FeedCheckInput, standard: FeedStandard): FeedFinding[] {
  if (!isInWeb(feed.kind)) return []
  const limit = standard.limits.find((l) => l.materialId === feed.materialId)
  // Masterbatch of another colour, or a resin that the standard does not name, e.g. meltblown resin on a spunbond line.
  // A standard need not name reclaimed pellets and finish.
  if (!limit) {
    const isUnlisted =
      feed.kind === 'sub' ? standard.limits.length > 0 : feed.kind === 'main' && hasResinLimit(standard)
    return isUnlisted ? [{ code: 'notInStandard', warning: true }] : []
  }
  const fedKg = [...feed.fedKgByMaterial.values()].reduce((sum, kg) => sum + kg, 0)
  const totalKg = fedKg + feed.kg
  if (totalKg < MIN_KG_FOR_RATIO) return []
  const percent = (((feed.fedKgByMaterial.get(feed.materialId) ?? 0) + feed.kg) / totalKg) * 100
  if (limit.maxPercent !== null && percent > limit.maxPercent + 1e-9)
    return [{ code: 'aboveRatio', warning: true, limit: limit.maxPercent, value: percent }]
  if (limit.minPercent !== null && percent < limit.minPercent - 1e-9)
    return [{ code: 'belowRatio', warning: true, limit: limit.minPercent, value: percent }]
  return []
}
/**
 * Returns the process standard to check feeds against: the order's own, else a usable one for the line, else one for
 * all lines; null if there is none.
 */
export function chooseStandard<
  S extends {
    readonly id?: string
    readonly state: ApprovalState
    readonly newest: boolean
    readonly lineId: string | null
  },
>(standards: readonly S[], lineId: string | null, orderStandardId: string | null = null): S | null {
  const usableStandards = standards.filter(isUsable)
  return (
    usableStandards.find((s) => orderStandardId !== null && s.id === orderStandardId) ??
    usableStandards.find((s) => s.lineId !== null && s.lineId === lineId) ??
    usableStandards.find((s) => s.lineId === null) ??
    null
  )
}
/** Returns false for packing: it is wrapped around the rolls and counts neither in ratios nor in the mass balance. */
export const isInWeb = (kind: MaterialKind): boolean => kind !== 'pack'
/** Returns true for all kinds except packing: they go into a hopper of the line. */
export const needsHopper = isInWeb
/** Returns true for resin, masterbatch and surfactant; reclaimed pellets and packing may come without a lot. */
export const needsLot = (kind: MaterialKind): boolean => kind === 'main' || kind === 'sub' || kind === 'sur'
/** Returns true if the order was running at that moment; a feed from a phone may arrive after the order ended. */
export const canFeedAt = (
  order: { readonly state: WorkOrderState; readonly startedAt: string | null; readonly finishedAt: string | null },
  at: string,
): boolean =>
  canProduce(order.state) ||
  (hasOrderBegun(order.state) &&
    order.startedAt !== null &&
    order.finishedAt !== null &&
    order.startedAt <= at &&
    at <= order.finishedAt)
/** Returns true if any finding refuses the feed. */
export const hasRefusal = (findings: readonly FeedFinding[]): boolean => findings.some((f) => !f.warning)

/** Causes of a counter-line: the line was wrong, or its hopper was emptied, finally or for another material. */
export const counterCauses = ['correction', 'emptied', 'changedOver'] as const
export type CounterCause = (typeof counterCauses)[number]
/**
 * Returns true if the hopper was emptied. A correction applies from the moment of the corrected line; emptied
 * material was in the hopper until it was taken out.
 */
export const isEmptying = (cause: CounterCause | null): boolean => cause !== null && cause !== 'correction'
export const emptyingCauses: readonly CounterCause[] = counterCauses.filter(isEmptying)

/**
 * Returns the mass of a counter-line, kg, zero or negative: at most the rest of the line after its other
 * counter-lines. Null if the request exceeds that rest or nothing is left. For an emptied hopper it may be zero: the
 * content was thrown away.
 */
export function calculateCounterKg(
  lineKg: number,
  counterKgs: readonly number[],
  requestedKg: number | null,
  cause: CounterCause = 'correction',
): number | null {
  const remainingKg = Math.round((lineKg + counterKgs.reduce((sum, kg) => sum + kg, 0)) * 1000) / 1000
  if (remainingKg < 0 || (remainingKg === 0 && !isEmptying(cause))) return null
  const kg = requestedKg === null ? remainingKg : requestedKg
  const isEnough = isEmptying(cause) ? kg >= 0 : kg > 0
  return Number.isFinite(kg) && isEnough && kg <= remainingKg + 1e-9 ? 0 - kg : null
}
