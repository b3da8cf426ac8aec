/** Where things stand in the picture of a jumbo: across is its width in mm, down are its metres, wound last at the top. */
import { lanePlaces, lanesWidth, type Lanes } from '@/areas/orders/rules/slitting-pattern'
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
/** Nothing is drawn smaller than this, px: a hole of 20 mm has to be seen. */
const LEAST = 5

export const xOf = (scale: Scale, mm: number): number => (mm / scale.widthMm) * scale.width
export const yOf = (scale: Scale, metre: number): number => (1 - metre / scale.lengthM) * scale.height
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
export const defectBox = (scale: Scale, defect: Defect): Box => boxOf(scale, defect, LEAST)

/** The lanes with the trim of both edges beside them. */
export function laneBoxes(
  scale: Scale,
  lanes: readonly Lanes[],
): {
  lanes: { lane: number; mm: number; x: number; width: number }[]
  trims: { x: number; width: number; mm: number }[]
} {
  const trimMm = Math.max(0, (scale.widthMm - lanesWidth(lanes)) / 2)
  const trim = xOf(scale, trimMm)
  return {
    lanes: lanePlaces(lanes, scale.widthMm).map((place) => ({
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
