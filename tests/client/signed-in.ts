import { acceptLogin } from '@/client/session/session'
import type { MenuNode } from '@/contract/menu'

interface Person {
  /** The person's id, where a test asks whose something is. */
  id?: string
  /** The permission keys they hold, `repairView`: the buttons of their menu. */
  keys?: readonly string[]
  /** The pages of their menu: page name to url, or names alone, which then stand at `/x/<name>`. */
  pages?: Readonly<Record<string, string>> | readonly string[]
  isSup?: boolean
  /** The id of their role, where work is meant for roles. */
  roleId?: string
}
const node = (menu_type: 3 | 4, name: string, url = name): MenuNode => ({
  id: name,
  name,
  menu_name: name,
  url,
  menu_type,
  icon: null,
  children: [],
})
const named = (pages: NonNullable<Person['pages']>): [string, string][] =>
  Array.isArray(pages) ? pages.map((name: string) => [name, `/x/${name}`]) : Object.entries(pages)

/**
 * Signs somebody in as the app does once the server has taken their password; signed in again, they hold what is said then and
 * nothing else. A test says what it is about: whoever only has to be signed in is `signedIn()`, who may see repairs
 * `signedIn({ keys: ['repairView'] })`, who has the page of them too `signedIn({ keys, pages: { repair: '/activities/repairs' } })`.
 * What the login itself answers is the matter of the session's own tests.
 */
export function signedIn({ id = 'u1', keys = [], pages = [], isSup = false, roleId }: Person = {}): void {
  const list = [...named(pages).map(([name, url]) => node(3, name, url)), ...keys.map((key) => node(4, key))]
  acceptLogin({ token: 't', userid: id, userName: 'li', is_sup: isSup, role_id: roleId ?? null, list }, false)
}
