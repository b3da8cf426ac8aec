/** Feeding 投料: every scan is one immutable line; what may be fed is checked before it is. Masses in kg. */

import { begun, mayProduce, type WorkOrderState } from '@/areas/orders/rules/work-order'
import { isUsable, type ApprovalState } from '@/areas/standards/rules/approval'
import type { HopperTakes } from '@/areas/equipment/rules/hopper'
import { isUsedTooEarly } from '@/plant/rules/chronology'
import type { LotState } from './lot'

export const materialKinds = ['main', 'sub', 'pack', 'mid', 'sur'] as const
export type MaterialKind = (typeof materialKinds)[number]

export interface Lot {
  readonly kind: MaterialKind
  readonly state: LotState
  /** The state was decided only after this feed was made: what is in the hopper by then can't be refused any more, but must stay traceable. */
  readonly decidedLater?: boolean
  /** Day of its receipt. */
  readonly receivedOn: string
  /** First day on which it may not be used any more; null: never. */
  readonly expiresOn: string | null
  /** Left of the lot; null when its stock is not kept. */
  readonly leftKg: number | null
}
export interface Standard {
  readonly approved: boolean
  /** Share of all that is fed to the order, in percent, by material; null: no limit. */
  readonly limits: readonly {
    readonly materialId: string
    readonly minPercent: number | null
    readonly maxPercent: number | null
  }[]
}
export interface Feed {
  readonly kind: MaterialKind
  readonly materialId: string
  readonly kg: number
  readonly lot: Lot | null
  /** The order's approved process standard; null when it has none. */
  readonly standard: Standard | null
  /** What was fed to the order so far and is in the web, by material, this feed not counted. */
  readonly fed: ReadonlyMap<string, number>
  readonly orderMayProduce: boolean
  readonly businessDate: string
  /** Day of the feed by the plant's clock; a night shift's business date is the day before. */
  readonly day: string
  /** What its package or its hopper holds, the larger; far more than that at once is a slip of weight. */
  readonly holdsKg: number
  /** What its hopper is for; null: anything, or packing, which goes into none. */
  readonly takes: HopperTakes | null
  /** The person may overrule what a hopper is for. */
  readonly mayOverrule: boolean
  /** Why the books or the hopper's purpose are overruled; null when nobody said. */
  readonly reason: string | null
}
/** Findings that are shown and kept with the line. */
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
/** Findings for which a feed is refused. */
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
const lifted: readonly FeedFinding['code'][] = ['belowZero', 'hopperForOther', 'notReceived']
/** Whether this person is asked for a reason: something forbids the feed that it lifts. */
export const asksReason = (findings: readonly FeedFinding[], mayOverrule: boolean): boolean =>
  findings.some(({ code }) => lifted.includes(code) && (mayOverrule || code !== 'hopperForOther'))
export interface FeedFinding {
  readonly code: (typeof feedWarnings)[number] | (typeof feedRefusals)[number]
  /** A warning is shown and kept with the line; anything else refuses. */
  readonly warning: boolean
  readonly limit?: number
  readonly value?: number
}
/** A fresh order's first bags say nothing of its ratio: below this mass ratios are not judged. */
const RATIO_FROM_KG = 200
/** More times what package or hopper holds is a slip of weight. */
const SLIP = 3

/** What goes in at once: the larger of its package and its hopper, whose size the plant may have set for all. In kg. */
export const holdsAtOnce = (
  { packageKg }: { readonly packageKg: number | null },
  hopper: { readonly capacityKg: number | null } | null,
  usual: { readonly hopperKg: number },
): number => Math.max(packageKg ?? 0, hopper?.capacityKg ?? usual.hopperKg)

/** Findings that are of the lot alone, whatever is fed of it and for which order. */
export type LotProblem = 'notReleased' | 'blocked' | 'expired'
/** Why nothing of a lot may be fed on a business date: known as soon as it is scanned. */
export const lotProblems = (lot: Pick<Lot, 'state' | 'expiresOn'>, businessDate: string): LotProblem[] => [
  ...(lot.state === 'blocked' ? (['blocked'] as const) : lot.state === 'quarantine' ? (['notReleased'] as const) : []),
  ...(lot.expiresOn !== null && lot.expiresOn <= businessDate ? (['expired'] as const) : []),
]

