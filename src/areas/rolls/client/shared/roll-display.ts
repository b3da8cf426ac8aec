import type { TFunction } from 'i18next'
import type { Tones } from '@/contract/state-machine'
import type { JumboState } from '../../rules/jumbo-roll'
import type { Grade, SlitState, CuttingState } from '../../rules/slit-roll'
import type { WinderRoll } from '../winder/winder-state'

/** Returns the roll's number; a roll doffed offline gets it once it is sent. */
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

/** Tone of each state, for colour and icon; the text comes from the locale. */
export const slitTones: Tones<SlitState> = {
  made: 'active',
  packed: 'ok',
  stored: 'ok',
  shipped: 'ok',
  recycled: 'idle',
  reworked: 'idle',
  undone: 'idle',
}
export const cuttingTones: Tones<CuttingState> = { open: 'active', finished: 'ok', undone: 'idle' }
