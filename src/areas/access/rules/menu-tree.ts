/** `menuType` of a page. Groups have smaller values (1 and 2). */
export const PAGE_TYPE = 3
/** `menuType` of a button. Its `url` is a permission key, e.g. `repairView`. */
export const BUTTON_TYPE = 4

/** A stored node of the menu. */
export interface StoredMenuNode {
  id: string
  /** Language-independent name: `group.quality`, `qualitySheet` (page) or `qualitySheet.View` (button). */
  name: string
  parentId: string | null
  menuType: number
  /** Path of a group or page; permission key of a button. */
  url: string
  icon: string | null
  position: number
}
/** A node of the menu tree as it is sent to clients; the specification sets the field names. */
export interface MenuTreeNode {
  id: string
  /** As in `StoredMenuNode`. */
  name: string
  /** Name in the reader's language. */
  menu_name: string
  url: string
  menu_type: number
  icon: string | null
  children: MenuTreeNode[]
}

/**
 * Builds the menu tree: the granted buttons, the pages whose View button is granted, and the groups with at least one
 * page.
 * @param grantedPermissionKeys permission keys of the granted buttons; null grants all buttons
 * @param getLabel returns the display name of a node in the reader's language
 */
export function buildMenuTree(
  nodes: readonly StoredMenuNode[],
  grantedPermissionKeys: ReadonlySet<string> | null,
  getLabel: (node: StoredMenuNode) => string,
): MenuTreeNode[] {
  const childrenByParent = new Map<string | null, StoredMenuNode[]>()
  for (const node of [...nodes].sort((a, b) => a.position - b.position))
    childrenByParent.set(node.parentId, [...(childrenByParent.get(node.parentId) ?? []), node])
  const buildNode = (node: StoredMenuNode): MenuTreeNode[] => {
    const children = (childrenByParent.get(node.id) ?? []).flatMap(buildNode)
    if (node.menuType === BUTTON_TYPE && grantedPermissionKeys && !grantedPermissionKeys.has(node.url)) return []
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
