/** A menu node in the editor of a role's authority. Type 3 is a page, type 4 a button below it. */
export interface AuthorityNode {
  id: string
  name: string
  menu_name: string
  url: string
  menu_type: number
  children: readonly AuthorityNode[]
}
export type CheckState = 'all' | 'some' | 'none'

const BUTTON_TYPE = 4
const isViewButton = (button: AuthorityNode): boolean => button.url.endsWith('View')

/** Returns the buttons at or below a node. A role's authority consists of buttons only. */
export const getButtons = (node: AuthorityNode): AuthorityNode[] =>
  node.menu_type === BUTTON_TYPE ? [node] : node.children.flatMap(getButtons)

/** Returns how much of a node is held. A node without buttons counts as not held. */
export function getCheckState(node: AuthorityNode, heldIds: ReadonlySet<string>): CheckState {
  const buttons = getButtons(node)
  const count = buttons.filter((button) => heldIds.has(button.id)).length
  return count === 0 ? 'none' : count === buttons.length ? 'all' : 'some'
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
 * Returns the held buttons after a tap on a node: all of its buttons, or none if all were held. Only buttons that the
 * author `canGrant` change. A page opens by its View button only, so granting any button adds View, and revoking View
 * removes the page's other buttons.
 */
export function toggleAuthority(
  tree: readonly AuthorityNode[],
  node: AuthorityNode,
  heldIds: ReadonlySet<string>,
  canGrant: (button: AuthorityNode) => boolean,
): Set<string> {
  const editableButtons = getButtons(node).filter(canGrant)
  const next = new Set(heldIds)
  const isGranting = editableButtons.some((button) => !heldIds.has(button.id))
  for (const button of editableButtons) {
    if (isGranting) next.add(button.id)
    else next.delete(button.id)
  }
  for (const buttons of getButtonsByPage(tree)) {
    const view = buttons.find(isViewButton)
    if (!view || !buttons.some((button) => editableButtons.includes(button))) continue
    if (isGranting && canGrant(view) && buttons.some((button) => next.has(button.id))) next.add(view.id)
    if (!next.has(view.id)) for (const button of buttons.filter(canGrant)) if (!isGranting) next.delete(button.id)
  }
  return next
}

/** Buttons of one page that differ between two sets. */
export interface AuthorityChange {
  page: AuthorityNode
  given: AuthorityNode[]
  taken: AuthorityNode[]
}
/** Returns the granted and revoked buttons between two sets, by page in the order of the tree. */
export function getAuthorityChanges(
  tree: readonly AuthorityNode[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): AuthorityChange[] {
  const walk = (node: AuthorityNode): AuthorityChange[] => {
    const buttons = node.children.filter((child) => child.menu_type === BUTTON_TYPE)
    const given = buttons.filter((button) => after.has(button.id) && !before.has(button.id))
    const taken = buttons.filter((button) => before.has(button.id) && !after.has(button.id))
    const pageChange = given.length + taken.length > 0 ? [{ page: node, given, taken }] : []
    return [...pageChange, ...node.children.filter((child) => child.menu_type !== BUTTON_TYPE).flatMap(walk)]
  }
  return tree.flatMap(walk)
}
