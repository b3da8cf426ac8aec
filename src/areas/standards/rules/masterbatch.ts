/** Calibration of a masterbatch: addition per line, and colour difference from the master. */
import { deltaE2000, deltaE76, type Lab } from './colour'
import { again, type ContentProblem } from './content'

/** Colour difference formulas that the tolerance can apply to. */
export const formulas = ['cie76', 'ciede2000'] as const

export interface Measured {
  readonly takenOn: string | null
  readonly lineId: string | null
  readonly l: number
  readonly a: number
  readonly b: number
  /** ΔE*ab from the master; null without a complete master colour. */
  readonly deltaE: number | null
  readonly deltaE2000: number | null
}
export interface MasterbatchContent {
  readonly additions: readonly { readonly lineId: string; readonly percent: number }[]
  readonly masterL: number | null
  readonly masterA: number | null
  readonly masterB: number | null
  readonly formula: (typeof formulas)[number]
  readonly tolerance: number | null
  readonly measured: readonly Measured[]
}
type Master = Pick<MasterbatchContent, 'masterL' | 'masterA' | 'masterB'>

const masterOf = ({ masterL: l, masterA: a, masterB: b }: Master): Lab | null =>
  l === null || a === null || b === null ? null : { l, a, b }
const hundredths = (n: number): number => Math.round(n * 100) / 100

/** Returns the measurements with their difference from the master in both formulas, rounded to hundredths. */
export function differences({ measured, ...content }: Master & Pick<MasterbatchContent, 'measured'>): Measured[] {
  const master = masterOf(content)
  return measured.map((one) => ({
    ...one,
    deltaE: master && hundredths(deltaE76(master, one)),
    deltaE2000: master && hundredths(deltaE2000(master, one)),
  }))
}
/** Returns the largest difference by the chosen formula; null without a measurement or a master colour. */
export function worstOf(content: Master & Pick<MasterbatchContent, 'measured' | 'formula'>): number | null {
  const all = differences(content).map((one) => (content.formula === 'ciede2000' ? one.deltaE2000 : one.deltaE))
  return all.reduce<number | null>(
    (worst, one) => (one !== null && (worst === null || one > worst) ? one : worst),
    null,
  )
}

/** Finds duplicate lines and an incomplete master colour. */
export function masterbatchProblems({ additions, ...content }: MasterbatchContent): ContentProblem[] {
  const master = ['masterL', 'masterA', 'masterB'] as const
  const missing = master.filter((name) => content[name] === null)
  return [
    ...additions.flatMap((_, i) => again(additions, i, ({ lineId }) => lineId, ['additions', i, 'lineId'])),
    ...(missing.length < master.length ? missing.map((name) => ({ path: [name], code: 'missing' as const })) : []),
  ]
}
/** Returns the largest difference and the tolerance if it is exceeded; null if it is not or cannot be judged yet. */
export function beyondTolerance(
  content: Master & Pick<MasterbatchContent, 'measured' | 'formula' | 'tolerance'>,
): { readonly worst: number; readonly tolerance: number } | null {
  const { tolerance } = content
  // An unfinished form has empty lines.
  const measured = content.measured.filter((one) => [one.l, one.a, one.b].every(Number.isFinite))
  const worst = worstOf({ ...content, measured })
  return tolerance !== null && worst !== null && worst > tolerance ? { worst, tolerance } : null
}
/** Returns why the calibration cannot be submitted, or null. */
export function masterbatchUnready(content: MasterbatchContent): 'empty' | 'outOfTolerance' | null {
  if (content.additions.length === 0 || masterOf(content) === null || content.measured.length === 0) return 'empty'
  return beyondTolerance(content) ? 'outOfTolerance' : null
}
