/** A node of the menu as it is shown for choosing a role's authority. Type 3 is a page, type 4 a button under it. */
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

/** The buttons at or under a node: what a role holds are these and nothing else. */
export const buttonsOf = (node: AuthorityNode): AuthorityNode[] =>
  node.menu_type === BUTTON ? [node] : node.children.flatMap(buttonsOf)

/** How much of a node is held. A node without buttons counts as not held. */
export function checkOf(node: AuthorityNode, held: ReadonlySet<string>): Check {
  const buttons = buttonsOf(node)
  const count = buttons.filter((button) => held.has(button.id)).length
  return count === 0 ? 'none' : count === buttons.length ? 'all' : 'some'
}

/** Pages with their buttons, wherever they stand in the tree. */
const pagesOf = (nodes: readonly AuthorityNode[]): AuthorityNode[][] =>
  nodes.flatMap((node) => {
    const own = node.children.filter((child) => child.menu_type === BUTTON)
    return [...(own.length > 0 ? [own] : []), ...pagesOf(node.children.filter((child) => child.menu_type !== BUTTON))]
  })

/**
 * What is held after a tap on a node: all of it, or nothing of it where all was held. Only buttons that `may` be given by
 * the author change. A page is reached by its View button alone, so any other button brings View along, and without View
 * the page's others go.
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

/** Buttons given and taken between two sets, page by page in the order of the tree. */
export interface AuthorityChange {
  page: AuthorityNode
  given: AuthorityNode[]
  taken: AuthorityNode[]
}
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
