import type { QueryClient } from '@tanstack/react-query'
import type { EndpointInput } from '@/contract/endpoint'
import { callEndpoint } from '../api/call-endpoint'
import { isServerUnreachable } from '../api/api-error'
import { hasStore, setStorePerson, getPhoneStore, waitForPhoneStore } from '../api/phone'
import { loadDirectory, loadRoleMenu, login, logout, type directoryLogin } from './endpoints'
import { setSessionPersisted, loadPersistedSession } from './persisted-session'
import {
  acceptLogin,
  acceptMenu,
  adoptSession,
  clearSession,
  markFactorSetUp,
  markPasswordChanged,
  getSession,
  type LoginAnswer,
  type SessionState,
} from './session'
import { rememberZone } from './plant-zone'
import { recordTrouble } from '../ui/trouble'

/** Signs in and passes the token to the phone's store. Rejects with `ApiError`, which the form displays. */
export async function signIn(credentials: {
  username: string
  password: string
  /** True to stay signed in on this phone. */
  staySignedIn: boolean
  code?: string
}): Promise<void> {
  const answer = (await callEndpoint(
    login,
    {
      username: credentials.username,
      password: credentials.password,
      device: getDeviceName(),
      ...(credentials.code ? { code: credentials.code } : {}),
    },
    { quiet: true },
  )) as SignInAnswer
  await acceptSignIn(answer, credentials.staySignedIn)
}
/** Signs in with the answer of the plant's directory; with `staySignedIn` also for later starts on this phone. */
export async function signInFromDirectory(
  directoryAnswer: EndpointInput<typeof directoryLogin>,
  staySignedIn: boolean,
): Promise<void> {
  const { directoryLogin } = await loadDirectory()
  await acceptSignIn(
    (await callEndpoint(
      directoryLogin,
      { ...directoryAnswer, device: getDeviceName() },
      { quiet: true },
    )) as SignInAnswer,
    staySignedIn,
  )
}
type SignInAnswer = LoginAnswer & { timeZone?: string }
async function acceptSignIn(answer: SignInAnswer, isPersisted: boolean): Promise<void> {
  rememberZone(answer.timeZone)
  acceptLogin(answer, isPersisted)
  setSessionPersisted(isPersisted)
  await introduceToPhoneStore(isPersisted)
  void refreshMenu()
}
/**
 * Tells the store who is signed in, so that it sends this person's commands. This happens after the first render, or on
 * a new phone after the page has settled. With `openNow` the store is opened at once, because a session must be
 * persisted.
 */
const introduceToPhoneStore = (openNow: boolean): Promise<void> =>
  setStorePerson(openNow, async (store) => {
    const { hasLogin, userId, userName, token, kept } = getSession()
    if (hasLogin) await store.reportSignIn({ userId, userName, token }, kept ? { ...getSession() } : null)
  })

/** Reloads the menu of the role, which may have changed since the login. Keeps the old one without a network. */
export async function refreshMenu(): Promise<void> {
  if (!getSession().hasLogin) return
  try {
    const menu = await callEndpoint(await loadRoleMenu(), {}, { quiet: 'transport' })
    const previousState = JSON.stringify(getSession())
    acceptMenu(menu)
    // Persists the new menu for a start without a network.
    if (JSON.stringify(getSession()) !== previousState)
      await (await waitForPhoneStore()).reportRightsChange(getSession().kept ? { ...getSession() } : null)
  } catch (error) {
    if (!isServerUnreachable(error)) recordTrouble('menu not refreshed', error) // other failures were shown by a toast
  }
}

/** Resumes a session persisted on this phone ("keep me signed in"). Resolves to false if there is none. */
export async function resumePersistedSession(): Promise<boolean> {
  const persisted = (await loadPersistedSession()) as Partial<SessionState> | null
  if (!persisted?.token || !persisted.userId) return false
  adoptSession(persisted)
  return true
}
/** Tells the store who is signed in, after a start with a restored session. */
export const resumePhoneStore = (): Promise<void> => introduceToPhoneStore(false)

/**
 * Signs out: tries for up to ten seconds to send unsent work, then ends the session on the server. Wipes token and read
 * cache; the outbox stays. Resolves to the number of commands that stayed on this phone.
 */
export async function signOut(client: QueryClient): Promise<{ unsentCount: number }> {
  const result = await signOutOfStore().catch((error: unknown) => {
    recordTrouble('phone sign-out', error)
    return { unsentCount: 0 }
  })
  try {
    await callEndpoint(logout, {}, { quiet: true, timeoutMs: 5000 })
  } catch (error) {
    recordTrouble('session not ended on the server; it runs out by itself', error)
  }
  setSessionPersisted(false)
  clearSession()
  client.clear()
  return result
}

/** Signs out of the store, after the pending introduction, which would otherwise sign the person in again. */
async function signOutOfStore(): Promise<{ unsentCount: number }> {
  await getPhoneStore()
  return (await waitForPhoneStore()).signOut()
}

/** Clears the session after it has ended on the server. Unsent work stays until the person signs in again. */
export function forgetEndedSession(): void {
  setSessionPersisted(false)
  clearSession()
  hasStore()
    .then(async (storeExists) => {
      if (storeExists) await (await getPhoneStore()).reportExpiredSession()
    })
    .catch((error: unknown) => recordTrouble('store not notified', error))
}
/**
 * Records that the user's password is set, then loads the data that the server withheld until then, for use without a
 * network.
 */
export function completePasswordChange(): void {
  markPasswordChanged()
  void refreshPhoneRights()
}
/** Records that the second factor is set up, then loads the data that the server withheld until then. */
export function completeFactorSetup(): void {
  markFactorSetUp()
  void refreshPhoneRights()
}
async function refreshPhoneRights(): Promise<void> {
  try {
    await (await waitForPhoneStore()).reportRightsChange(getSession().kept ? { ...getSession() } : null)
  } catch (error) {
    recordTrouble('phone store not notified', error)
  }
}

/** Returns the name of this device in the user's list of sessions. */
function getDeviceName(): string {
  return navigator.userAgent.replace(/^Mozilla\/5\.0 \(([^)]*)\).*$/, '$1').slice(0, 120)
}

let pendingRequest: Promise<boolean> | null = null

/**
 * Asks for the password again; resolves to true if the server accepted it. Concurrent calls share one dialog, which is
 * loaded on first use.
 */
export function requestPasswordAgain(): Promise<boolean> {
  pendingRequest ??= import('./PasswordAgainDialog')
    .then(({ askPasswordAgain }) => askPasswordAgain())
    .finally(() => {
      pendingRequest = null
    })
  return pendingRequest
}
