/** `menuType` of a page; smaller values are groups. */
export const PAGE_TYPE = 3
/** `menuType` of a button, whose `url` is a permission key. */
export const BUTTON_TYPE = 4

/** A stored node of the menu. */
export interface StoredMenuNode {
  id: string
  name: string
  parentId: string | null
  menuType: number
  url: string
  icon: string | null
  position: number
}
/** A node of the menu tree as it is sent to clients; `menu_name` is in the reader's language. */
export interface MenuTreeNode {
  id: string
  name: string
  menu_name: string
  url: string
  menu_type: number
  icon: string | null
  children: MenuTreeNode[]
}

/**
 * Builds the menu tree: the granted buttons, the pages whose View button is granted, and the groups with at least one
 * page.
 * @param grantedUrls permission keys of the granted buttons; null grants all buttons
 * @param getLabel returns the name of a node in the reader's language
 */
export function buildMenuTree(
  nodes: readonly StoredMenuNode[],
  grantedUrls: ReadonlySet<string> | null,
  getLabel: (node: StoredMenuNode) => string,
): MenuTreeNode[] {
  const childrenByParent = new Map<string | null, StoredMenuNode[]>()
  for (const node of [...nodes].sort((a, b) => a.position - b.position))
    childrenByParent.set(node.parentId, [...(childrenByParent.get(node.parentId) ?? []), node])
  const buildNode = (node: StoredMenuNode): MenuTreeNode[] => {
    const children = (childrenByParent.get(node.id) ?? []).flatMap(buildNode)
    if (node.menuType === BUTTON_TYPE && grantedUrls && !grantedUrls.has(node.url)) return []
    if (node.menuType === PAGE_TYPE && !children.some((child) => child.url.endsWith('View'))) return []
    if (node.menuType < PAGE_TYPE && children.length === 0) return []
    return [
      {
        id: node.id,
        name: node.name,
        menu_name: getLabel(node),
        url: node.url,
        menu_type: node.menuType,
        icon: node.icon,
        children,
      },
    ]
  }
  return (childrenByParent.get(null) ?? []).flatMap(buildNode)
}
