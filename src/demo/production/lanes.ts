/** Which slit widths lie side by side on a jumbo, so that little is trimmed. */
import { rollDiameter } from '@/areas/rolls/rules/dimensions'
import type { Made } from './masters'

export interface Lane {
  readonly width: number
  readonly count: number
}
/** Least and most that is trimmed, as a share of the jumbo's width, and the lanes that a slitter has knives for. */
const LEAST_TRIM_MM = 40
const MOST_TRIM = 0.05
const MOST_LANES = 20
/** Slit rolls are no larger across: what the shafts, the wrapper and the customers' machines take. */
const WIDEST_ROLL_MM = 1250
const CORE_MM = 76

const known = new Map<string, readonly (readonly Lane[])[]>()
/** All slitting patterns of some widths that trim two to five percent of a jumbo, those of few widths first. */
export function fillings(widths: readonly number[], jumboMm: number): readonly (readonly Lane[])[] {
  const key = `${widths.join()} ${jumboMm}`
  const found = known.get(key)
  if (found) return found
  const all: Lane[][] = []
  const add = (i: number, left: number, lanes: readonly Lane[]): void => {
    const width = widths[i]
    if (width === undefined) {
      const rolls = lanes.reduce((n, l) => n + l.count, 0)
      if (rolls > 0 && rolls <= MOST_LANES && left + LEAST_TRIM_MM <= jumboMm * MOST_TRIM) all.push([...lanes])
      return
    }
    for (let count = 0; count * width <= left; count++)
      add(i + 1, left - count * width, count > 0 ? [...lanes, { width, count }] : lanes)
  }
  add(0, jumboMm - LEAST_TRIM_MM, [])
  all.sort((a, b) => a.length - b.length)
  known.set(key, all)
  return all
}
/** Into how many sets a jumbo of this length must be slit at least, in m, that no roll is too large across. */
export function leastSets({ thicknessMm }: Pick<Made, 'thicknessMm'>, jumboM: number): number {
  let sets = 1
  while (rollDiameter(jumboM / sets, thicknessMm, CORE_MM) > WIDEST_ROLL_MM) sets++
  return sets
}
