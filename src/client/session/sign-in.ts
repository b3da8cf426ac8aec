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

/** Signs in and hands the token to the phone's store. Rejects with `ApiError`; the form tells it. */
export async function signIn(who: { username: string; password: string; keep: boolean; code?: string }): Promise<void> {
  const answer = (await call(
    login,
    { username: who.username, password: who.password, device: deviceName(), ...(who.code ? { code: who.code } : {}) },
    { quiet: true },
  )) as SignedIn
  await accept(answer, who.keep)
}
/** The same by the plant's directory, with what its page sent back. */
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
/** Tells the store whose work it may send: when the first page is drawn, on a new phone when it stands; `now` where a session is to be kept. */
const tellPhone = (now: boolean): Promise<void> =>
  introduce(now, async (store) => {
    const { hasLogin, userId, userName, token, kept } = session()
    if (hasLogin) await store.signedIn({ userId, userName, token }, kept ? { ...session() } : null)
  })

/** Asks again for the menu of the role: it may have been changed since the login. Stays as it is without a network. */
export async function refreshMenu(): Promise<void> {
  if (!session().hasLogin) return
  try {
    const menu = await call(await loadRoleMenu(), {}, { quiet: 'transport' })
    const before = JSON.stringify(session())
    acceptMenu(menu)
    // What a start without a network shows is what was last known.
    if (JSON.stringify(session()) !== before)
      await (await readyPhone()).rightsChanged(session().kept ? { ...session() } : null)
  } catch (error) {
    if (!isUnreachable(error)) recordTrouble('menu not refreshed', error) // told by a toast
  }
}

/** Takes back a session kept on this phone ("keep me signed in"). Answers whether there was one. */
export async function resumeKept(): Promise<boolean> {
  const kept = (await takeKept()) as Partial<SessionState> | null
  if (!kept?.token || !kept.userId) return false
  adoptSession(kept)
  return true
}
/** After a start with a restored session: the store learns whose work it may send. */
export const resumePhone = (): Promise<void> => tellPhone(false)

/**
 * Signs out: tries to send unsent work for up to ten seconds, ends the session on the server, wipes token and read cache,
 * keeps the outbox. Answers how many commands stayed on this phone.
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

/** After the store has been told who is here, or that would come after the farewell. */
async function leaveStore(): Promise<{ left: number }> {
  await phone()
  return (await readyPhone()).signOut()
}

/** The session has ended on the server: forgotten here too. Unsent work stays and waits for the person. */
export function sessionEnded(): void {
  rememberKept(false)
  clearSession()
  hasStore()
    .then(async (has) => {
      if (has) await (await phone()).expired()
    })
    .catch((error: unknown) => recordTrouble('store not told', error))
}
/** The own password is set, or the second factor: what the server kept back until then is read, so that it is here without a network. */
export function passwordChanged(): void {
  notePassword()
  void letIn()
}
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

/** What the list of one's sessions calls this device. */
function deviceName(): string {
  return navigator.userAgent.replace(/^Mozilla\/5\.0 \(([^)]*)\).*$/, '$1').slice(0, 120)
}
