/** Rules for the rework 返修 of slit rolls: rewinding, reslitting, pelletising or regrading. Mass never grows. */
import { defineStateMachine } from '@/contract/state-machine'
import { roundToGram } from '@/plant/rules/quantity'

export const reworkKinds = ['rewind', 'reslit', 'pellets', 'regrade'] as const
export type ReworkKind = (typeof reworkKinds)[number]
/** True if this kind of rework makes new rolls. */
export const isRollProducing = (kind: ReworkKind): boolean => kind === 'rewind' || kind === 'reslit'

export const reworkLifecycle = defineStateMachine('rework', {
  states: ['done'],
  initial: 'done',
  actions: {
    rework: {
      from: [null],
      to: 'done',
      permission: 'productRepairAdd',
      requiredInputs: ['kind', 'slitRollId', 'reason'],
    },
  },
})

export interface ReworkPiece {
  readonly widthMm?: number | null
  readonly lengthM?: number | null
  readonly kg: number
}
export interface ReworkedRoll {
  readonly widthMm: number
  readonly lengthM: number
  /** Null until weighed. */
  readonly kg: number | null
}
/**
 * Reason why a roll cannot be reworked. `tooWide` also covers a rewind to another width. `sameWidth` means that
 * reslitting would make a piece as wide as the roll.
 */
export type ReworkProblem =
  | 'noWeight'
  | 'noPieces'
  | 'onePiece'
  | 'noMass'
  | 'tooHeavy'
  | 'tooWide'
  | 'sameWidth'
  | 'tooLong'
/**
 * Returns why a roll cannot be reworked into these pieces; null if it can. Masses are rounded to grams before they are
 * compared.
 */
export function findReworkProblem(
  kind: ReworkKind,
  roll: ReworkedRoll,
  pieces: readonly ReworkPiece[],
): ReworkProblem | null {
  if (roll.kg === null) return 'noWeight'
  if (!isRollProducing(kind)) return null
  if (pieces.length === 0) return 'noPieces'
  if (kind === 'rewind' && pieces.length > 1) return 'onePiece'
  if (pieces.some(({ kg }) => !(kg > 0))) return 'noMass'
  if (roundToGram(pieces.reduce((sum, { kg }) => sum + kg, 0)) > roundToGram(roll.kg)) return 'tooHeavy'
  if (pieces.some(({ lengthM }) => (lengthM ?? 0) > roll.lengthM)) return 'tooLong'
  const widths = pieces.map(({ widthMm }) => widthMm ?? roll.widthMm)
  if (kind === 'rewind') return widths[0] === roll.widthMm ? null : 'tooWide'
  if (widths.reduce((sum, width) => sum + width, 0) > roll.widthMm) return 'tooWide'
  return widths.some((width) => width >= roll.widthMm) ? 'sameWidth' : null
}
/**
 * Returns the mass of the rolls after rework, and the loss. A pelletised roll has neither; a regraded roll keeps its
 * mass.
 */
export function calculateReworkKg(
  kind: ReworkKind,
  kgIn: number,
  pieces: readonly ReworkPiece[],
): { kgOut: number; lossKg: number } {
  if (kind === 'pellets') return { kgOut: 0, lossKg: 0 }
  const kgOut = kind === 'regrade' ? kgIn : roundToGram(pieces.reduce((sum, { kg }) => sum + kg, 0))
  return { kgOut, lossKg: roundToGram(kgIn - kgOut) }
}
/** Returns the cost in CNY: as entered, else minutes by the hourly rate; null if neither is known. */
export const calculateReworkCost = (
  enteredCost: number | null,
  minutes: number | null,
  ratePerHour: number | null,
): number | null =>
  enteredCost ??
  (minutes !== null && ratePerHour !== null ? Math.round((minutes / 60) * ratePerHour * 100) / 100 : null)
