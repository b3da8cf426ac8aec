/** A menu node in the editor of a role's authority. Type 3 is a page, type 4 a button below it. */
export interface AuthorityNode {
  id: string
  name: string
  menu_name: string
  url: string
  menu_type: number
  children: readonly AuthorityNode[]
}
export type Check = 'all' | 'some' | 'none'

const BUTTON = 4
const opensPage = (button: AuthorityNode): boolean => button.url.endsWith('View')

/** Returns the buttons at or below a node. A role's authority consists of buttons only. */
export const buttonsOf = (node: AuthorityNode): AuthorityNode[] =>
  node.menu_type === BUTTON ? [node] : node.children.flatMap(buttonsOf)

/** Returns how much of a node is held. A node without buttons counts as not held. */
export function checkOf(node: AuthorityNode, held: ReadonlySet<string>): Check {
  const buttons = buttonsOf(node)
  const count = buttons.filter((button) => held.has(button.id)).length
  return count === 0 ? 'none' : count === buttons.length ? 'all' : 'some'
}

/** Returns the buttons of each page, at any depth of the tree. */
const pagesOf = (nodes: readonly AuthorityNode[]): AuthorityNode[][] =>
  nodes.flatMap((node) => {
    const own = node.children.filter((child) => child.menu_type === BUTTON)
    return [...(own.length > 0 ? [own] : []), ...pagesOf(node.children.filter((child) => child.menu_type !== BUTTON))]
  })

/**
 * Returns the held buttons after a tap on a node: all of its buttons, or none if all were held. Only buttons that the
 * author `canGrant` change. A page opens by its View button only, so granting any button adds View, and revoking View
 * removes the page's other buttons.
 */
export function toggled(
  tree: readonly AuthorityNode[],
  node: AuthorityNode,
  held: ReadonlySet<string>,
  may: (button: AuthorityNode) => boolean,
): Set<string> {
  const own = buttonsOf(node).filter(may)
  const next = new Set(held)
  const give = own.some((button) => !held.has(button.id))
  for (const button of own) {
    if (give) next.add(button.id)
    else next.delete(button.id)
  }
  for (const buttons of pagesOf(tree)) {
    const view = buttons.find(opensPage)
    if (!view || !buttons.some((button) => own.includes(button))) continue
    if (give && may(view) && buttons.some((button) => next.has(button.id))) next.add(view.id)
    if (!next.has(view.id)) for (const button of buttons.filter(may)) if (!give) next.delete(button.id)
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
export function authorityChanges(
  tree: readonly AuthorityNode[],
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): AuthorityChange[] {
  const walk = (node: AuthorityNode): AuthorityChange[] => {
    const own = node.children.filter((child) => child.menu_type === BUTTON)
    const given = own.filter((button) => after.has(button.id) && !before.has(button.id))
    const taken = own.filter((button) => before.has(button.id) && !after.has(button.id))
    const here = given.length + taken.length > 0 ? [{ page: node, given, taken }] : []
    return [...here, ...node.children.filter((child) => child.menu_type !== BUTTON).flatMap(walk)]
  }
  return tree.flatMap(walk)
}
