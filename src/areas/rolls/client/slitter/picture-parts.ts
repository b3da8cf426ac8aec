/** Geometry of the lanes chart: the width across in mm, the metres downwards with those wound last at the top. */
import { calculateLanePlaces, sumLaneWidths, type LaneGroup } from '@/areas/orders/rules/slitting-pattern'
import type { Defect } from '@/areas/rolls/rules/defect-map'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface Scale {
  readonly widthMm: number
  readonly lengthM: number
  readonly width: number
  readonly height: number
}
/** Minimum size of a drawn defect, px, so that a hole of 20 mm stays visible. */
const LEAST = 5

/** Converts mm from the operator's side to px from the left. */
export const xOf = (scale: Scale, mm: number): number => (mm / scale.widthMm) * scale.width
/** Converts metres from the start of winding to px from the top. */
export const yOf = (scale: Scale, metre: number): number => (1 - metre / scale.lengthM) * scale.height
/** Returns the box of a span of the jumbo, kept inside the chart. @param minSize px */
export function boxOf(
  scale: Scale,
  place: { fromM: number; toM: number; fromMm: number | null; toMm: number | null },
  least = 0,
): Box {
  const left = xOf(scale, place.fromMm ?? 0)
  const right = xOf(scale, place.toMm ?? (place.fromMm === null ? scale.widthMm : place.fromMm))
  const top = yOf(scale, Math.max(place.toM, place.fromM))
  const bottom = yOf(scale, place.fromM)
  const width = Math.max(least, right - left)
  const height = Math.max(least, bottom - top)
  return { x: Math.min(left, scale.width - width), y: Math.min(top, scale.height - height), width, height }
}
/** Returns the box of a defect, never below the minimum size. */
export const defectBox = (scale: Scale, defect: Defect): Box => boxOf(scale, defect, LEAST)

/** Returns the boxes of the lanes and of the trim at both edges. */
export function laneBoxes(
  scale: Scale,
  lanes: readonly LaneGroup[],
): {
  lanes: { lane: number; mm: number; x: number; width: number }[]
  trims: { x: number; width: number; mm: number }[]
} {
  const trimMm = Math.max(0, (scale.widthMm - sumLaneWidths(lanes)) / 2)
  const trim = xOf(scale, trimMm)
  return {
    lanes: calculateLanePlaces(lanes, scale.widthMm).map((place) => ({
      lane: place.lane,
      mm: place.width,
      x: xOf(scale, place.from),
      width: xOf(scale, place.width),
    })),
    trims:
      trimMm > 0
        ? [
            { x: 0, width: trim, mm: trimMm },
            { x: scale.width - trim, width: trim, mm: trimMm },
          ]
        : [],
  }
}
