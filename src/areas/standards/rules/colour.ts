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
export const calculateDeltaE76 = (color1: LabColor, color2: LabColor): number =>
  Math.hypot(color1.l - color2.l, color1.a - color2.a, color1.b - color2.b)

const radiansToDegrees = (radians: number): number => (radians * 180) / Math.PI
const degreesToRadians = (angle: number): number => (angle * Math.PI) / 180
const CHROMA_CONSTANT = 25 ** 7
/** Weight of chroma: 0 for greys, approaching 1 for high chroma. */
const calculateChromaWeight = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + CHROMA_CONSTANT))
/** Returns the hue in degrees, 0 to 360; 0 for grey. */
const calculateHue = (greenRed: number, blueYellow: number): number =>
  greenRed === 0 && blueYellow === 0 ? 0 : (radiansToDegrees(Math.atan2(blueYellow, greenRed)) + 360) % 360

/**
 * Calculates ΔE00 (CIEDE2000, ISO/CIE 11664-6) with kL = kC = kH = 1. Variables are named after the symbols of the
 * paper, which also describes hues on either side of 0°.
 * @see G. Sharma, W. Wu, E. N. Dalal, Color Research and Application 30 (2005)
 */
export function calculateDeltaE2000(color1: LabColor, color2: LabColor): number {
  const g = 0.5 * (1 - calculateChromaWeight((Math.hypot(color1.a, color1.b) + Math.hypot(color2.a, color2.b)) / 2))
  const [a1, a2] = [(1 + g) * color1.a, (1 + g) * color2.a]
  const [c1, c2] = [Math.hypot(a1, color1.b), Math.hypot(a2, color2.b)]
  const [h1, h2] = [calculateHue(a1, color1.b), calculateHue(a2, color2.b)]
  const hasGrey = c1 * c2 === 0
  const hueDifference = hasGrey ? 0 : toShorterHueDifference(h2 - h1)
  const dL = color2.l - color1.l
  const dC = c2 - c1
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin(degreesToRadians(hueDifference) / 2)

  const l = (color1.l + color2.l) / 2
  const c = (c1 + c2) / 2
  const h = hasGrey ? h1 + h2 : calculateMeanHue(h1, h2)
  const t =
    1 -
    0.17 * Math.cos(degreesToRadians(h - 30)) +
    0.24 * Math.cos(degreesToRadians(2 * h)) +
    0.32 * Math.cos(degreesToRadians(3 * h + 6)) -
    0.2 * Math.cos(degreesToRadians(4 * h - 63))
  const sL = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const sC = 1 + 0.045 * c
  const sH = 1 + 0.015 * c * t
  const rT = -Math.sin(degreesToRadians(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * 2 * calculateChromaWeight(c)
  return Math.sqrt((dL / sL) ** 2 + (dC / sC) ** 2 + (dH / sH) ** 2 + rT * (dC / sC) * (dH / sH))
}
/** Reduces a difference of hues to the shorter way round, in degrees. */
const toShorterHueDifference = (difference: number): number =>
  Math.abs(difference) <= 180 ? difference : difference > 180 ? difference - 360 : difference + 360
/** Returns the mean of two hues on the shorter way round, in degrees. */
const calculateMeanHue = (h1: number, h2: number): number =>
  Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2
