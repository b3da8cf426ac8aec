import { acceptLogin } from '@/client/session/session'
import type { MenuNode } from '@/contract/menu'

interface Person {
  /** The person's id, if the test checks ownership. */
  id?: string
  /** Permission keys such as `repairView`: the buttons of the person's menu. */
  keys?: readonly string[]
  /** Pages of the person's menu: page name to url, or names alone, with the url `/x/<name>`. */
  pages?: Readonly<Record<string, string>> | readonly string[]
  isSup?: boolean
  /** The id of the person's role, for tests in which work is assigned to roles. */
  roleId?: string
}
const createMenuNode = (menu_type: 3 | 4, name: string, url = name): MenuNode => ({
  id: name,
  name,
  menu_name: name,
  url,
  menu_type,
  icon: null,
  children: [],
})
const toNamedUrls = (pages: NonNullable<Person['pages']>): [string, string][] =>
  Array.isArray(pages) ? pages.map((name: string) => [name, `/x/${name}`]) : Object.entries(pages)

/**
 * Signs a person in as the app does after the server has accepted the password. A second call replaces the permissions of the
 * first. Examples: `signInPerson()` for a person without permissions, `signInPerson({ keys: ['repairView'] })` for a permission,
 * `signInPerson({ keys, pages: { repair: '/activities/repairs' } })` for a page.
 */
export function signInPerson({ id = 'u1', keys = [], pages = [], isSup = false, roleId }: Person = {}): void {
  const menu = [
    ...toNamedUrls(pages).map(([name, url]) => createMenuNode(3, name, url)),
    ...keys.map((key) => createMenuNode(4, key)),
  ]
  acceptLogin({ token: 't', userid: id, userName: 'li', is_sup: isSup, role_id: roleId ?? null, list: menu }, false)
}
