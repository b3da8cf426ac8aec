import type { MenuNode } from '@/contract/menu'
import { getStoredUserId, USER_ID_KEY } from './persisted-session'
import {
  getButtonPermissions,
  buildMenuEntries,
  buildPageRoutes,
  parseMenuTree,
  type PageRoute,
} from '../shell/menu-tree'

/** The signed-in user and their menu and permissions. */
export interface SessionState {
  /** True for a super user, who has every permission; `is_sup` in the answer to a login. */
  isSup: boolean
  hasLogin: boolean
  userName: string
  nickName: string
  /** English name of the account, for English readers; null if there is none or the person chose a nickname. */
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
/** The session while nobody is signed in. */
export const SIGNED_OUT: SessionState = {
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
const STORAGE_KEYS = {
  userId: USER_ID_KEY,
  roleId: 'roleId',
  userName: 'userName',
  nickName: 'nickName',
  routes: 'routes',
  token: 'token',
  state: 'state',
} as const

let state: SessionState = SIGNED_OUT
const listeners = new Set<() => void>()
function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}
/** Returns the current session. */
export const getSession = (): SessionState => state
/** Calls back when the session changes. Returns an unsubscribe function. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const applyMenuTree = (session: SessionState, tree: unknown): SessionState => {
  const accessList = parseMenuTree(tree)
  return {
    ...session,
    accessList,
    routerList: buildPageRoutes(buildMenuEntries(accessList)),
    buttons: getButtonPermissions(accessList),
  }
}

/** Sets and stores the session from a login's answer. */
export function acceptLogin(answer: LoginAnswer, isPersisted: boolean): void {
  setState(
    applyMenuTree(
      {
        ...SIGNED_OUT,
        hasLogin: true,
        isSup: answer.is_sup === true || answer.is_sup === 1,
        userName: answer.userName,
        ...toNicknames(answer.nickname, answer.nicknameEn),
        token: answer.token,
        userId: answer.userid,
        roleId: answer.role_id ?? '',
        mustChangePassword: answer.mustChangePassword === true,
        mustEnrol: answer.mustEnrol === true,
        kept: isPersisted,
      },
      answer.list,
    ),
  )
  storeSession()
}
/** Replaces the menu tree (GET /role_menu) of the signed-in user. */
export function acceptMenu(tree: unknown): void {
  // An empty menu is valid, because the role may have lost all permissions; anything but an array is not.
  if (!state.hasLogin || !Array.isArray(tree)) return
  setState(applyMenuTree(state, tree))
  storeSession()
}
const toNicknames = (name: string | null | undefined, english: string | null | undefined) => ({
  nickName: name?.trim() || NO_NICKNAME,
  nickNameEn: english?.trim() || null,
})
/** Updates the user's own nickname; `english` is the English name that English readers see instead. */
export function updateNickname(name: string | null, english: string | null): void {
  setState({ ...state, ...toNicknames(name, english) })
  storeSession()
}
/** Records that the initial password was changed. */
export function markPasswordChanged(): void {
  setState({ ...state, mustChangePassword: false })
  storeSession()
}
/** Records that the second factor is set up. */
export function markFactorSetUp(): void {
  setState({ ...state, mustEnrol: false })
  storeSession()
}
/** Restores a session that was persisted on this phone. */
export function adoptSession(persistedSession: Partial<SessionState>): void {
  setState({ ...SIGNED_OUT, ...persistedSession, hasLogin: true, kept: true })
  storeSession()
}

/** Writes the session to sessionStorage: on login, and whenever the page is left. */
export function storeSession(): void {
  if (!state.hasLogin) return
  const setItem = (key: string, value: string) => sessionStorage.setItem(key, value)
  setItem(STORAGE_KEYS.userId, state.userId)
  setItem(STORAGE_KEYS.roleId, state.roleId)
  setItem(STORAGE_KEYS.userName, state.userName)
  setItem(STORAGE_KEYS.nickName, state.nickName)
  setItem(STORAGE_KEYS.routes, JSON.stringify(state.routerList))
  setItem(STORAGE_KEYS.token, state.token)
  setItem(STORAGE_KEYS.state, JSON.stringify(state))
}
/** Restores the stored session at startup. Returns false if there was none. */
export function restoreSession(): boolean {
  const text = sessionStorage.getItem(STORAGE_KEYS.state)
  if (!text || !getStoredUserId()) return false
  try {
    const storedState = JSON.parse(text) as Partial<SessionState>
    if (!storedState.token || !storedState.userId) return false
    setState({ ...SIGNED_OUT, ...storedState, hasLogin: true })
    return true
  } catch {
    clearSession() // The page was closed while it wrote the session; the person must sign in again.
    return false
  }
}
/** Clears the session. Unsent work stays. */
export function clearSession(): void {
  for (const key of Object.values(STORAGE_KEYS)) sessionStorage.removeItem(key)
  setState(SIGNED_OUT)
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
