import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '@/client/resource/SearchField'
import { EmptyState } from '@/client/ui/EmptyState'
import { getButtons, getCheckState, type AuthorityNode } from '../../rules/authority'
import { TreeView, type Branch } from '../TreeView'
import type { AuthorityDraft } from './use-authority'
import { toSearchText } from '@/contract/search-text'

/** Groups, pages and buttons as a tree, with the part that the role holds. */
export function AuthorityTree({
  tree,
  authority,
  title,
}: {
  tree: readonly AuthorityNode[]
  authority: AuthorityDraft
  title: string
}) {
  const { t } = useTranslation('access')
  const [keyword, setKeyword] = useState('')
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        tree
          .filter((node) => getCheckState(node, authority.heldIds) === 'some')
          .slice(0, 1)
          .map((node) => node.id),
      ),
  )
  const matchingNodes = useMemo(() => filterNodes(tree, toSearchText(keyword)), [tree, keyword])
  const branches = useMemo(() => matchingNodes.map((node) => buildBranch(node, authority)), [matchingNodes, authority])
  const shownOpenIds = useMemo(
    () => (keyword ? new Set(getGroupIds(matchingNodes)) : openIds),
    [keyword, matchingNodes, openIds],
  )
  const nodeById = useMemo(() => new Map(flattenNodes(tree).map((node) => [node.id, node])), [tree])
  const toggle = (id: string) => {
    const node = nodeById.get(id)
    if (node) authority.toggle(node)
  }
  const setOpen = (id: string, yes: boolean) =>
    setOpenIds((now) => {
      const next = new Set(now)
      if (yes) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <>
      <SearchField value={keyword} onChange={setKeyword} label={t('pages.roles.find')} />
      {branches.length > 0 ? (
        <TreeView label={title} branches={branches} open={shownOpenIds} onOpen={setOpen} onCheck={toggle} />
      ) : (
        <EmptyState onClearFilters={() => setKeyword('')} />
      )}
    </>
  )
}

const flattenNodes = (nodes: readonly AuthorityNode[]): AuthorityNode[] =>
  nodes.flatMap((node) => [node, ...flattenNodes(node.children)])
const getGroupIds = (nodes: readonly AuthorityNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node.id, ...getGroupIds(node.children)] : []))
/** Returns the nodes whose name contains the keyword, with their ancestors and descendants. */
function filterNodes(nodes: readonly AuthorityNode[], keyword: string): AuthorityNode[] {
  if (!keyword) return [...nodes]
  return nodes.flatMap((node) => {
    if (toSearchText(node.menu_name).includes(keyword)) return [node]
    const children = filterNodes(node.children, keyword)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
function buildBranch(node: AuthorityNode, authority: AuthorityDraft): Branch {
  const buttons = getButtons(node)
  const heldCount = buttons.filter((button) => authority.heldIds.has(button.id)).length
  const isLeaf = node.children.length === 0
  const changedButtons = authority.changes.flatMap((change) => [...change.given, ...change.taken])
  return {
    id: node.id,
    label: node.menu_name,
    children: node.children.map((child) => buildBranch(child, authority)),
    check: getCheckState(node, authority.heldIds),
    locked: !buttons.some(authority.canGrant),
    changed: buttons.some((button) => changedButtons.includes(button)),
    ...(isLeaf ? {} : { aside: `${heldCount} / ${buttons.length}` }),
  }
}
