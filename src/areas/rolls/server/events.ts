/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '@/plant/rules/plant-time'
import type { PelletsOfLot } from './queries/reach-sql'

/** Metres of a cut set; negative if taken back. */
export interface MetresCut {
  readonly slitterId: string
  /** Time at which the set was doffed, also if it is taken back later. */
  readonly at: Moment
  readonly metres: number
}
/** Wear parts of a slitter age with the metres that the slitter cuts. */
export const metresCut = defineEvent<MetresCut>('metresCut', 'A set was doffed on a slitter, or its doff was undone.', {
  slitterId: 'slitter that cut them',
  at: 'when the set was doffed',
  metres: 'length of the set; negative if the doff was undone',
})
/** Rolls of an order that are about to be shipped. */
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
/** A slit roll and its position in its jumbo, in m and mm of the jumbo. */
export interface CheckedRoll {
  readonly id: string
  readonly jumboRollId: string
  readonly lane: number
  readonly fromMm: number
  readonly widthMm: number
  readonly fromM: number
  readonly toM: number
}
/** Asked so that people are warned of rolls with a failed check, which would otherwise be shipped. */
export const rollsWithFailedChecks = defineQuestion<{ rolls: readonly CheckedRoll[] }, readonly string[]>(
  'rollsWithFailedChecks',
  'Which of these slit rolls have a failed check without a downgrade? It may be a check of the roll or of its place on the jumbo.',
)
/** Rolls with the grade that they are about to have. */
export interface GradedRolls {
  readonly rolls: readonly { readonly id: string; readonly orderId: string | null; readonly grade: string }[]
}
/** Asked before rolls get another grade, because the content of a valid certificate must stay true. */
export const certificatesOfGrade = defineQuestion<GradedRolls, readonly string[]>(
  'certificatesOfGrade',
  'Which valid certificates, by number, state another grade for one of these rolls than it is about to have?',
)
/**
 * Rolls or waste of orders contain other lots than counted before, e.g. because a feed or a roll was reported late or
 * removed.
 */
export const lotsRecounted = defineEvent<{ readonly orderIds: readonly string[] }>(
  'lotsRecounted',
  'A recount changed the lots in rolls and waste of orders.',
  { orderIds: 'orders whose rolls or waste contain other lots than before' },
)
/** Identifies a downgrade: metres of the roll, grade and defect. */
interface DowngradedSection {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
/** Downgrades of a jumbo or of one slit roll that are no longer valid. */
export interface RevokedDowngrades {
  readonly jumboRollId: string
  /** The slit roll and its position on the jumbo; null for downgrades of the jumbo itself. */
  readonly slit: {
    readonly id: string
    readonly lane: number
    readonly fromM: number
    readonly toM: number
    readonly fromMm: number
    readonly widthMm: number
  } | null
  /** The revoked downgrades, with the kg of each. */
  readonly lines: readonly (DowngradedSection & { readonly kg: number })[]
  /** The downgrade that replaces the revoked downgrades; null if they were taken back. */
  readonly by: DowngradedSection | null
  readonly at: Moment
}
/** Areas that caused a downgrade learn that it is no longer valid. */
export const downgradesRevoked = defineEvent<RevokedDowngrades>(
  'downgradesRevoked',
  'Downgrades of a roll were revoked, or replaced after rework.',
  {
    jumboRollId: 'the downgraded jumbo, or the jumbo of the slit roll',
    slit: 'the downgraded slit roll with its lane and position on the jumbo; null for the jumbo itself',
    lines: 'the downgrades with their kg',
    by: 'the downgrade that replaces them; null if they were revoked',
    at: 'when they became invalid',
  },
)
/** Asked by holds on a lot, because pellets made of its trim contain it too. */
export const pelletsWithLot = defineQuestion<{ readonly lotId: string }, readonly PelletsOfLot[]>(
  'pelletsWithLot',
  'Which pellet lots contain this lot by their recorded sources, and with which share?',
)
/** Rolls, waste or emptied hoppers whose stored lots were rewritten by a recount. */
export const storedLotsChanged = defineEvent<{ readonly ids: readonly string[] }>(
  'storedLotsChanged',
  'The stored lots of rolls, waste or emptied hoppers changed.',
  { ids: 'rolls, waste records and emptied hoppers with other lots than before' },
)

/** All events, for the API documents. */
export const rollsEvents = [metresCut, lotsRecounted, downgradesRevoked, storedLotsChanged]
/** All questions. The server does not start if one has no answerer. */
export const rollsQuestions = [unreleasedRolls, rollsWithFailedChecks, certificatesOfGrade, pelletsWithLot]
