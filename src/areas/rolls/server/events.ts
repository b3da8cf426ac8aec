/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Row } from '@/contract/resource'
import type { hold } from '../contract/hold'
import type { jumboRoll } from '../contract/jumbo-roll'

/**
 * Published when a recount gives other lots in the rolls or waste of orders, e.g. after a feed or a roll was reported
 * late or removed.
 */
export const lotsRecounted = defineEvent<{ readonly orderIds: readonly string[] }>(
  'lotsRecounted',
  'A recount changed the lots in rolls and waste of orders.',
  { orderIds: 'orders whose rolls or waste contain other lots than before' },
)
/** Published because the scrapped metres count as waste of the cutting that left them. */
export const remnantScrapped = defineEvent<{ readonly roll: Row<typeof jumboRoll> }>(
  'remnantScrapped',
  'The remnant of a cut jumbo is scrapped.',
  { roll: 'the jumbo with its mass and metres, before it is scrapped' },
)
/** Published when a recount rewrites the stored lots of rolls, waste or emptied hoppers. */
export const storedLotsChanged = defineEvent<{ readonly ids: readonly string[] }>(
  'storedLotsChanged',
  'The stored lots of rolls, waste or emptied hoppers changed.',
  { ids: 'rolls, waste records and emptied hoppers with other lots than before' },
)

/** Published because active holds may extend to a jumbo when it is doffed, or when its lots change. */
export const jumboContentsChanged = defineEvent<{ readonly jumboRollIds: readonly string[] }>(
  'jumboContentsChanged',
  'Jumbos were doffed, or their stored lots changed.',
  { jumboRollIds: 'jumbos that active holds may reach now' },
)
/** Published because everything that contains the held item, or was made of it, is held too. */
export const holdPlaced = defineEvent<{ readonly hold: Row<typeof hold> }>('holdPlaced', 'An item was put on hold.', {
  hold: 'the hold with its subject and reason; it has reached nothing yet',
})
/** Published because the items of a released hold may be moved again. */
export const holdReleased = defineEvent<{ readonly holdId: string }>('holdReleased', 'A hold was released.', {
  holdId: 'the released hold',
})
/** Number of a locked item, and when it was made; null if unknown. */
export interface LockedItem {
  readonly number: string
  readonly madeAt: string | null
}
/** Asked before a slit roll is held, so that it cannot be packed at the same time. @throws 4006 if it does not exist */
export const slitRollLock = defineQuestion<{ readonly slitRollId: string }, LockedItem>(
  'slitRollLock',
  'Which number does this slit roll have, and when was it made? It stays locked until the end of the call.',
)
/** Asked before a package is held, so that it cannot be shipped at the same time. @throws 4006 if it does not exist */
export const packageLock = defineQuestion<{ readonly packageId: string }, LockedItem>(
  'packageLock',
  'Which number does this package have, and when was it begun? It stays locked until the end of the call.',
)
/** Asked when labels of slit rolls were printed, because a roll stores the number and content of its printed labels. */
export const slitRollLabelCount = defineQuestion<{ readonly slitRollIds: readonly string[] }, number>(
  'slitRollLabelCount',
  'For how many of these slit rolls was a printed label counted?',
)
/**
 * Asked when labels of packages were printed, because a package stores the number and content of its printed labels.
 */
export const packageLabelCount = defineQuestion<{ readonly packageIds: readonly string[] }, number>(
  'packageLabelCount',
  'For how many of these packages was a printed label counted?',
)

/** All events, for the API documents. */
export const rollsEvents = [
  lotsRecounted,
  remnantScrapped,
  storedLotsChanged,
  jumboContentsChanged,
  holdPlaced,
  holdReleased,
]
/** All questions. The server does not start if one has no answerer. */
export const rollsQuestions = [slitRollLock, packageLock, slitRollLabelCount, packageLabelCount]
