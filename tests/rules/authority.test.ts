import { describe, expect, it } from 'vitest'
import {
  getAuthorityChanges,
  getButtons,
  getCheckState,
  toggleAuthority,
  type AuthorityNode,
} from '@/areas/access/rules/authority'

const node = (id: string, menu_type: number, children: AuthorityNode[] = []): AuthorityNode => ({
  id,
  name: id,
  menu_name: id,
  url: id,
  menu_type,
  children,
})
const button = (id: string) => node(id, 4)
const repair = node('repair', 3, [button('repairView'), button('repairAdd'), button('repairEdit')])
const parts = node('parts', 3, [button('partsView'), button('partsExport')])
const users = node('users', 3, [button('usersView'), button('usersEdit')])
const activities = node('activities', 2, [repair, parts])
const tree = [activities, node('access', 2, [users])]
const all = () => true
const held = (...ids: string[]) => new Set(ids)
const sorted = (set: ReadonlySet<string>) => [...set].sort()
const find = (id: string, nodes: readonly AuthorityNode[] = tree): AuthorityNode | undefined =>
  nodes.flatMap((one) => (one.id === id ? [one] : [find(id, one.children)])).find(Boolean)
const at = (id: string): AuthorityNode => {
  const found = find(id)
  if (!found) throw new Error(id)
  return found
}

describe('authority of a role', () => {
  it('is counted in buttons: all, some or none of what is under a node', () => {
    expect(getButtons(activities)).toHaveLength(5)
    expect(getCheckState(repair, held())).toBe('none')
    expect(getCheckState(repair, held('repairView'))).toBe('some')
    expect(getCheckState(repair, held('repairView', 'repairAdd', 'repairEdit'))).toBe('all')
    expect(getCheckState(activities, held('repairView', 'repairAdd', 'repairEdit'))).toBe('some')
    expect(getCheckState(node('empty', 2), held('repairView'))).toBe('none')
  })
  it.each<[string, string[], string[]]>([
    ['repair', [], ['repairAdd', 'repairEdit', 'repairView']],
    ['repair', ['repairView'], ['repairAdd', 'repairEdit', 'repairView']],
    ['repair', ['repairView', 'repairAdd', 'repairEdit', 'usersView'], ['usersView']],
    ['activities', ['usersView'], ['partsExport', 'partsView', 'repairAdd', 'repairEdit', 'repairView', 'usersView']],
    ['repairAdd', [], ['repairAdd', 'repairView']], // a button of a page that is not seen is of no use
    ['repairView', ['repairView', 'repairAdd', 'partsView'], ['partsView']], // a page without its view is not seen
    ['repairEdit', ['repairView', 'repairAdd', 'repairEdit'], ['repairAdd', 'repairView']],
  ])('a tap on %s with %j held gives %j', (id, before, after) => {
    expect(sorted(toggleAuthority(tree, at(id), held(...before), all))).toEqual(after)
  })
  it('changes only what its author may give', () => {
    const may = (one: AuthorityNode) => one.id.startsWith('repair') && one.id !== 'repairEdit'
    expect(sorted(toggleAuthority(tree, activities, held('partsExport'), may))).toEqual([
      'partsExport',
      'repairAdd',
      'repairView',
    ])
    expect(
      sorted(toggleAuthority(tree, activities, held('partsExport', 'repairAdd', 'repairView', 'repairEdit'), may)),
    ).toEqual(['partsExport', 'repairEdit'])
    expect(sorted(toggleAuthority(tree, users, held(), may))).toEqual([])
  })
  it('leaves ids alone that the tree does not know', () => {
    expect(sorted(toggleAuthority(tree, repair, held('gone'), all))).toEqual([
      'gone',
      'repairAdd',
      'repairEdit',
      'repairView',
    ])
  })
  it('tells what is given and taken, page by page in the order of the tree', () => {
    const changes = getAuthorityChanges(
      tree,
      held('repairView', 'repairAdd', 'usersView'),
      held('repairView', 'repairEdit', 'usersView', 'usersEdit'),
    )
    expect(changes.map(({ page, given, taken }) => [page.id, given.map((b) => b.id), taken.map((b) => b.id)])).toEqual([
      ['repair', ['repairEdit'], ['repairAdd']],
      ['users', ['usersEdit'], []],
    ])
    expect(getAuthorityChanges(tree, held('repairView'), held('repairView'))).toEqual([])
  })
})
