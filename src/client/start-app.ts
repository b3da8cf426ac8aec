import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { noticeResources, type NoticeName } from '@/contract/sync'
import { createQueryClient, refreshQueries, isFirstTaskRefusal, includesResource } from './api/query-client'
import { startApi, createOfflineAwareFetch } from './api/call-endpoint'
import { createLiveConnection } from './api/live-connection'
import { notify, notifyFailure, type NotificationAction } from './api/notify'
import { openExistingPhoneStore, waitForPainted, setSentListener, waitForSettled } from './api/phone'
import { getCurrentLanguage, startTexts } from './i18n/start-texts'
import { isSessionPersisted } from './session/persisted-session'
import { isSigningOut, setSigningOut } from './session/RequireSession'
import { subscribeToSession, restoreSession, saveSessionOnLeave, getSession } from './session/session'
import {
  refreshMenu,
  resumePersistedSession,
  resumePhoneStore,
  forgetEndedSession,
  requestPasswordAgain,
} from './session/sign-in'
import { watchFailedStyles } from './shell/failed-styles'
import { captureInstallOffer, requestPersistentStorage } from './shell/installation'
import { navigateTo, buildLoginAddress } from './shell/navigation'
import { handlePreloadErrors } from './shell/handle-preload-errors'
import { startWorker } from './shell/register-worker'
import { buildRowAddress } from './shell/row-address'
import { prefetchHomeCards } from './today/use-today-cards'
import { recordTrouble } from './ui/trouble'

/** Time, ms, between the first page being usable and the registration of the service worker. */
const WORKER_DELAY_MS = 2000

/** Starts everything that the first render depends on: texts, API client, session, live updates, service worker. */
export async function startApp(): Promise<QueryClient> {
  handlePreloadErrors()
  watchFailedStyles()
  captureInstallOffer()
  // The session is read while the texts are loading.
  const sessionRestoration = restoreSession() || resumePersistedSession().catch(handleRestoreFailure)
  if (isSessionPersisted()) void openExistingPhoneStore()
  const texts = await startTexts()
  const client = createQueryClient()
  startApi({
    fetch: createOfflineAwareFetch((...request) => fetch(...request)),
    getToken: () => getSession().token || null,
    getLanguage: getCurrentLanguage,
    t: (key, values) => texts.t(`client:${key}`, values ?? {}),
    isExpectedRefusal: isFirstTaskRefusal,
    showError: notifyFailure,
    onExpired: () => handleServerSignOut('/'),
    onUnauthorized: () => handleServerSignOut(buildLoginAddress(location)),
    verifyPassword: requestPasswordAgain,
  })
  saveSessionOnLeave()
  if (await sessionRestoration) {
    if (['/', '/home'].includes(location.pathname)) await prefetchHomeCards(getSession(), texts)
    void resumePhoneStore()
    void waitForPainted().then(refreshMenu)
  }
  void waitForPainted().then(() => startLiveUpdates(client, texts))
  texts.on('languageChanged', () => void client.invalidateQueries()) // display names are sent in the reader's language
  setSentListener((resources) => refreshQueries(client, (key) => includesResource(key, resources)))
  void waitForSettled().then(() =>
    setTimeout(() => {
      startWorker()
      requestPersistentStorage().catch((error: unknown) => recordTrouble('storage not asked to be kept', error))
    }, WORKER_DELAY_MS),
  )
  return client
}

/** Handles a sign-out by the server: forgets the session, keeps unsent work and opens the login page. */
function handleServerSignOut(address: string): void {
  // Several calls of a page may be refused. The first refusal has already redirected to the login page.
  if (!getSession().hasLogin && location.pathname === '/') return
  setSigningOut(true)
  if (getSession().hasLogin) forgetEndedSession()
  navigateTo(address)
}
function handleRestoreFailure(error: unknown): false {
  recordTrouble('persisted session not readable', error)
  return false
}

/** Builds the link from a notice to its row; undefined if the person has no page that opens the row. */
function buildNoticeLink(
  { notice, id }: { notice: NoticeName; id: string },
  texts: i18n,
): NotificationAction | undefined {
  const address = buildRowAddress(noticeResources[notice], { id })
  return address
    ? { label: texts.t('client:shell.openNotice'), onChoose: () => navigateTo(address, { replace: false }) }
    : undefined
}

/** Refreshes displayed data on live changes; connected while somebody is signed in. */
function startLiveUpdates(client: QueryClient, texts: i18n): void {
  const liveConnection = createLiveConnection({
    address: `${location.origin.replace(/^http/, 'ws')}/api/polling_check`,
    getToken: () => getSession().token || null,
    openSocket: (address) => new WebSocket(address),
    onChanged: (resources) => {
      refreshQueries(client, (key) => resources.length === 0 || includesResource(key, resources))
      if (resources.length === 0 || resources.includes('menu')) void refreshMenu() // the user's own permissions may have changed
    },
    onNotice: (notice) => void notify(notice.title[getCurrentLanguage()], 'info', buildNoticeLink(notice, texts)),
    onSignedOut: () => {
      if (!isSigningOut()) notifyFailure(texts.t('client:shell.endedElsewhere'))
      handleServerSignOut(buildLoginAddress(location))
    },
    showRefusal: notifyFailure,
  })
  const followSession = () => (getSession().hasLogin ? liveConnection.connect() : liveConnection.close())
  subscribeToSession(followSession)
  followSession()
}
