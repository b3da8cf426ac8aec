import type { FeedFinding } from '../../rules/feed'

/** Fields of a feed that can have findings. */
export const places = ['lot', 'kg', 'order', 'hopper'] as const
export type Place = (typeof places)[number]
const placeOf: Readonly<Record<FeedFinding['code'], Place>> = {
  noLot: 'lot',
  wrongKind: 'lot',
  notReleased: 'lot',
  blocked: 'lot',
  expired: 'lot',
  notReceived: 'lot',
  fedBeforeReceipt: 'lot',
  blockedSince: 'lot',
  notPositive: 'kg',
  tooMuchAtOnce: 'kg',
  belowZero: 'kg',
  moreThanLeft: 'kg',
  moreThanHolds: 'kg',
  aboveRatio: 'kg',
  belowRatio: 'kg',
  orderNotRunning: 'order',
  noStandard: 'order',
  notApproved: 'order',
  notInStandard: 'order',
  hopperForOther: 'hopper',
  otherUse: 'hopper',
}
/** Groups findings by the field at which they are displayed. */
export function byPlace(findings: readonly FeedFinding[]): Readonly<Record<Place, readonly FeedFinding[]>> {
  const at = (place: Place) => findings.filter(({ code }) => placeOf[code] === place)
  return { lot: at('lot'), kg: at('kg'), order: at('order'), hopper: at('hopper') }
}
