/** Colours in CIE L*a*b* and their differences. */

export interface LabColor {
  /** Lightness, 0 to 100. */
  readonly l: number
  /** Green to red. */
  readonly a: number
  /** Blue to yellow. */
  readonly b: number
}

/** Calculates ΔE*ab of 1976, the Euclidean distance of two colours (ISO/CIE 11664-4). */
export const calculateDeltaE76 = (one: LabColor, other: LabColor): number =>
  Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)

const toDegrees = (radians: number): number => (radians * 180) / Math.PI
const toRadians = (angle: number): number => (angle * Math.PI) / 180
const CHROMA_CONSTANT = 25 ** 7
/** Weight of chroma: 0 for greys, approaching 1 for high chroma. */
const weighChroma = (c: number): number => Math.sqrt(c ** 7 / (c ** 7 + CHROMA_CONSTANT))
const getHue = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (toDegrees(Math.atan2(b, a)) + 360) % 360)

/**
 * Calculates ΔE00 (CIEDE2000, ISO/CIE 11664-6) with kL = kC = kH = 1 and hues on either side of 0° treated as in the
 * source.
 * @see G. Sharma, W. Wu, E. N. Dalal, Color Research and Application 30 (2005)
 */
export function calculateDeltaE2000(one: LabColor, other: LabColor): number {
  const g = 0.5 * (1 - weighChroma((Math.hypot(one.a, one.b) + Math.hypot(other.a, other.b)) / 2))
  const [a1, a2] = [(1 + g) * one.a, (1 + g) * other.a]
  const [c1, c2] = [Math.hypot(a1, one.b), Math.hypot(a2, other.b)]
  const [h1, h2] = [getHue(a1, one.b), getHue(a2, other.b)]
  const hasGrey = c1 * c2 === 0
  const hueDifference = hasGrey ? 0 : normalizeHueDifference(h2 - h1)
  const dL = other.l - one.l
  const dC = c2 - c1
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(toRadians(hueDifference) / 2)

  const l = (one.l + other.l) / 2
  const c = (c1 + c2) / 2
  const h = hasGrey ? h1 + h2 : calculateMeanHue(h1, h2)
  const t =
    1 -
    0.17 * Math.cos(toRadians(h - 30)) +
    0.24 * Math.cos(toRadians(2 * h)) +
    0.32 * Math.cos(toRadians(3 * h + 6)) -
    0.2 * Math.cos(toRadians(4 * h - 63))
  const sL = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const sC = 1 + 0.045 * c
  const sH = 1 + 0.015 * c * t
  const rT = -Math.sin(toRadians(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * 2 * weighChroma(c)
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH))
}
/** Reduces a difference of hues to the shorter way round, in degrees. */
const normalizeHueDifference = (difference: number): number =>
  Math.abs(difference) <= 180 ? difference : difference > 180 ? difference - 360 : difference + 360
const calculateMeanHue = (h1: number, h2: number): number =>
  Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2
