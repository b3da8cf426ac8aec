/**
 * Runs first, before the packages are compiled: starts to fetch what the first page needs, so that disk and processor
 * work in parallel. It imports nothing heavy and has no other effect; the later requests reuse these.
 */
import { rememberedLanguage, textsOf } from './i18n/texts'
import { isKept, readKeptAhead } from './session/kept'
import { storedUserId } from './session/stored'

const unasked = (promise: Promise<unknown>): void => {
  promise.catch(() => undefined)
} // reported by the later request

const here = storedUserId() !== null // this tab's session takes precedence over a persisted one
if (!here && isKept()) readKeptAhead()
// A phone with a persisted session has a store, and home displays its content.
if (isKept()) unasked(import('./api/phone-store'))
unasked(textsOf(rememberedLanguage(), 'client'))