/** Checks a feed. Without a network a phone asks the same of what it knows, and the server asks again. */
export function checkFeed(feed: Feed): FeedFinding[] {
  const { lot, standard } = feed
  const found: FeedFinding[] = []
  const refuse = (code: FeedFinding['code'], more: Pick<FeedFinding, 'limit' | 'value'> = {}) =>
    found.push({ code, warning: false, ...more })
  const warn = (code: FeedFinding['code'], more: Pick<FeedFinding, 'limit' | 'value'> = {}) =>
    found.push({ code, warning: true, ...more })
  if (!Number.isFinite(feed.kg) || feed.kg <= 0) refuse('notPositive')
  else if (feed.kg > feed.holdsKg * SLIP) refuse('tooMuchAtOnce', { limit: feed.holdsKg, value: feed.kg })
  // It may be let in little by little: possible, and worth a look.
  else if (feed.kg > feed.holdsKg) warn('moreThanHolds', { limit: feed.holdsKg, value: feed.kg })
  if (!feed.orderMayProduce) refuse('orderNotRunning')
  if (lot === null) {
    if (needsLot(feed.kind)) refuse('noLot')
  } else {
    if (lot.kind !== feed.kind) refuse('wrongKind')
    for (const problem of lotProblems(lot, feed.businessDate))
      if (problem !== 'expired' && lot.decidedLater) warn('blockedSince')
      else refuse(problem)
    // A receipt may be entered with a later date than the bags came; without a reason the device's clock is more likely wrong.
    if (isUsedTooEarly(lot.receivedOn, feed.day)) {
      if (feed.reason?.trim()) warn('fedBeforeReceipt')
      else refuse('notReceived')
    }
    if (lot.leftKg !== null && feed.kg > lot.leftKg + 1e-9) {
      const more = { limit: lot.leftKg, value: feed.kg }
      if (feed.reason?.trim()) warn('moreThanLeft', more)
      else refuse('belowZero', more)
    }
  }
  if (feed.takes !== null && feed.takes !== feed.kind) {
    if (feed.mayOverrule && feed.reason?.trim()) warn('otherUse')
    else refuse('hopperForOther')
  }
  if (standard === null) warn('noStandard')
  else if (!standard.approved) refuse('notApproved')
  else found.push(...ratioFindings(feed, standard))
  return found
}
/** What a web is mostly made of is its resin. */
const namesResin = ({ limits }: Standard): boolean => limits.some(({ minPercent }) => (minPercent ?? 0) > 50)
function ratioFindings(feed: Feed, standard: Standard): FeedFinding[] {
  if (!inWeb(feed.kind)) return []
  const limit = standard.limits.find((l) => l.materialId === feed.materialId)
  // Masterbatch of another colour, or another resin than the one that the standard is made of: meltblown's into a spunbond
  // line. Recycled pellets and finish a standard need not name.
  if (!limit) {
    const isOther = feed.kind === 'sub' ? standard.limits.length > 0 : feed.kind === 'main' && namesResin(standard)
    return isOther ? [{ code: 'notInStandard', warning: true }] : []
  }
  const before = [...feed.fed.values()].reduce((sum, kg) => sum + kg, 0)
  const total = before + feed.kg
  if (total < RATIO_FROM_KG) return []
  const value = (((feed.fed.get(feed.materialId) ?? 0) + feed.kg) / total) * 100
  if (limit.maxPercent !== null && value > limit.maxPercent + 1e-9)
    return [{ code: 'aboveRatio', warning: true, limit: limit.maxPercent, value }]
  if (limit.minPercent !== null && value < limit.minPercent - 1e-9)
    return [{ code: 'belowRatio', warning: true, limit: limit.minPercent, value }]
  return []
}
/** The process standard a line's feeds are checked against: the one the order runs by, else a usable one made for the line, else one for all lines; null when there is none. */
export function standardFor<
  S extends {
    readonly id?: string
    readonly state: ApprovalState
    readonly newest: boolean
    readonly lineId: string | null
  },
>(standards: readonly S[], lineId: string | null, ofOrder: string | null = null): S | null {
  const usable = standards.filter(isUsable)
  return (
    usable.find((s) => ofOrder !== null && s.id === ofOrder) ??
    usable.find((s) => s.lineId !== null && s.lineId === lineId) ??
    usable.find((s) => s.lineId === null) ??
    null
  )
}
/** Packing is wrapped around the rolls: it counts neither in ratios nor in the mass balance. */
export const inWeb = (kind: MaterialKind): boolean => kind !== 'pack'
/** Everything but packing goes into a hopper of the line. */
export const needsHopper = inWeb
/** Recycled pellets and packing may come without a lot; resin, masterbatch and surfactant never do. */
export const needsLot = (kind: MaterialKind): boolean => kind === 'main' || kind === 'sub' || kind === 'sur'
/** Whether the order was being made at that moment; a phone's feed may arrive after the order ended. */
export const mayFeedAt = (
  order: { readonly state: WorkOrderState; readonly startedAt: string | null; readonly finishedAt: string | null },
  at: string,
): boolean =>
  mayProduce(order.state) ||
  (begun(order.state) &&
    order.startedAt !== null &&
    order.finishedAt !== null &&
    order.startedAt <= at &&
    at <= order.finishedAt)
export const refuses = (findings: readonly FeedFinding[]): boolean => findings.some((f) => !f.warning)

/** Why a counter-line was written: the line was wrong, or its hopper was emptied, for good or for another material. */
export const counterCauses = ['correction', 'emptied', 'changedOver'] as const
export type CounterCause = (typeof counterCauses)[number]
/** A correction holds from the moment of the line it corrects; what was taken out was inside until then. */
export const empties = (cause: CounterCause | null): boolean => cause !== null && cause !== 'correction'
export const emptyingCauses: readonly CounterCause[] = counterCauses.filter(empties)

/**
 * What a counter-line takes back: at most what the line and its counter-lines still say. Null when nothing is left of it.
 * Of an emptied hopper it may be nothing: what was inside was thrown away.
 */
export function counterKg(
  line: number,
  counters: readonly number[],
  wanted: number | null,
  cause: CounterCause = 'correction',
): number | null {
  const left = Math.round((line + counters.reduce((sum, kg) => sum + kg, 0)) * 1000) / 1000
  if (left < 0 || (left === 0 && !empties(cause))) return null
  const kg = wanted === null ? left : wanted
  const enough = empties(cause) ? kg >= 0 : kg > 0
  return Number.isFinite(kg) && enough && kg <= left + 1e-9 ? 0 - kg : null
}
