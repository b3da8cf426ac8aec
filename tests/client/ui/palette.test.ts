import { describe, expect, it } from 'vitest'
import { SERIES_COLORS } from '@/client/ui/charts/palette'

type Triple = readonly [number, number, number]
/** Simulation of color vision in linear RGB. @see Machado, Oliveira, Fernandes 2009, severity 1 */
const VISION: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const toLinear = (color: string): Triple => {
  const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
  const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return [linear[0]!, linear[1]!, linear[2]!]
}
const toLuminance = ([red, green, blue]: Triple) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
/** Returns the CIE L*a*b* coordinates, whose distances follow the differences that people see. */
function toLab([red, green, blue]: Triple): Triple {
  const curve = (share: number) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116)
  const x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
  const y = curve(toLuminance([red, green, blue]))
  const z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const simulate = (color: string, vision: string): Triple => {
  const rgb = toLinear(color)
  const rows = VISION[vision]!.map((row) =>
    Math.min(1, Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])),
  )
  return toLab([rows[0]!, rows[1]!, rows[2]!])
}
const BACKGROUNDS = { light: '#ffffff', dark: '#1b2027' } as const

describe.each(['light', 'dark'] as const)('series colors of the %s theme', (theme) => {
  it.each(Object.keys(VISION))('differ with %s', (vision) => {
    const labs = SERIES_COLORS[theme].map((color) => simulate(color, vision))
    const distances = labs.flatMap((first, index) =>
      labs.slice(index + 1).map((second) => Math.hypot(...first.map((part, axis) => part - second[axis]!))),
    )
    expect(Math.min(...distances)).toBeGreaterThan(15)
  })
  it('stand out from the background', () => {
    const ground = toLuminance(toLinear(BACKGROUNDS[theme]))
    for (const color of SERIES_COLORS[theme]) {
      const [dark, light] = [ground, toLuminance(toLinear(color))].sort((a, b) => a - b)
      expect((light! + 0.05) / (dark! + 0.05)).toBeGreaterThan(3)
    }
  })
})
