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
const toIdSet = (...ids: string[]) => new Set(ids)
const sorted = (set: ReadonlySet<string>) => [...set].sort()
const find = (id: string, nodes: readonly AuthorityNode[] = tree): AuthorityNode | undefined =>
  nodes.flatMap((one) => (one.id === id ? [one] : [find(id, one.children)])).find(Boolean)
const getNode = (id: string): AuthorityNode => {
  const found = find(id)
  if (!found) throw new Error(id)
  return found
}

describe('authority of a role', () => {
  it('counts buttons: all, some or none below a node', () => {
    expect(getButtons(activities)).toHaveLength(5)
    expect(getCheckState(repair, toIdSet())).toBe('none')
    expect(getCheckState(repair, toIdSet('repairView'))).toBe('some')
    expect(getCheckState(repair, toIdSet('repairView', 'repairAdd', 'repairEdit'))).toBe('all')
    expect(getCheckState(activities, toIdSet('repairView', 'repairAdd', 'repairEdit'))).toBe('some')
    expect(getCheckState(node('empty', 2), toIdSet('repairView'))).toBe('none')
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
    expect(sorted(toggleAuthority(tree, getNode(id), toIdSet(...before), all))).toEqual(after)
  })
  it('changes only buttons that its author may grant', () => {
    const may = (one: AuthorityNode) => one.id.startsWith('repair') && one.id !== 'repairEdit'
    expect(sorted(toggleAuthority(tree, activities, toIdSet('partsExport'), may))).toEqual([
      'partsExport',
      'repairAdd',
      'repairView',
    ])
    expect(
      sorted(toggleAuthority(tree, activities, toIdSet('partsExport', 'repairAdd', 'repairView', 'repairEdit'), may)),
    ).toEqual(['partsExport', 'repairEdit'])
    expect(sorted(toggleAuthority(tree, users, toIdSet(), may))).toEqual([])
  })
  it('keeps ids that the tree does not contain', () => {
    expect(sorted(toggleAuthority(tree, repair, toIdSet('gone'), all))).toEqual([
      'gone',
      'repairAdd',
      'repairEdit',
      'repairView',
    ])
  })
  it('lists granted and removed buttons, page by page in the order of the tree', () => {
    const changes = getAuthorityChanges(
      tree,
      toIdSet('repairView', 'repairAdd', 'usersView'),
      toIdSet('repairView', 'repairEdit', 'usersView', 'usersEdit'),
    )
    expect(
      changes.map(({ page, grantedButtons, revokedButtons }) => [
        page.id,
        grantedButtons.map((b) => b.id),
        revokedButtons.map((b) => b.id),
      ]),
    ).toEqual([
      ['repair', ['repairEdit'], ['repairAdd']],
      ['users', ['usersEdit'], []],
    ])
    expect(getAuthorityChanges(tree, toIdSet('repairView'), toIdSet('repairView'))).toEqual([])
  })
})
