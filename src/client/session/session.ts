import type { MenuNode } from '@/contract/menu'
import { storedUserId, USER_ID } from './stored'
import { buttonKeysOf, entriesOf, pageRoutesOf, readTree, type PageRoute } from '../shell/menu-tree'

/** Who is signed in and what they may see. */
export interface SessionState {
  isSup: boolean
  hasLogin: boolean
  userName: string
  nickName: string
  /** For a reader of English, where the account has an English name and the person chose no nickname. */
  nickNameEn: string | null
  token: string
  userId: string
  roleId: string
  /** The menu tree as the server cut it to the role. */
  accessList: MenuNode[]
  routerList: PageRoute[]
  /** Permission keys: the urls of the tree's buttons. */
  buttons: string[]
  mustChangePassword: boolean
  /** A second factor has to be set up before anything else. */
  mustEnrol: boolean
  /** "Keep me signed in on this phone" was chosen. */
  kept: boolean
}
/** What the server answers to a login. */
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

const NO_NICKNAME = '无昵称' // a value of the specification, not a text of the screen
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

/** What of the session stands in session storage, and exactly what a logout clears. */
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
export const session = (): SessionState => state
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

/** Takes a login's answer as the session and stores it. */
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
/** Replaces the menu tree (GET /role_menu) of the person who is signed in. */
export function acceptMenu(tree: unknown): void {
  if (!state.hasLogin || !Array.isArray(tree)) return // no answer of the server; an empty menu is one: the role was emptied
  set(withTree(state, tree))
  storeSession()
}
const calledAs = (name: string | null | undefined, english: string | null | undefined) => ({
  nickName: name?.trim() || NO_NICKNAME,
  nickNameEn: english?.trim() || null,
})
/** The person has changed their own nickname; `english` where an English name stands in its place for readers of English. */
export function renamed(name: string | null, english: string | null): void {
  set({ ...state, ...calledAs(name, english) })
  storeSession()
}
export function passwordChanged(): void {
  set({ ...state, mustChangePassword: false })
  storeSession()
}
/** The second factor is set up. */
export function factorSetUp(): void {
  set({ ...state, mustEnrol: false })
  storeSession()
}
/** Takes back a session that was kept on this phone. */
export function adoptSession(kept: Partial<SessionState>): void {
  set({ ...signedOut, ...kept, hasLogin: true, kept: true })
  storeSession()
}

/** Writes the session to session storage: on login, and whenever the page is left. */
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
/** Takes the stored session back when the app starts. Answers whether there was one. */
export function restoreSession(): boolean {
  const text = sessionStorage.getItem(stored.state)
  if (!text || !storedUserId()) return false
  try {
    const kept = JSON.parse(text) as Partial<SessionState>
    if (!kept.token || !kept.userId) return false
    set({ ...signedOut, ...kept, hasLogin: true })
    return true
  } catch {
    clearSession() // written by a page that died half way: sign in again
    return false
  }
}
/** Forgets who was signed in. Unsent work is not touched. */
export function clearSession(): void {
  for (const key of Object.values(stored)) sessionStorage.removeItem(key)
  set(signedOut)
}

/** Saves the session when the page goes away; `pagehide` because phones never say `unload`. Returns an undo. */
export function saveSessionOnLeave(): () => void {
  addEventListener('beforeunload', storeSession)
  addEventListener('pagehide', storeSession)
  return () => {
    removeEventListener('beforeunload', storeSession)
    removeEventListener('pagehide', storeSession)
  }
}
