import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '@/client/ui/SearchBar'
import { EmptyState } from '@/client/ui/EmptyState'
import { getButtons, getCheckState, type AuthorityNode } from '../../rules/authority'
import { TreeView, type Branch } from '../TreeView'
import type { AuthorityDraft } from './use-authority-draft'
import { toSearchText } from '@/contract/language'

type EditedAuthority = Pick<AuthorityDraft, 'grantedIds' | 'changes' | 'canGrant' | 'toggle'>
/** The menu as a tree of groups, pages and buttons; the checkboxes show the buttons that the role holds. */
export function AuthorityTree({
  tree,
  authorityDraft,
  title,
}: {
  tree: readonly AuthorityNode[]
  authorityDraft: EditedAuthority
  title: string
}) {
  const { t } = useTranslation('access')
  const [keyword, setKeyword] = useState('')
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        tree
          .filter((node) => getCheckState(node, authorityDraft.grantedIds) === 'some')
          .slice(0, 1)
          .map((node) => node.id),
      ),
  )
  const matchingNodes = useMemo(() => filterNodes(tree, toSearchText(keyword)), [tree, keyword])
  const branches = useMemo(
    () => matchingNodes.map((node) => buildBranch(node, authorityDraft)),
    [matchingNodes, authorityDraft],
  )
  const displayedExpandedIds = useMemo(
    () => (keyword ? new Set(getGroupIds(matchingNodes)) : expandedIds),
    [keyword, matchingNodes, expandedIds],
  )
  const nodeById = useMemo(() => new Map(flattenNodes(tree).map((node) => [node.id, node])), [tree])
  const toggle = (id: string) => {
    const node = nodeById.get(id)
    if (node) authorityDraft.toggle(node)
  }
  const setExpanded = (id: string, isExpanded: boolean) =>
    setExpandedIds((currentIds) => {
      const nextIds = new Set(currentIds)
      if (isExpanded) nextIds.add(id)
      else nextIds.delete(id)
      return nextIds
    })
  return (
    <>
      <SearchField value={keyword} onChange={setKeyword} label={t('pages.roles.find')} />
      {branches.length > 0 ? (
        <TreeView
          label={title}
          branches={branches}
          expandedIds={displayedExpandedIds}
          onExpandedChange={setExpanded}
          onCheck={toggle}
        />
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
function buildBranch(node: AuthorityNode, authorityDraft: EditedAuthority): Branch {
  const buttons = getButtons(node)
  const grantedCount = buttons.filter((button) => authorityDraft.grantedIds.has(button.id)).length
  const isLeaf = node.children.length === 0
  const changedButtons = authorityDraft.changes.flatMap((change) => [
    ...change.grantedButtons,
    ...change.revokedButtons,
  ])
  return {
    id: node.id,
    label: node.menu_name,
    children: node.children.map((child) => buildBranch(child, authorityDraft)),
    checkState: getCheckState(node, authorityDraft.grantedIds),
    isLocked: !buttons.some(authorityDraft.canGrant),
    isChanged: buttons.some((button) => changedButtons.includes(button)),
    ...(isLeaf ? {} : { endContent: `${grantedCount} / ${buttons.length}` }),
  }
}
