/** Questions that this area asks the areas that depend on it. */
import { defineQuestion } from '@/server/events'

/** Rolls of an order that people are about to ship. */
export interface RollsToShip {
  readonly orderId: string
  readonly rolls: readonly { readonly id: string; readonly jumboRollId: string }[]
  /** Release condition of the product. */
  readonly condition: 'checked' | 'certified'
}
/** Asked before shipping, because goods are shipped only after quality has released them. */
export const unreleasedRolls = defineQuestion<RollsToShip, readonly string[]>(
  'unreleasedRolls',
  'Which of these rolls lack the passed check or the valid certificate that their product requires before shipping?',
)
/** A slit roll and its position on the jumbo: in mm across the web, and in m along the web. */
export interface CheckedRoll {
  readonly id: string
  readonly jumboRollId: string
  readonly lane: number
  readonly fromMm: number
  readonly widthMm: number
  readonly fromM: number
  readonly toM: number
}
/** Asked before shipping, so that people are warned of rolls with a failed check. */
export const rollsWithFailedChecks = defineQuestion<{ rolls: readonly CheckedRoll[] }, readonly string[]>(
  'rollsWithFailedChecks',
  'Which of these slit rolls have a failed check without a downgrade? It may be a check of the roll or of its place on the jumbo.',
)

/** All questions of this area. The server does not start if a question has no answerer. */
export const packingQuestions = [unreleasedRolls, rollsWithFailedChecks]
