import { BUTTON_TYPE } from './menu-tree'

/** A menu node in the editor of a role's authority. Type 3 is a page, type 4 a button below it. */
export interface AuthorityNode {
  id: string
  name: string
  menu_name: string
  url: string
  menu_type: number
  children: readonly AuthorityNode[]
}
/** State of a checkbox: all, some or none of the buttons at or below the node are held. */
export type CheckState = 'all' | 'some' | 'none'

const isViewButton = (button: AuthorityNode): boolean => button.url.endsWith('View')

/** Returns the buttons at or below a node. A role's authority consists of buttons only. */
export const getButtons = (node: AuthorityNode): AuthorityNode[] =>
  node.menu_type === BUTTON_TYPE ? [node] : node.children.flatMap(getButtons)

/** Returns whether all, some or none of a node's buttons are held. A node without buttons counts as `none`. */
export function getCheckState(node: AuthorityNode, grantedIds: ReadonlySet<string>): CheckState {
  const buttons = getButtons(node)
  const grantedCount = buttons.filter((button) => grantedIds.has(button.id)).length
  if (grantedCount === 0) return 'none'
  return grantedCount === buttons.length ? 'all' : 'some'
}

/** Returns the buttons of each page, at any depth of the tree. */
const getButtonsByPage = (nodes: readonly AuthorityNode[]): AuthorityNode[][] =>
  nodes.flatMap((node) => {
    const buttons = node.children.filter((child) => child.menu_type === BUTTON_TYPE)
    return [
      ...(buttons.length > 0 ? [buttons] : []),
      ...getButtonsByPage(node.children.filter((child) => child.menu_type !== BUTTON_TYPE)),
    ]
  })

/**
 * Returns the held buttons after a tap on a node. The tap grants all buttons of the node; if all are held already, it
 * revokes them. Buttons that the editing person cannot grant stay unchanged. A page opens only with its View button, so
 * granting any button adds View, and revoking View removes the page's other buttons.
 */
export function toggleAuthority(
  tree: readonly AuthorityNode[],
  node: AuthorityNode,
  grantedIds: ReadonlySet<string>,
  canGrant: (button: AuthorityNode) => boolean,
): Set<string> {
  const editableButtons = getButtons(node).filter(canGrant)
  const nextHeldIds = new Set(grantedIds)
  const isGranting = editableButtons.some((button) => !grantedIds.has(button.id))
  for (const button of editableButtons) {
    if (isGranting) nextHeldIds.add(button.id)
    else nextHeldIds.delete(button.id)
  }
  for (const buttons of getButtonsByPage(tree)) {
    const viewButton = buttons.find(isViewButton)
    if (!viewButton || !buttons.some((button) => editableButtons.includes(button))) continue
    if (isGranting) {
      if (canGrant(viewButton) && buttons.some((button) => nextHeldIds.has(button.id))) nextHeldIds.add(viewButton.id)
    } else if (!nextHeldIds.has(viewButton.id)) {
      for (const button of buttons.filter(canGrant)) nextHeldIds.delete(button.id)
    }
  }
  return nextHeldIds
}

/** Granted and revoked buttons of one page. */
export interface AuthorityChange {
  page: AuthorityNode
  grantedButtons: AuthorityNode[]
  revokedButtons: AuthorityNode[]
}
/** Returns the buttons that were granted and revoked between two states, by page in the order of the tree. */
export function getAuthorityChanges(
  tree: readonly AuthorityNode[],
  buttonIdsBefore: ReadonlySet<string>,
  buttonIdsAfter: ReadonlySet<string>,
): AuthorityChange[] {
  const listChangesBelow = (node: AuthorityNode): AuthorityChange[] => {
    const buttons = node.children.filter((child) => child.menu_type === BUTTON_TYPE)
    const grantedButtons = buttons.filter((button) => buttonIdsAfter.has(button.id) && !buttonIdsBefore.has(button.id))
    const revokedButtons = buttons.filter((button) => buttonIdsBefore.has(button.id) && !buttonIdsAfter.has(button.id))
    const pageChange =
      grantedButtons.length + revokedButtons.length > 0 ? [{ page: node, grantedButtons, revokedButtons }] : []
    return [
      ...pageChange,
      ...node.children.filter((child) => child.menu_type !== BUTTON_TYPE).flatMap(listChangesBelow),
    ]
  }
  return tree.flatMap(listChangesBelow)
}
