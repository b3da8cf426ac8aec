/** A stored node of the menu. */
export interface FlatNode {
  id: string
  name: string
  parentId: string | null
  menuType: number
  url: string
  icon: string | null
  position: number
}
export interface TreeNode {
  id: string
  name: string
  menu_name: string
  url: string
  menu_type: number
  icon: string | null
  children: TreeNode[]
}

/**
 * Builds the tree of the granted buttons, the pages whose View button is granted, and groups with at least one child.
 * `granted` null grants everything. `label` returns the name of a node.
 */
export function buildMenuTree(
  nodes: readonly FlatNode[],
  granted: ReadonlySet<string> | null,
  label: (node: FlatNode) => string,
): TreeNode[] {
  const childrenByParent = new Map<string | null, FlatNode[]>()
  for (const node of [...nodes].sort((a, b) => a.position - b.position))
    childrenByParent.set(node.parentId, [...(childrenByParent.get(node.parentId) ?? []), node])
  const buildNode = (node: FlatNode): TreeNode[] => {
    const children = (childrenByParent.get(node.id) ?? []).flatMap(buildNode)
    if (node.menuType === 4 && granted && !granted.has(node.url)) return []
    if (node.menuType === 3 && !children.some((c) => c.url.endsWith('View'))) return []
    if (node.menuType <= 2 && children.length === 0) return []
    return [
      {
        id: node.id,
        name: node.name,
        menu_name: label(node),
        url: node.url,
        menu_type: node.menuType,
        icon: node.icon,
        children,
      },
    ]
  }
  return (childrenByParent.get(null) ?? []).flatMap(buildNode)
}
