import type { MenuNode } from '@/contract/menu'

/** A leaf page of the menu with its path, for routes and breadcrumbs. */
export interface PageRoute {
  name: string
  url: string
  title: string
  icon: string | null
  /** Groups from the outermost to the innermost. */
  trail: { name: string; title: string; url: string }[]
}
/** An entry of the menu: a page, or a group of entries. */
export type MenuEntry = { kind: 'page'; node: MenuNode } | { kind: 'group'; node: MenuNode; entries: MenuEntry[] }

// Menu types of the specification: 1 and 2 are groups, 3 is a page, 4 is a button that stands for a permission.
const isGroup = (node: MenuNode) => node.menu_type <= 2
const isPage = (node: MenuNode) => node.menu_type === 3

/** Normalizes a URL for routes and links: one leading slash, none at the end. */
export const normalizeUrl = (url: string): string => `/${url.replace(/^\/+|\/+$/g, '')}`

/**
 * Builds the displayed menu: type 1 groups are replaced by their children, buttons (type 4) and empty groups are
 * omitted.
 * @param isImplemented tells if a page is implemented; others would be dead links
 */
export function buildMenuEntries(
  tree: readonly MenuNode[],
  isImplemented: (node: MenuNode) => boolean = () => true,
): MenuEntry[] {
  return tree.flatMap((node): MenuEntry[] => {
    if (isPage(node)) return isImplemented(node) ? [{ kind: 'page', node }] : []
    if (!isGroup(node)) return []
    const entries = buildMenuEntries(node.children, isImplemented)
    if (node.menu_type === 1) return entries
    return entries.length > 0 ? [{ kind: 'group', node, entries }] : []
  })
}

/** Returns all routed pages with their breadcrumb. If several pages have the same URL, the first one is used. */
export function buildPageRoutes(entries: readonly MenuEntry[], trail: PageRoute['trail'] = []): PageRoute[] {
  const routes = entries.flatMap((entry): PageRoute[] => {
    const { name, menu_name: title, url, icon } = entry.node
    if (entry.kind === 'page') return [{ name, url: normalizeUrl(url), title, icon, trail }]
    return buildPageRoutes(entry.entries, [...trail, { name, title, url: normalizeUrl(url) }])
  })
  const seenUrls = new Set<string>()
  return routes.filter(({ url }) => {
    const isFirst = !seenUrls.has(url)
    seenUrls.add(url)
    return isFirst
  })
}

/** Returns redirects from the URL of each group to its first page, at any depth. */
export function buildGroupRedirects(entries: readonly MenuEntry[]): { from: string; to: string }[] {
  return entries.flatMap((entry) => {
    if (entry.kind === 'page') return []
    const firstPageUrl = findFirstPageUrl(entry.entries)
    const groupUrl = normalizeUrl(entry.node.url)
    const redirects =
      firstPageUrl && groupUrl !== '/' && groupUrl !== firstPageUrl ? [{ from: groupUrl, to: firstPageUrl }] : []
    return [...redirects, ...buildGroupRedirects(entry.entries)]
  })
}
function findFirstPageUrl(entries: readonly MenuEntry[]): string | null {
  for (const entry of entries) {
    const pageUrl = entry.kind === 'page' ? normalizeUrl(entry.node.url) : findFirstPageUrl(entry.entries)
    if (pageUrl) return pageUrl
  }
  return null
}

/** Returns the permissions of a tree: the URLs of its type 4 nodes at any depth, without duplicates. */
export function getButtonPermissions(tree: readonly MenuNode[]): string[] {
  const permissions = tree.flatMap((node): string[] => [
    ...(node.menu_type === 4 ? [node.url] : []),
    ...getButtonPermissions(node.children),
  ])
  return [...new Set(permissions)]
}

/**
 * Parses a menu tree from the server or from storage. Incomplete nodes are skipped rather than breaking the app for
 * everyone with that role.
 */
export function parseMenuTree(value: unknown): MenuNode[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((rawNode: unknown): MenuNode[] => {
    if (rawNode === null || typeof rawNode !== 'object') return []
    const node = rawNode as Partial<MenuNode> & { menu_type?: unknown }
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
        children: parseMenuTree(node.children),
      },
    ]
  })
}
