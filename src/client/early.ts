/**
 * The first thing that runs, before the packages are even compiled: begins to fetch what the first page will wait for, so that
 * disk and processor work side by side. Imports nothing heavy, and changes nothing: whoever needs these things asks for them again.
 */
import { rememberedLanguage, textsOf } from './i18n/texts'
import { isKept, readKeptAhead } from './session/kept'
import { storedUserId } from './session/stored'

const unasked = (promise: Promise<unknown>): void => {
  promise.catch(() => undefined)
} // told when it is asked for in earnest

const here = storedUserId() !== null // this tab's own session comes before a kept one
if (!here && isKept()) readKeptAhead()
// A phone that somebody is kept signed in on has a store, and home shows what is in it.
if (isKept()) unasked(import('./api/phone-store'))
unasked(textsOf(rememberedLanguage(), 'client'))
