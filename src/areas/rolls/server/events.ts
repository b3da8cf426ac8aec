/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Row } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import type { hold } from '../contract/hold'
import type { jumboRoll } from '../contract/jumbo-roll'

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
/** The scrapped metres count as waste of the cutting that left them. */
export const remnantScrapped = defineEvent<{ readonly roll: Row<typeof jumboRoll> }>(
  'remnantScrapped',
  'The remnant of a cut jumbo is scrapped.',
  { roll: 'the jumbo with its mass and metres, before it is scrapped' },
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
/** Rolls, waste or emptied hoppers whose stored lots were rewritten by a recount. */
export const storedLotsChanged = defineEvent<{ readonly ids: readonly string[] }>(
  'storedLotsChanged',
  'The stored lots of rolls, waste or emptied hoppers changed.',
  { ids: 'rolls, waste records and emptied hoppers with other lots than before' },
)

/** Active holds are extended to jumbos as soon as these are doffed, or contain other lots than before. */
export const jumboContentsChanged = defineEvent<{ readonly jumboRollIds: readonly string[] }>(
  'jumboContentsChanged',
  'Jumbos were doffed, or their stored lots changed.',
  { jumboRollIds: 'jumbos that active holds may reach now' },
)
/** Everything that contains the held item, or was made of it, is held with it. */
export const holdPlaced = defineEvent<{ readonly hold: Row<typeof hold> }>('holdPlaced', 'An item was put on hold.', {
  hold: 'the hold with its subject and reason; it has reached nothing yet',
})
/** The items of a released hold may be moved again. */
export const holdReleased = defineEvent<{ readonly holdId: string }>('holdReleased', 'A hold was released.', {
  holdId: 'the released hold',
})
/** Asked before a package is held, so that it cannot be shipped at the same time. @throws 4006 if it does not exist */
export const lockedPackageNumber = defineQuestion<{ readonly packageId: string }, string>(
  'lockedPackageNumber',
  'Which number does this package have? It stays locked until the end of the call.',
)
/** Asked when labels of packages were printed, because a package keeps the number and content of its printed labels. */
export const printedPackages = defineQuestion<{ readonly packageIds: readonly string[] }, number>(
  'printedPackages',
  'For how many of these packages was a printed label counted?',
)

/** All events, for the API documents. */
export const rollsEvents = [
  metresCut,
  lotsRecounted,
  remnantScrapped,
  downgradesRevoked,
  storedLotsChanged,
  jumboContentsChanged,
  holdPlaced,
  holdReleased,
]
/** All questions. The server does not start if one has no answerer. */
export const rollsQuestions = [certificatesOfGrade, lockedPackageNumber, printedPackages]
