/**
 * Single sampling by attributes: GB/T 2828.1-2012, which is ISO 2859-1:1999. Lot size and inspection level determine a
 * code letter (table 1). Code letter, AQL and severity determine the sample size and the acceptance number (tables 2-A
 * normal, 2-B tightened, 2-C reduced).
 */
import { preferredAqls, type inspectionLevels } from '@/areas/standards/rules/material-standard'

export const severities = ['normal', 'tightened', 'reduced'] as const
export type InspectionSeverity = (typeof severities)[number]
export type InspectionLevel = (typeof inspectionLevels)[number]
export interface AttributePlan {
  /** Code letter of the plan that is used. After an arrow in the table it differs from the letter of the lot size. */
  readonly letter: string
  readonly sampleSize: number
  /** Acceptance number Ac and rejection number Re, in nonconforming pieces. */
  readonly accept: number
  readonly reject: number
}

/** Table 1: largest lot size of each row, and its letters by level. */
const codeLettersByLotSize: readonly (readonly [
  maxLotSize: number,
  letters: Readonly<Record<InspectionLevel, string>>,
])[] = (
  [
    [8, 'AAAAAAB'],
    [15, 'AAAAABC'],
    [25, 'AABBBCD'],
    [50, 'ABBCCDE'],
    [90, 'BBCCCEF'],
    [150, 'BBCDDFG'],
    [280, 'BCDEEGH'],
    [500, 'BCDEFHJ'],
    [1200, 'CCEFGJK'],
    [3200, 'CDEGHKL'],
    [10_000, 'CDFGJLM'],
    [35_000, 'CDFHKMN'],
    [150_000, 'DEGJLNP'],
    [500_000, 'DEGJMPQ'],
    [Infinity, 'DEHKNQR'],
  ] as const
).map(([maxLotSize, letters]) => {
  const [S1, S2, S3, S4, I, II, III] = [...letters] as [string, string, string, string, string, string, string]
  return [maxLotSize, { S1, S2, S3, S4, I, II, III }]
})
/** Returns the code letter for a lot size and level. */
export const getCodeLetter = (lotSize: number, level: InspectionLevel): string =>
  codeLettersByLotSize.find(([maxLotSize]) => lotSize <= maxLotSize)![1][level]

/** Row `S` exists only for tightened inspection. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRS'
const fullSampleSizes = [2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800, 1250, 2000, 3150]
const sampleSizes: Readonly<Record<InspectionSeverity, readonly number[]>> = {
  normal: fullSampleSizes.slice(0, -1),
  tightened: fullSampleSizes,
  reduced: [2, 2, 2, 3, 5, 8, 13, 20, 32, 50, 80, 125, 200, 315, 500, 800],
}
/** Acceptance number, or an arrow to the next plan above or below. */
type PlanCell = number | 'up' | 'down'
/**
 * The tables are constant along their diagonals: the sum of letter index and AQL index determines the cell. Cells
 * before the first listed diagonal have an arrow down, cells after the last diagonal an arrow up.
 */
const cellsByDiagonal: Readonly<Record<InspectionSeverity, Readonly<Record<number, PlanCell>>>> = {
  normal: { 14: 0, 15: 'up', 16: 'down', 17: 1, 18: 2, 19: 3, 20: 5, 21: 7, 22: 10, 23: 14, 24: 21 },
  tightened: { 15: 0, 16: 'down', 17: 'down', 18: 1, 19: 2, 20: 3, 21: 5, 22: 8, 23: 12, 24: 18 },
  reduced: { 14: 0, 15: 'up', 16: 'down', 17: 'down', 18: 1, 19: 2, 20: 3, 21: 5, 22: 6, 23: 8, 24: 10 },
}
const FIRST_DIAGONAL = 14
/** Row S has a single plan; its other cells are empty. */
const DIAGONAL_OF_ROW_S = 18

function getPlanCell(severity: InspectionSeverity, row: number, column: number): PlanCell | null {
  if (row < 0 || row >= sampleSizes[severity].length) return null
  const diagonal = row + column
  if (CODE_LETTERS[row] === 'S') return diagonal === DIAGONAL_OF_ROW_S ? cellsByDiagonal.tightened[diagonal]! : null
  return cellsByDiagonal[severity][diagonal] ?? (diagonal <= FIRST_DIAGONAL ? 'down' : 'up')
}
/**
 * Returns the plan for a code letter. From an arrow cell, the first plan in the direction of the arrow applies, with
 * its sample size. If the arrow leads out of the table, the first plan in the other direction applies.
 * @throws RangeError for an AQL that is not one of the standard's columns for percent nonconforming
 */
export function getAttributePlanByLetter(letter: string, aql: number, severity: InspectionSeverity): AttributePlan {
  const column = preferredAqls.indexOf(aql)
  if (column < 0) throw new RangeError(`no AQL ${aql} in GB/T 2828.1`)
  const startRow = CODE_LETTERS.indexOf(letter)
  const startCell = getPlanCell(severity, startRow, column)
  const findPlanRow = (step: number): number | null => {
    for (let row = startRow; ; row += step) {
      const cell = getPlanCell(severity, row, column)
      if (cell === null) return null
      if (typeof cell === 'number') return row
    }
  }
  const arrowStep = startCell === 'up' ? -1 : 1
  const row = typeof startCell === 'number' ? startRow : (findPlanRow(arrowStep) ?? findPlanRow(-arrowStep))
  const accept = row === null ? null : getPlanCell(severity, row, column)
  if (row === null || typeof accept !== 'number') throw new RangeError(`no plan at ${letter}, AQL ${aql}`)
  return { letter: CODE_LETTERS[row]!, sampleSize: sampleSizes[severity][row]!, accept, reject: accept + 1 }
}
/** Returns the plan for a lot. If the sample size reaches the lot size, the whole lot is inspected. */
export function getAttributePlan(
  lotSize: number,
  level: InspectionLevel,
  aql: number,
  severity: InspectionSeverity,
): AttributePlan {
  const plan = getAttributePlanByLetter(getCodeLetter(lotSize, level), aql, severity)
  return { ...plan, sampleSize: Math.min(plan.sampleSize, lotSize) }
}
/** Returns the acceptance number in the same row of table 2-A, one AQL tighter; null if there is none. */
export function getTighterAcceptanceNumber(letter: string, aql: number): number | null {
  const column = preferredAqls.indexOf(aql) - 1
  const cell = column < 0 ? null : getPlanCell('normal', CODE_LETTERS.indexOf(letter), column)
  return typeof cell === 'number' ? cell : null
}
