/** Feeding 投料: every scan is one immutable feed, which is checked before it is saved. Masses in kg. */
import { ROUNDING_TOLERANCE } from '@/plant/rules/rounding'
import { hasOrderBegun, canProduce, type WorkOrderState } from '@/areas/orders/rules/work-order'
import { isUsable, type ApprovalState } from '@/areas/standards/rules/approval'
import type { HopperMaterialKind } from '@/areas/equipment/rules/equipment'
import { isUsedTooEarly } from '@/plant/rules/chronology'
import { HOUR_MS } from '@/plant/rules/plant-time'

/** Resin, masterbatch and additives, packing, reclaimed pellets, surfactant (spin finish). */
export const materialKinds = ['main', 'sub', 'pack', 'mid', 'sur'] as const
export type MaterialKind = (typeof materialKinds)[number]

export interface FeedLot {
  readonly kind: MaterialKind
  readonly state: LotState
  /**
   * The state was decided only after this feed. Material that is already in the hopper cannot be refused any more,
   * but must stay traceable.
   */
  readonly isDecidedAfterFeed?: boolean
  /** The lot was released only after this feed, by more than the clock tolerance. */
  readonly isReleasedAfterFeed?: boolean
  /** Day of receipt. */
  readonly receivedOn: string
  /** First day on which the lot must not be used any more; null: it never expires. */
  readonly expiresOn: string | null
  /** Mass left of the lot; null if its stock is not tracked. */
  readonly leftKg: number | null
}
export interface FeedStandard {
  readonly isApproved: boolean
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
  readonly canOrderProduce: boolean
  /** The feed precedes the start of its order by more than the preparation; see `isFedBeforePreparation`. */
  readonly isBeforePreparation: boolean
  readonly businessDate: string
  /** Calendar day of the feed by the plant's clock; the business date of a night shift is the day before. */
  readonly calendarDay: string
  /** Capacity of the package or of the hopper, whichever is larger. A mass far above it is a typing error. */
  readonly capacityKg: number
  /** Kind of material that the hopper is for; null: any kind, or packing, which goes into no hopper. */
  readonly hopperPurpose: HopperMaterialKind | null
  /** The person may overrule the purpose of a hopper. */
  readonly canOverrule: boolean
  /** Reason for overruling the stock or the hopper's purpose; null if none is entered. */
  readonly reason: string | null
}
/**
 * Findings that are displayed and stored with the feed. `moreThanLeft` compares with the lot, `moreThanHolds` with the
 * hopper; `blockedSince`: the lot was blocked after this feed; `otherUse`: the hopper is meant for another material;
 * `fedBeforeRelease`: quality released the lot after this feed; `fedBeforeStart`: fed long before the order began.
 */
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
  'fedBeforeRelease',
  'fedBeforeStart',
] as const
/**
 * Findings that refuse a feed. `belowZero`: more than is left of the lot; `notReceived`: fed before its receipt;
 * `orderNotBegun`: fed long before the order began.
 */
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
  'orderNotBegun',
] as const
/** Refusals that become warnings if the person enters a reason. */
const REFUSALS_LIFTED_BY_REASON: readonly FeedFinding['code'][] = [
  'belowZero',
  'hopperForOther',
  'notReceived',
  'orderNotBegun',
]
/** Returns true if this person can lift a refusal of the feed by entering a reason. */
export const canReasonLiftRefusal = (findings: readonly FeedFinding[], canOverrule: boolean): boolean =>
  findings.some(({ code }) => REFUSALS_LIFTED_BY_REASON.includes(code) && (canOverrule || code !== 'hopperForOther'))
export interface FeedFinding {
  readonly code: (typeof feedWarnings)[number] | (typeof feedRefusals)[number]
  /** A warning is displayed and stored with the feed; any other finding refuses the feed. */
  readonly isWarning: boolean
  readonly limit?: number
  readonly value?: number
}
/** Ratios are not judged below this mass: the first bags of an order do not represent its ratio. */
const MIN_KG_FOR_RATIO = 200
/** A mass above this multiple of the package or hopper capacity is a typing error. */
const TYPING_ERROR_FACTOR = 3

/**
 * Returns the mass that can go in at once, kg: the larger of package and hopper.
 * @param defaults plant setting: capacity of a hopper for which none is entered, kg
 */
export const getFeedCapacityKg = (
  { packageKg }: { readonly packageKg: number | null },
  hopper: { readonly capacityKg: number | null } | null,
  defaults: { readonly hopperKg: number },
): number => Math.max(packageKg ?? 0, hopper?.capacityKg ?? defaults.hopperKg)

