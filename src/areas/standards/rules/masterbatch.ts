/** Calibration of a masterbatch: how much of it a line adds, and how far the colour that comes out is from the master. */
import { deltaE2000, deltaE76, type Lab } from './colour'
import { again, type ContentProblem } from './content'

/** Which difference is held against the tolerance. */
export const formulas = ['cie76', 'ciede2000'] as const

export interface Measured {
  readonly takenOn: string | null
  readonly lineId: string | null
  readonly l: number
  readonly a: number
  readonly b: number
  /** Against the master; null until that is known. */
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

/** Each measurement with how far it is from the master, in both formulas, to hundredths. */
export function differences({ measured, ...content }: Master & Pick<MasterbatchContent, 'measured'>): Measured[] {
  const master = masterOf(content)
  return measured.map((one) => ({
    ...one,
    deltaE: master && hundredths(deltaE76(master, one)),
    deltaE2000: master && hundredths(deltaE2000(master, one)),
  }))
}
/** The farthest measurement by the formula that the calibration is judged by; null without a measurement or a master. */
export function worstOf(content: Master & Pick<MasterbatchContent, 'measured' | 'formula'>): number | null {
  const all = differences(content).map((one) => (content.formula === 'ciede2000' ? one.deltaE2000 : one.deltaE))
  return all.reduce<number | null>(
    (worst, one) => (one !== null && (worst === null || one > worst) ? one : worst),
    null,
  )
}

/** What is wrong with it: a line twice, part of a master colour. */
export function masterbatchProblems({ additions, ...content }: MasterbatchContent): ContentProblem[] {
  const master = ['masterL', 'masterA', 'masterB'] as const
  const missing = master.filter((name) => content[name] === null)
  return [
    ...additions.flatMap((_, i) => again(additions, i, ({ lineId }) => lineId, ['additions', i, 'lineId'])),
    ...(missing.length < master.length ? missing.map((name) => ({ path: [name], code: 'missing' as const })) : []),
  ]
}
/** How far the farthest measurement is beyond what is allowed; null where it is not, or where nobody can tell yet. */
export function beyondTolerance(
  content: Master & Pick<MasterbatchContent, 'measured' | 'formula' | 'tolerance'>,
): { readonly worst: number; readonly tolerance: number } | null {
  const { tolerance } = content
  // A form under way has lines with nothing in them.
  const measured = content.measured.filter((one) => [one.l, one.a, one.b].every(Number.isFinite))
  const worst = worstOf({ ...content, measured })
  return tolerance !== null && worst !== null && worst > tolerance ? { worst, tolerance } : null
}
/** Why it cannot be handed to its approvers, or null. */
export function masterbatchUnready(content: MasterbatchContent): 'empty' | 'outOfTolerance' | null {
  if (content.additions.length === 0 || masterOf(content) === null || content.measured.length === 0) return 'empty'
  return beyondTolerance(content) ? 'outOfTolerance' : null
}
