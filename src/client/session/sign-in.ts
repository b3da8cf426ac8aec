import type { QueryClient } from '@tanstack/react-query'
import type { InOf } from '@/contract/endpoint'
import { call } from '../api/call'
import { isUnreachable } from '../api/api-error'
import { hasStore, introduce, phone, readyPhone } from '../api/phone'
import { loadDirectory, loadRoleMenu, login, logout, type directoryLogin } from './endpoints'
import { rememberKept, takeKept } from './kept'
import {
  acceptLogin,
  acceptMenu,
  adoptSession,
  clearSession,
  factorSetUp as noteFactor,
  passwordChanged as notePassword,
  session,
  type LoginAnswer,
  type SessionState,
} from './session'
import { rememberZone } from './zone'
import { recordTrouble } from '../ui/trouble'

/** Signs in and passes the token to the phone's store. Rejects with `ApiError`, which the form displays. */
export async function signIn(who: { username: string; password: string; keep: boolean; code?: string }): Promise<void> {
  const answer = (await call(
    login,
    { username: who.username, password: who.password, device: deviceName(), ...(who.code ? { code: who.code } : {}) },
    { quiet: true },
  )) as SignedIn
  await accept(answer, who.keep)
}
/** Signs in with the answer of the plant's directory. */
export async function signInBack(back: InOf<typeof directoryLogin>, keep: boolean): Promise<void> {
  const { directoryLogin } = await loadDirectory()
  await accept((await call(directoryLogin, { ...back, device: deviceName() }, { quiet: true })) as SignedIn, keep)
}
type SignedIn = LoginAnswer & { timeZone?: string }
async function accept(answer: SignedIn, keep: boolean): Promise<void> {
  rememberZone(answer.timeZone)
  acceptLogin(answer, keep)
  rememberKept(keep)
  await tellPhone(keep)
  void refreshMenu()
}
/**
 * Tells the store whose work it may send, after the first render, and on a new phone after the page has settled.
 * `openNow` opens it at once, for a session to be persisted.
 */
const tellPhone = (now: boolean): Promise<void> =>
  introduce(now, async (store) => {
    const { hasLogin, userId, userName, token, kept } = session()
    if (hasLogin) await store.signedIn({ userId, userName, token }, kept ? { ...session() } : null)
  })

/** Reloads the menu of the role, which may have changed since the login. Keeps the old one without a network. */
export async function refreshMenu(): Promise<void> {
  if (!session().hasLogin) return
  try {
    const menu = await call(await loadRoleMenu(), {}, { quiet: 'transport' })
    const before = JSON.stringify(session())
    acceptMenu(menu)
    // Persists the new menu for a start without a network.
    if (JSON.stringify(session()) !== before)
      await (await readyPhone()).rightsChanged(session().kept ? { ...session() } : null)
  } catch (error) {
    if (!isUnreachable(error)) recordTrouble('menu not refreshed', error) // other failures were shown by a toast
  }
}

/** Resumes a session persisted on this phone ("keep me signed in"). Resolves to false if there is none. */
export async function resumeKept(): Promise<boolean> {
  const kept = (await takeKept()) as Partial<SessionState> | null
  if (!kept?.token || !kept.userId) return false
  adoptSession(kept)
  return true
}
/** Tells the store whose work it may send, after a start with a restored session. */
export const resumePhone = (): Promise<void> => tellPhone(false)

/**
 * Signs out: tries to send unsent work for up to ten seconds, ends the session on the server, wipes token and read
 * cache and keeps the outbox. Resolves to the number of commands that stayed on this phone.
 */
export async function signOut(client: QueryClient): Promise<{ left: number }> {
  const left = await leaveStore().catch((error: unknown) => {
    recordTrouble('phone sign-out', error)
    return { left: 0 }
  })
  try {
    await call(logout, {}, { quiet: true, timeout: 5000 })
  } catch (error) {
    recordTrouble('session not ended on the server; it runs out by itself', error)
  }
  rememberKept(false)
  clearSession()
  client.clear()
  return left
}

/** Signs out of the store, after the pending introduction, which would otherwise sign the person in again. */
async function leaveStore(): Promise<{ left: number }> {
  await phone()
  return (await readyPhone()).signOut()
}

/** Clears the session after it has ended on the server. Unsent work stays until the person signs in again. */
export function sessionEnded(): void {
  rememberKept(false)
  clearSession()
  hasStore()
    .then(async (has) => {
      if (has) await (await phone()).expired()
    })
    .catch((error: unknown) => recordTrouble('store not told', error))
}
/**
 * Records that the user's password is set, then loads the data that the server withheld until then, for use without a
 * network.
 */
export function passwordChanged(): void {
  notePassword()
  void letIn()
}
/** Records that the second factor is set up, then loads the data that the server withheld until then. */
export function factorSetUp(): void {
  noteFactor()
  void letIn()
}
async function letIn(): Promise<void> {
  try {
    await (await readyPhone()).rightsChanged(session().kept ? { ...session() } : null)
  } catch (error) {
    recordTrouble('phone store not told', error)
  }
}

/** Returns the name of this device in the user's list of sessions. */
function deviceName(): string {
  return navigator.userAgent.replace(/^Mozilla\/5\.0 \(([^)]*)\).*$/, '$1').slice(0, 120)
}
