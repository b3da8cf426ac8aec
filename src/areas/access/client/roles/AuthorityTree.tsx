import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchBox } from '@/client/resource/SearchBox'
import { EmptyState } from '@/client/ui/EmptyState'
import { buttonsOf, checkOf, type AuthorityNode } from '../../rules/authority'
import { TreeView, type Branch } from '../TreeView'
import type { Authority } from './use-authority'
import { toSearchText } from '@/contract/search-text'

/** Groups, pages and buttons as a tree, with the part that the role holds. */
export function AuthorityTree({
  tree,
  authority,
  title,
}: {
  tree: readonly AuthorityNode[]
  authority: Authority
  title: string
}) {
  const { t } = useTranslation('access')
  const [keyword, setKeyword] = useState('')
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        tree
          .filter((node) => checkOf(node, authority.held) === 'some')
          .slice(0, 1)
          .map((node) => node.id),
      ),
  )
  const shown = useMemo(() => matching(tree, toSearchText(keyword)), [tree, keyword])
  const branches = useMemo(() => shown.map((node) => branchOf(node, authority)), [shown, authority])
  const open = useMemo(() => (keyword ? new Set(groupsIn(shown)) : opened), [keyword, shown, opened])
  const byId = useMemo(() => new Map(nodesIn(tree).map((node) => [node.id, node])), [tree])
  const toggle = (id: string) => {
    const node = byId.get(id)
    if (node) authority.toggle(node)
  }
  const setOpen = (id: string, yes: boolean) =>
    setOpened((now) => {
      const next = new Set(now)
      if (yes) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <>
      <SearchBox value={keyword} onChange={setKeyword} label={t('pages.roles.find')} />
      {branches.length > 0 ? (
        <TreeView label={title} branches={branches} open={open} onOpen={setOpen} onCheck={toggle} />
      ) : (
        <EmptyState onClearFilters={() => setKeyword('')} />
      )}
    </>
  )
}

const nodesIn = (nodes: readonly AuthorityNode[]): AuthorityNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.children)])
const groupsIn = (nodes: readonly AuthorityNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node.id, ...groupsIn(node.children)] : []))
/** Returns the nodes whose name contains the keyword, with their ancestors and descendants. */
function matching(nodes: readonly AuthorityNode[], keyword: string): AuthorityNode[] {
  if (!keyword) return [...nodes]
  return nodes.flatMap((node) => {
    if (toSearchText(node.menu_name).includes(keyword)) return [node]
    const children = matching(node.children, keyword)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
function branchOf(node: AuthorityNode, authority: Authority): Branch {
  const buttons = buttonsOf(node)
  const held = buttons.filter((button) => authority.held.has(button.id)).length
  const leaf = node.children.length === 0
  const touched = authority.changes.flatMap((change) => [...change.given, ...change.taken])
  return {
    id: node.id,
    label: node.menu_name,
    children: node.children.map((child) => branchOf(child, authority)),
    check: checkOf(node, authority.held),
    locked: !buttons.some(authority.may),
    changed: buttons.some((button) => touched.includes(button)),
    ...(leaf ? {} : { aside: `${held} / ${buttons.length}` }),
  }
}
