/**
 * Runs first, before the packages are compiled. It starts to fetch the data that the first page needs, so that disk and
 * processor work in parallel. It imports nothing heavy and has no other effect. Later requests reuse the answers.
 */
import { getRememberedLanguage, loadTexts } from './i18n/load-texts'
import { isSessionPersisted, prefetchPersistedSession, getStoredUserId } from './session/persisted-session'

/** The later request reports the failure. */
const ignoreFailure = (promise: Promise<unknown>): void => {
  promise.catch(() => undefined)
}

const hasTabSession = getStoredUserId() !== null // this tab's session takes precedence over a persisted one
if (!hasTabSession && isSessionPersisted()) prefetchPersistedSession()
// A phone with a persisted session has a store, and the home page displays its content.
if (isSessionPersisted()) ignoreFailure(import('./api/phone-store'))
ignoreFailure(loadTexts(getRememberedLanguage(), 'client'))
