import type { QueryClient } from '@tanstack/react-query'
import type { i18n } from 'i18next'
import { noticeAbout, type NoticeName } from '@/contract/sync'
import { waitsForFirst } from './api/first-step'
import { startApi } from './api/call'
import { shows } from './api/keys'
import { createLive } from './api/live'
import { notify, notifyFailure, type Way } from './api/notify'
import { openAhead, whenPainted, whenSent, whenSettled } from './api/phone'
import { createQueryClient, renew } from './api/query-client'
import { onOpenRoad } from './api/road'
import { currentLanguage, startTexts } from './i18n/start'
import { isKept } from './session/kept'
import { isLeaving, leavingOnPurpose } from './session/RequireSession'
import { onSession, restoreSession, saveSessionOnLeave, session } from './session/session'
import { enterPasswordAgain } from './session/enter-again'
import { refreshMenu, resumeKept, resumePhone, sessionEnded } from './session/sign-in'
import { watchFailedStyles } from './shell/failed-styles'
import { keepInstallOffer } from './shell/install-offer'
import { askToKeep } from './shell/keep-storage'
import { goTo, loginFrom } from './shell/navigation'
import { guardPreloads } from './shell/preload-guard'
import { startWorker } from './shell/register-worker'
import { rowAddress } from './shell/row-address'
import { fetchHome } from './today/use-cards'
import { recordTrouble } from './ui/trouble'

/** Connects texts, API, session, live updates and service worker; everything the first render depends on. */
export async function boot(): Promise<QueryClient> {
  guardPreloads()
  watchFailedStyles()
  keepInstallOffer()
  const resumed = restoreSession() || resumeKept().catch(notResumed) // read while the texts are loading
  if (isKept()) void openAhead()
  const texts = await startTexts()
  const client = createQueryClient()
  startApi({
    fetch: onOpenRoad((...request) => fetch(...request)),
    token: () => session().token || null,
    language: currentLanguage,
    t: (key, values) => texts.t(`client:${key}`, values ?? {}),
    waits: waitsForFirst,
    tell: notifyFailure,
    expired: () => leave('/'),
    unauthorized: () => leave(loginFrom(location)),
    verify: enterPasswordAgain,
  })
  saveSessionOnLeave()
  if (await resumed) {
    if (['/', '/home'].includes(location.pathname)) await fetchHome(session(), texts)
    void resumePhone()
    void whenPainted().then(refreshMenu)
  }
  void whenPainted().then(() => startLive(client, texts))
  texts.on('languageChanged', () => void client.invalidateQueries()) // display names are sent in the reader's language
  whenSent((resources) => renew(client, (key) => shows(key, resources)))
  void whenSettled().then(() =>
    setTimeout(() => {
      startWorker()
      askToKeep().catch((error: unknown) => recordTrouble('storage not asked to be kept', error))
    }, 2000),
  )
  return client
}

/** Handles a sign-out by the server: forgets the session, keeps unsent work and opens the login page. */
function leave(place: string): void {
  if (!session().hasLogin && location.pathname === '/') return // another call of the same page was refused first: its way back stays
  leavingOnPurpose(true)
  if (session().hasLogin) sessionEnded()
  goTo(place)
}
function notResumed(error: unknown): false {
  recordTrouble('kept session not readable', error)
  return false
}

/** Returns a link from a notice to its row, if the person has a page for it. */
function wayTo({ notice, id }: { notice: NoticeName; id: string }, texts: i18n): Way | undefined {
  const address = rowAddress(noticeAbout[notice], { id })
  return address ? { word: texts.t('client:shell.openNotice'), go: () => goTo(address, false) } : undefined
}

/** Refreshes displayed data on live changes; connected while somebody is signed in. */
function startLive(client: QueryClient, texts: i18n): void {
  const live = createLive({
    address: `${location.origin.replace(/^http/, 'ws')}/api/polling_check`,
    token: () => session().token || null,
    open: (address) => new WebSocket(address),
    changed: (resources) => {
      renew(client, (key) => resources.length === 0 || shows(key, resources))
      if (resources.length === 0 || resources.includes('menu')) void refreshMenu() // the user's own permissions may have changed
    },
    notice: (notice) => void notify(notice.title[currentLanguage()], 'info', wayTo(notice, texts)),
    signedOut: () => {
      if (!isLeaving()) notifyFailure(texts.t('client:shell.endedElsewhere'))
      leave(loginFrom(location))
    },
    tell: notifyFailure,
  })
  const follow = () => (session().hasLogin ? live.connect() : live.close())
  onSession(follow)
  follow()
}
