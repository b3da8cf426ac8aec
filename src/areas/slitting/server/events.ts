/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '@/plant/rules/plant-time'

/** Metres of a cut set; negative if taken back. */
export interface MetresCut {
  readonly slitterId: string
  /** Time at which the set was doffed, even if the event reports that the set is taken back. */
  readonly at: Moment
  readonly metres: number
}
/** Wear parts of a slitter age with the metres that the slitter cuts. */
export const metresCut = defineEvent<MetresCut>('metresCut', 'A set was doffed on a slitter, or its doff was undone.', {
  slitterId: 'slitter that cut them',
  at: 'when the set was doffed',
  metres: 'length of the set; negative if the doff was undone',
})
/** Rolls that are about to get another grade, with their present grade. */
export interface GradedRolls {
  readonly rolls: readonly { readonly id: string; readonly orderId: string | null; readonly grade: string }[]
}
/** Asked before rolls get another grade, because the content of a valid certificate must stay true. */
export const certificatesOfGrade = defineQuestion<GradedRolls, readonly string[]>(
  'certificatesOfGrade',
  'Which valid certificates, by number, state another grade for one of these rolls than it is about to have?',
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

/** All events, for the API documents. */
export const slittingEvents = [metresCut, downgradesRevoked]
/** All questions. The server does not start if one has no answerer. */
export const slittingQuestions = [certificatesOfGrade]