/** Findings that depend only on the lot, not on the mass or the order. */
export type LotProblem = 'notReleased' | 'blocked' | 'expired'
/** Returns why a lot must not be fed on a business date. The reasons are known as soon as the lot is scanned. */
export function findLotProblems(lot: Pick<FeedLot, 'state' | 'expiresOn'>, businessDate: string): LotProblem[] {
  const problems: LotProblem[] = []
  if (lot.state === 'blocked') problems.push('blocked')
  if (lot.state === 'quarantine') problems.push('notReleased')
  if (lot.expiresOn !== null && lot.expiresOn <= businessDate) problems.push('expired')
  return problems
}

/**
 * Checks a feed and returns its warnings and refusals. A phone without a network checks with its local data; the server
 * checks again.
 */
export function checkFeed(feed: FeedCheckInput): FeedFinding[] {
  const { lot, standard } = feed
  const findings: FeedFinding[] = []
  const refuse = (code: FeedFinding['code'], values: Pick<FeedFinding, 'limit' | 'value'> = {}) =>
    findings.push({ code, isWarning: false, ...values })
  const warn = (code: FeedFinding['code'], values: Pick<FeedFinding, 'limit' | 'value'> = {}) =>
    findings.push({ code, isWarning: true, ...values })
  if (!Number.isFinite(feed.kg) || feed.kg <= 0) refuse('notPositive')
  else if (feed.kg > feed.capacityKg * TYPING_ERROR_FACTOR)
    refuse('tooMuchAtOnce', { limit: feed.capacityKg, value: feed.kg })
  // The person may pour the material in little by little, so this is only a warning.
  else if (feed.kg > feed.capacityKg) warn('moreThanHolds', { limit: feed.capacityKg, value: feed.kg })
  if (!feed.canOrderProduce) refuse('orderNotRunning')
  // The start may have been entered too late. Without a reason, a wrong device clock is more likely.
  else if (feed.isBeforePreparation) {
    if (feed.reason?.trim()) warn('fedBeforeStart')
    else refuse('orderNotBegun')
  }
  if (lot === null) {
    if (needsLot(feed.kind)) refuse('noLot')
  } else {
    if (lot.kind !== feed.kind) refuse('wrongKind')
    for (const problem of findLotProblems(lot, feed.businessDate))
      if (problem !== 'expired' && lot.isDecidedAfterFeed) warn('blockedSince')
      else refuse(problem)
    if (lot.isReleasedAfterFeed) warn('fedBeforeRelease')
    // The receipt may have been entered too late. Without a reason, a wrong device clock is more likely.
    if (isUsedTooEarly(lot.receivedOn, feed.calendarDay)) {
      if (feed.reason?.trim()) warn('fedBeforeReceipt')
      else refuse('notReceived')
    }
    if (lot.leftKg !== null && feed.kg > lot.leftKg + ROUNDING_TOLERANCE) {
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
  else if (!standard.isApproved) refuse('notApproved')
  else findings.push(...checkRatio(feed, standard))
  return findings
}
/** True if the standard limits the resin: only a resin can have a minimum share above 50 %. */
const hasResinLimit = ({ limits }: FeedStandard): boolean => limits.some(({ minPercent }) => (minPercent ?? 0) > 50)
/** Compares the share of the fed material, this feed included, with the limits of the standard. */
function checkRatio(feed: FeedCheckInput, standard: FeedStandard): FeedFinding[] {
  if (!isWebMaterial(feed.kind)) return []
  const ratioLimit = standard.limits.find((limit) => limit.materialId === feed.materialId)
  // The warning is for masterbatch of another colour and for a resin that the standard does not name, e.g. meltblown
  // resin on a spunbond line. A standard need not name reclaimed pellets and finish.
  if (!ratioLimit) {
    const isUnlisted =
      feed.kind === 'sub' ? standard.limits.length > 0 : feed.kind === 'main' && hasResinLimit(standard)
    return isUnlisted ? [{ code: 'notInStandard', isWarning: true }] : []
  }
  const fedKg = [...feed.fedKgByMaterial.values()].reduce((sum, kg) => sum + kg, 0)
  const totalKg = fedKg + feed.kg
  if (totalKg < MIN_KG_FOR_RATIO) return []
  const percent = (((feed.fedKgByMaterial.get(feed.materialId) ?? 0) + feed.kg) / totalKg) * 100
  if (ratioLimit.maxPercent !== null && percent > ratioLimit.maxPercent + ROUNDING_TOLERANCE)
    return [{ code: 'aboveRatio', isWarning: true, limit: ratioLimit.maxPercent, value: percent }]
  if (ratioLimit.minPercent !== null && percent < ratioLimit.minPercent - ROUNDING_TOLERANCE)
    return [{ code: 'belowRatio', isWarning: true, limit: ratioLimit.minPercent, value: percent }]
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
    usableStandards.find((standard) => orderStandardId !== null && standard.id === orderStandardId) ??
    usableStandards.find((standard) => standard.lineId !== null && standard.lineId === lineId) ??
    usableStandards.find((standard) => standard.lineId === null) ??
    null
  )
}
/** Returns false for packing: it is wrapped around the rolls and counts neither in ratios nor in the mass balance. */
export const isWebMaterial = (kind: MaterialKind): boolean => kind !== 'pack'
/** Returns true for all kinds except packing: they go into a hopper of the line. */
export const needsHopper = isWebMaterial
/** Returns true for resin, masterbatch and surfactant; reclaimed pellets and packing may come without a lot. */
export const needsLot = (kind: MaterialKind): boolean => kind === 'main' || kind === 'sub' || kind === 'sur'
interface OrderPeriod {
  readonly state: WorkOrderState
  readonly startedAt: string | null
  readonly finishedAt: string | null
}
/** Returns true if the order had not ended at that moment; a feed from a phone may arrive after the order ended. */
export const canFeedAt = (order: OrderPeriod, fedAt: string): boolean =>
  canProduce(order.state) ||
  (hasOrderBegun(order.state) && order.startedAt !== null && order.finishedAt !== null && fedAt <= order.finishedAt)
/**
 * Hoppers are filled for the next order while the previous one runs out, at most one long shift before. An earlier feed
 * would be allocated to the rolls of other orders.
 */
export const PREPARATION_HOURS = 12
/** Returns true if a feed precedes the start of its order by more than `PREPARATION_HOURS`. */
export const isFedBeforePreparation = ({ startedAt }: Pick<OrderPeriod, 'startedAt'>, fedAt: string): boolean =>
  startedAt !== null && Date.parse(fedAt) < Date.parse(startedAt) - PREPARATION_HOURS * HOUR_MS
/** Returns true if any finding refuses the feed. */
export const hasRefusal = (findings: readonly FeedFinding[]): boolean => findings.some(({ isWarning }) => !isWarning)

/** Causes of a counter-feed: the corrected feed was wrong, or its hopper was emptied, for good or for another material. */
export const counterFeedCauses = ['correction', 'emptied', 'changedOver'] as const
export type CounterCause = (typeof counterFeedCauses)[number]
/**
 * Returns true if the hopper was emptied. A correction applies from the moment of the corrected feed; emptied
 * material was in the hopper until it was taken out.
 */
export const isEmptying = (cause: CounterCause | null): boolean => cause !== null && cause !== 'correction'
export const emptyingCauses: readonly CounterCause[] = counterFeedCauses.filter(isEmptying)

/**
 * Returns the mass of a counter-feed, kg, zero or negative: at most the mass that the other counter-feeds leave of the
 * corrected feed. Null if the request exceeds this mass or nothing is left. For an emptied hopper the mass may be zero,
 * if the content was thrown away.
 */
export function calculateCounterKg(
  feedKg: number,
  counterKgs: readonly number[],
  requestedKg: number | null,
  cause: CounterCause = 'correction',
): number | null {
  const remainingKg = Math.round((feedKg + counterKgs.reduce((sum, kg) => sum + kg, 0)) * 1000) / 1000
  if (remainingKg < 0 || (remainingKg === 0 && !isEmptying(cause))) return null
  const kg = requestedKg === null ? remainingKg : requestedKg
  const isValidKg = isEmptying(cause) ? kg >= 0 : kg > 0
  // `0 - kg` returns 0 for an emptied hopper without content; `-kg` would return -0.
  return Number.isFinite(kg) && isValidKg && kg <= remainingKg + ROUNDING_TOLERANCE ? 0 - kg : null
}

/** States of a lot 批次. Quality decides on them; `concession` is a release in spite of a deviation. */
export const lotStates = ['quarantine', 'released', 'concession', 'blocked'] as const
export type LotState = (typeof lotStates)[number]
type LotDecisionCheck =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: 'sameState' | 'reasonMissing' }

/** Checks a decision on a lot. Only the release from quarantine needs no reason. */
export function checkLotDecision(
  currentState: LotState,
  decidedState: LotState,
  reason: string | null,
): LotDecisionCheck {
  if (currentState === decidedState) return { isAllowed: false, reason: 'sameState' }
  const isPlainRelease = currentState === 'quarantine' && decidedState === 'released'
  return isPlainRelease || reason?.trim() ? { isAllowed: true } : { isAllowed: false, reason: 'reasonMissing' }
}
/** States in which a lot may be fed. */
export const feedableStates = ['released', 'concession'] as const satisfies readonly LotState[]
/** Returns true if a lot in the state may be fed. */
export const isFeedable = (state: LotState): boolean => (feedableStates as readonly LotState[]).includes(state)

/** Number of days before expiry from which a lot is highlighted. */
export const EXPIRES_SOON_DAYS = 14
