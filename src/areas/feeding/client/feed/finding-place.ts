import type { FeedFinding } from '../../rules/feed'

/** Fields of a feed that can have findings. */
export const findingPlaces = ['lot', 'kg', 'order', 'hopper'] as const
export type FindingPlace = (typeof findingPlaces)[number]
const PLACE_BY_CODE: Readonly<Record<FeedFinding['code'], FindingPlace>> = {
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
export function groupFindingsByPlace(
  findings: readonly FeedFinding[],
): Readonly<Record<FindingPlace, readonly FeedFinding[]>> {
  const filterByPlace = (place: FindingPlace) => findings.filter(({ code }) => PLACE_BY_CODE[code] === place)
  return {
    lot: filterByPlace('lot'),
    kg: filterByPlace('kg'),
    order: filterByPlace('order'),
    hopper: filterByPlace('hopper'),
  }
}
