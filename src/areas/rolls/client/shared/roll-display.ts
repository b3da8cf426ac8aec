import type { TFunction } from 'i18next'
import type { Tones } from '@/contract/state-machine'
import type { JumboState } from '../../rules/jumbo-roll'
import type { Grade } from '../../rules/grade'
import type { WinderRoll } from './winder-state'

/** Returns the number of a roll, or a text until the server has assigned the number. */
export const formatRollName = (roll: Pick<WinderRoll, 'number' | 'state'>, t: TFunction<'rolls'>): string =>
  roll.number ?? t(roll.state === 'winding' ? 'pages.winder.onWinder' : 'pages.winder.numberFollows')
export const jumboStateTones: Tones<JumboState> = {
  winding: 'active',
  uncut: 'wait',
  slitting: 'active',
  remnant: 'wait',
  cut: 'ok',
  consumed: 'ok',
  scrapped: 'bad',
  deleted: 'idle',
}
export const gradeTones: Tones<Grade> = { good: 'ok', downgraded: 'warn', waste: 'bad' }
