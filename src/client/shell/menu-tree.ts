import type { MenuNode } from '@/contract/menu'

/** A leaf page of the menu with where it stands, for routes and breadcrumbs. */
export interface PageRoute {
  name: string
  url: string
  title: string
  icon: string | null
  /** Groups from the outside in. */
  trail: { name: string; title: string; url: string }[]
}
/** What a menu shows at one level: a page, or a group with more inside. */
export type MenuEntry = { kind: 'page'; node: MenuNode } | { kind: 'group'; node: MenuNode; entries: MenuEntry[] }

const isGroup = (node: MenuNode) => node.menu_type <= 2
const isPage = (node: MenuNode) => node.menu_type === 3

/** The url with one leading slash and none at the end, as routes and links write it. */
export const normalUrl = (url: string): string => `/${url.replace(/^\/+|\/+$/g, '')}`

/**
 * The menu as it is shown: the children of a type 1 group stand in its place, buttons (type 4) are left out, and a
 * group with nothing inside is not shown. `has` tells whether a page is built; one that is not would be a dead link.
 */
export function entriesOf(tree: readonly MenuNode[], has: (node: MenuNode) => boolean = () => true): MenuEntry[] {
  return tree.flatMap((node): MenuEntry[] => {
    if (isPage(node)) return has(node) ? [{ kind: 'page', node }] : []
    if (!isGroup(node)) return []
    const entries = entriesOf(node.children, has)
    if (node.menu_type === 1) return entries
    return entries.length > 0 ? [{ kind: 'group', node, entries }] : []
  })
}

/** Every page that gets a route, with its breadcrumb. A url that comes twice keeps its first place. */
export function pageRoutesOf(entries: readonly MenuEntry[], trail: PageRoute['trail'] = []): PageRoute[] {
  const found = entries.flatMap((entry): PageRoute[] => {
    const { name, menu_name: title, url, icon } = entry.node
    if (entry.kind === 'page') return [{ name, url: normalUrl(url), title, icon, trail }]
    return pageRoutesOf(entry.entries, [...trail, { name, title, url: normalUrl(url) }])
  })
  const seen = new Set<string>()
  return found.filter((page) => !seen.has(page.url) && seen.add(page.url))
}

/** Where each group's own url leads: to its first page, however deep. */
export function groupRedirectsOf(entries: readonly MenuEntry[]): { from: string; to: string }[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'page') return []
    const first = firstPage(entry.entries)
    const own = normalUrl(entry.node.url)
    const here = first && own !== '/' && own !== first ? [{ from: own, to: first }] : []
    return [...here, ...groupRedirectsOf(entry.entries)]
  })
}
function firstPage(entries: readonly MenuEntry[]): string | null {
  for (const entry of entries) {
    const found = entry.kind === 'page' ? normalUrl(entry.node.url) : firstPage(entry.entries)
    if (found) return found
  }
  return null
}

/** The permission keys of a tree: the urls of its type 4 nodes, wherever they stand, without repeats. */
export function buttonKeysOf(tree: readonly MenuNode[]): string[] {
  const keys = tree.flatMap((node): string[] => [
    ...(node.menu_type === 4 ? [node.url] : []),
    ...buttonKeysOf(node.children),
  ])
  return [...new Set(keys)]
}

/**
 * Reads a tree as it came from the server or from storage. Nodes that are not whole are left out rather than
 * breaking the app for everyone on that role.
 */
export function readTree(value: unknown): MenuNode[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((raw: unknown): MenuNode[] => {
    if (raw === null || typeof raw !== 'object') return []
    const node = raw as Partial<MenuNode> & { menu_type?: unknown }
    const type = Number(node.menu_type)
    if (typeof node.url !== 'string' || !(type >= 1)) return []
    const title = typeof node.menu_name === 'string' ? node.menu_name : node.url
    return [
      {
        id: String(node.id ?? node.url),
        name: typeof node.name === 'string' ? node.name : node.url,
        menu_name: title,
        url: node.url,
        menu_type: type === 1 || type === 2 || type === 4 ? type : 3,
        icon: typeof node.icon === 'string' ? node.icon : null,
        children: readTree(node.children),
      },
    ]
  })
}
