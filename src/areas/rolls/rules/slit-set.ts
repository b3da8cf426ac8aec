/** What a set of the slitter is: which slit rolls come off, from where on the jumbo, with which of its defects. */
import { lanePlaces, type Lanes } from '@/areas/orders/rules/slitting-pattern'
import { defectsIn, type Defect } from './defect-map'
import { webKg } from '@/areas/orders/rules/web'
import type { Downgrade } from './slit-roll'

export interface OrderedLanes extends Lanes {
  readonly workOrderId: string | null
}
/** Where a slit roll lies on its jumbo: metres from the start of winding, mm from the operator's side. */
export interface RollPlace {
  readonly fromM: number
  readonly toM: number
  readonly fromMm: number
  readonly widthMm: number
}
export interface LaneRoll extends RollPlace {
  readonly lane: number
  readonly workOrderId: string | null
}

const gram = (kg: number): number => Math.round(kg * 1000) / 1000
const decimetre = (metres: number): number => Math.round(metres * 10) / 10

/** The metres the next set takes: the slitter unwinds from the outside, so it is the end of what is left. */
export const nextSpan = (leftM: number, lengthM: number): { fromM: number; toM: number } => ({
  fromM: Math.max(0, decimetre(leftM - lengthM)),
  toM: decimetre(leftM),
})

/** Whether a set that was doffed with so many metres left begins where the jumbo now ends. */
export const beginsAt = (seenM: number, leftM: number): boolean => decimetre(seenM) === decimetre(leftM)

/** Every lane of a set with its order, from the operator's side. */
export function laneRolls(
  lanes: readonly OrderedLanes[],
  jumboWidth: number,
  span: { fromM: number; toM: number },
): LaneRoll[] {
  const orders = lanes.flatMap((l) => Array.from({ length: l.count }, () => l.workOrderId))
  return lanePlaces(lanes, jumboWidth).map((place, i) => ({
    lane: place.lane,
    fromMm: Math.round(place.from),
    widthMm: place.width,
    ...span,
    workOrderId: orders[i] ?? null,
  }))
}

/**
 * Metres of the jumbo as metres of the slit roll: what was wound last on the jumbo is wound first on the slit roll.
 * @returns null when they do not touch
 */
function ownMetres(place: RollPlace, span: { fromM: number; toM: number }): { fromM: number; toM: number } | null {
  const from = Math.max(span.fromM, place.fromM)
  const to = Math.min(Math.max(span.toM, span.fromM), place.toM)
  return from > to ? null : { fromM: decimetre(place.toM - to), toM: decimetre(place.toM - from) }
}
/** Defects of the jumbo that lie in a slit roll, in the roll's own metres and mm. */
export function inheritedDefects<D extends Defect>(defects: readonly D[], place: RollPlace): D[] {
  return defects.flatMap((defect) => {
    const [hit] = defectsIn([defect], place, { from: place.fromMm, width: place.widthMm })
    const metres = hit ? ownMetres(place, hit) : null
    if (!hit || !metres) return []
    const mm = (at: number | null) => (at === null ? null : Math.min(place.widthMm, Math.max(0, at - place.fromMm)))
    return [{ ...defect, ...metres, fromMm: mm(hit.fromMm), toMm: mm(hit.toMm) }]
  })
}
/** Downgraded metres of the jumbo that every lane of a set inherits, in the roll's own metres. */
export function inheritedDowngrades<D extends Downgrade>(downgrades: readonly D[], place: RollPlace): D[] {
  return downgrades.flatMap((downgrade) => {
    const metres = ownMetres(place, downgrade)
    return metres && metres.toM > metres.fromM ? [{ ...downgrade, ...metres }] : []
  })
}

/** What is known of a jumbo to work the mass of its rolls out from: g/m², mm, m, kg. */
export interface WebOfJumbo {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
  readonly netKg: number | null
  readonly expectedKg: number | null
}
/** Mass that grammage, width and length give; without a grammage the roll's share of its jumbo. Null when neither is known. */
export function expectedRollKg(jumbo: WebOfJumbo, widthMm: number, lengthM: number): number | null {
  if (jumbo.gsm) return gram(webKg(jumbo.gsm, widthMm, lengthM))
  const whole = jumbo.netKg ?? jumbo.expectedKg
  return whole && jumbo.widthMm && jumbo.lengthM
    ? gram((whole * widthMm * lengthM) / (jumbo.widthMm * jumbo.lengthM))
    : null
}

/** Only the last set can be taken back: the metres of an earlier one lie under those of the later. */
export const mayUndoSet = (setNumber: number, made: readonly number[]): boolean => setNumber === Math.max(...made)

/** Rolls of a set that lie over a place across the web: where another can't have been. */
export const overlapping = <R extends { readonly fromMm: number; readonly widthMm: number }>(
  rolls: readonly R[],
  place: { readonly fromMm: number; readonly widthMm: number },
): R[] => rolls.filter((r) => r.fromMm < place.fromMm + place.widthMm && place.fromMm < r.fromMm + r.widthMm)
