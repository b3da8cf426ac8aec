import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { noticeResources, type NoticeName } from '@/contract/sync'
import { isFirstTaskRefusal } from './api/first-task'
import { startApi } from './api/call-endpoint'
import { includesResource } from './api/query-keys'
import { createLiveConnection } from './api/live-connection'
import { notify, notifyFailure, type NotificationLink } from './api/notify'
import { openPhoneAhead, waitForPainted, setSentListener, waitForSettled } from './api/phone'
import { createQueryClient, refreshQueries } from './api/query-client'
import { createOfflineAwareFetch } from './api/offline-aware-fetch'
import { getCurrentLanguage, startTexts } from './i18n/start-texts'
import { isSessionPersisted } from './session/persisted-session'
import { isLeaving, setLeaving } from './session/RequireSession'
import { subscribeToSession, restoreSession, saveSessionOnLeave, getSession } from './session/session'
import { requestPasswordAgain } from './session/request-password-again'
import { refreshMenu, resumePersistedSession, resumePhone, forgetEndedSession } from './session/sign-in'
import { watchFailedStyles } from './shell/failed-styles'
import { captureInstallOffer } from './shell/install-offer'
import { requestPersistentStorage } from './shell/persistent-storage'
import { goTo, buildLoginAddress } from './shell/navigation'
import { handlePreloadErrors } from './shell/handle-preload-errors'
import { startWorker } from './shell/register-worker'
import { buildRowAddress } from './shell/row-address'
import { prefetchHomeCards } from './today/use-today-cards'
import { recordTrouble } from './ui/trouble'

/** Connects texts, API, session, live updates and service worker; everything the first render depends on. */
export async function startApp(): Promise<QueryClient> {
  handlePreloadErrors()
  watchFailedStyles()
  captureInstallOffer()
  const restored = restoreSession() || resumePersistedSession().catch(handleRestoreFailure) // read while the texts are loading
  if (isSessionPersisted()) void openPhoneAhead()
  const texts = await startTexts()
  const client = createQueryClient()
  startApi({
    fetch: createOfflineAwareFetch((...request) => fetch(...request)),
    token: () => getSession().token || null,
    language: getCurrentLanguage,
    t: (key, values) => texts.t(`client:${key}`, values ?? {}),
    isExpectedRefusal: isFirstTaskRefusal,
    showError: notifyFailure,
    onExpired: () => leave('/'),
    onUnauthorized: () => leave(buildLoginAddress(location)),
    verifyPassword: requestPasswordAgain,
  })
  saveSessionOnLeave()
  if (await restored) {
    if (['/', '/home'].includes(location.pathname)) await prefetchHomeCards(getSession(), texts)
    void resumePhone()
    void waitForPainted().then(refreshMenu)
  }
  void waitForPainted().then(() => startLiveUpdates(client, texts))
  texts.on('languageChanged', () => void client.invalidateQueries()) // display names are sent in the reader's language
  setSentListener((resources) => refreshQueries(client, (key) => includesResource(key, resources)))
  void waitForSettled().then(() =>
    setTimeout(() => {
      startWorker()
      requestPersistentStorage().catch((error: unknown) => recordTrouble('storage not asked to be kept', error))
    }, 2000),
  )
  return client
}

/** Handles a sign-out by the server: forgets the session, keeps unsent work and opens the login page. */
function leave(address: string): void {
  if (!getSession().hasLogin && location.pathname === '/') return // another call of the same page was refused first: its way back stays
  setLeaving(true)
  if (getSession().hasLogin) forgetEndedSession()
  goTo(address)
}
function handleRestoreFailure(error: unknown): false {
  recordTrouble('kept session not readable', error)
  return false
}

/** Returns a link from a notice to its row, if the person has a page for it. */
function findNoticeTarget(
  { notice, id }: { notice: NoticeName; id: string },
  texts: i18n,
): NotificationLink | undefined {
  const address = buildRowAddress(noticeResources[notice], { id })
  return address ? { label: texts.t('client:shell.openNotice'), go: () => goTo(address, false) } : undefined
}

/** Refreshes displayed data on live changes; connected while somebody is signed in. */
function startLiveUpdates(client: QueryClient, texts: i18n): void {
  const live = createLiveConnection({
    address: `${location.origin.replace(/^http/, 'ws')}/api/polling_check`,
    token: () => getSession().token || null,
    openSocket: (address) => new WebSocket(address),
    onChanged: (resources) => {
      refreshQueries(client, (key) => resources.length === 0 || includesResource(key, resources))
      if (resources.length === 0 || resources.includes('menu')) void refreshMenu() // the user's own permissions may have changed
    },
    onNotice: (notice) => void notify(notice.title[getCurrentLanguage()], 'info', findNoticeTarget(notice, texts)),
    onSignedOut: () => {
      if (!isLeaving()) notifyFailure(texts.t('client:shell.endedElsewhere'))
      leave(buildLoginAddress(location))
    },
    showRefusal: notifyFailure,
  })
  const followSession = () => (getSession().hasLogin ? live.connect() : live.close())
  subscribeToSession(followSession)
  followSession()
}
