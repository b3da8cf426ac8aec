import type { MenuNode } from '@/contract/menu'
import { storedUserId, USER_ID } from './stored'
import { buttonKeysOf, entriesOf, pageRoutesOf, readTree, type PageRoute } from '../shell/menu-tree'

/** The signed-in user and their menu and permissions. */
export interface SessionState {
  isSup: boolean
  hasLogin: boolean
  userName: string
  nickName: string
  /** English name, for English readers, if the account has one and the person chose no nickname. */
  nickNameEn: string | null
  token: string
  userId: string
  roleId: string
  /** The menu tree as the server filtered it for the role. */
  accessList: MenuNode[]
  routerList: PageRoute[]
  /** Permissions: the urls of the tree's buttons. */
  buttons: string[]
  mustChangePassword: boolean
  /** A second factor must be set up before anything else. */
  mustEnrol: boolean
  /** "Keep me signed in on this phone" was chosen. */
  kept: boolean
}
/** The server's answer to a login. */
export interface LoginAnswer {
  token: string
  userid: string
  userName: string
  nickname?: string | null
  nicknameEn?: string | null
  role_id?: string | null
  list?: unknown
  is_sup?: boolean | number | null
  mustChangePassword?: boolean | null
  mustEnrol?: boolean | null
}

const NO_NICKNAME = '无昵称' // a value of the specification, not a displayed text
export const signedOut: SessionState = {
  isSup: false,
  hasLogin: false,
  userName: '',
  nickName: NO_NICKNAME,
  nickNameEn: null,
  token: '',
  userId: '',
  roleId: '',
  accessList: [],
  routerList: [],
  buttons: [],
  mustChangePassword: false,
  mustEnrol: false,
  kept: false,
}

/** sessionStorage keys of the session; a logout clears exactly these. */
const stored = {
  userId: USER_ID,
  roleId: 'roleId',
  userName: 'userName',
  nickName: 'nickName',
  routes: 'routes',
  token: 'token',
  state: 'state',
} as const

let state: SessionState = signedOut
const listeners = new Set<() => void>()
function set(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}
/** Returns the current session. */
export const session = (): SessionState => state
/** Calls back when the session changes. Returns an unsubscribe function. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const withTree = (base: SessionState, tree: unknown): SessionState => {
  const accessList = readTree(tree)
  return { ...base, accessList, routerList: pageRoutesOf(entriesOf(accessList)), buttons: buttonKeysOf(accessList) }
}

/** Sets and stores the session from a login's answer. */
export function acceptLogin(answer: LoginAnswer, kept: boolean): void {
  set(
    withTree(
      {
        ...signedOut,
        hasLogin: true,
        isSup: answer.is_sup === true || answer.is_sup === 1,
        userName: answer.userName,
        ...calledAs(answer.nickname, answer.nicknameEn),
        token: answer.token,
        userId: answer.userid,
        roleId: answer.role_id ?? '',
        mustChangePassword: answer.mustChangePassword === true,
        mustEnrol: answer.mustEnrol === true,
        kept,
      },
      answer.list,
    ),
  )
  storeSession()
}
/** Replaces the menu tree (GET /role_menu) of the signed-in user. */
export function acceptMenu(tree: unknown): void {
  if (!state.hasLogin || !Array.isArray(tree)) return // not a valid answer; an empty menu is valid: the role has no permissions left
  set(withTree(state, tree))
  storeSession()
}
const calledAs = (name: string | null | undefined, english: string | null | undefined) => ({
  nickName: name?.trim() || NO_NICKNAME,
  nickNameEn: english?.trim() || null,
})
/** Updates the user's own nickname; `english` is the English name that English readers see instead. */
export function renamed(name: string | null, english: string | null): void {
  set({ ...state, ...calledAs(name, english) })
  storeSession()
}
/** Records that the initial password was changed. */
export function passwordChanged(): void {
  set({ ...state, mustChangePassword: false })
  storeSession()
}
/** Records that the second factor is set up. */
export function factorSetUp(): void {
  set({ ...state, mustEnrol: false })
  storeSession()
}
/** Restores a session that was persisted on this phone. */
export function adoptSession(kept: Partial<SessionState>): void {
  set({ ...signedOut, ...kept, hasLogin: true, kept: true })
  storeSession()
}

/** Writes the session to sessionStorage: on login, and whenever the page is left. */
export function storeSession(): void {
  if (!state.hasLogin) return
  const put = (key: string, value: string) => sessionStorage.setItem(key, value)
  put(stored.userId, state.userId)
  put(stored.roleId, state.roleId)
  put(stored.userName, state.userName)
  put(stored.nickName, state.nickName)
  put(stored.routes, JSON.stringify(state.routerList))
  put(stored.token, state.token)
  put(stored.state, JSON.stringify(state))
}
/** Restores the stored session at startup. Returns false if there was none. */
export function restoreSession(): boolean {
  const text = sessionStorage.getItem(stored.state)
  if (!text || !storedUserId()) return false
  try {
    const kept = JSON.parse(text) as Partial<SessionState>
    if (!kept.token || !kept.userId) return false
    set({ ...signedOut, ...kept, hasLogin: true })
    return true
  } catch {
    clearSession() // incomplete: the page died while writing it; sign in again
    return false
  }
}
/** Clears the session. Unsent work stays. */
export function clearSession(): void {
  for (const key of Object.values(stored)) sessionStorage.removeItem(key)
  set(signedOut)
}

/**
 * Stores the session when the page goes away; `pagehide` because phones never fire `unload`. Returns an undo function.
 */
export function saveSessionOnLeave(): () => void {
  addEventListener('beforeunload', storeSession)
  addEventListener('pagehide', storeSession)
  return () => {
    removeEventListener('beforeunload', storeSession)
    removeEventListener('pagehide', storeSession)
  }
}
