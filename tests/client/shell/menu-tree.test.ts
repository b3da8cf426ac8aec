import { describe, expect, it } from 'vitest'
import {
  getButtonPermissions,
  buildMenuEntries,
  buildGroupRedirects,
  buildPageRoutes,
  parseMenuTree,
} from '@/client/shell/menu-tree'
import { getAddressAfterLogin } from '@/client/shell/navigation'
import type { MenuNode } from '@/contract/menu'

let count = 0
const node = (menu_type: 1 | 2 | 3 | 4, name: string, children: MenuNode[] = [], url = `/${name}`): MenuNode => ({
  id: String(++count),
  name,
  menu_name: name.toUpperCase(),
  url,
  menu_type,
  icon: null,
  children,
})
const button = (key: string) => node(4, key, [], key)
const tree = [
  node(2, 'ledger', [
    node(3, 'equipment', [button('equipmentView'), button('equipmentAdd')], 'ledger/equipment/'),
    node(2, 'deep', [node(3, 'use', [button('useView')], '/ledger/use')]),
  ]),
  node(1, 'standing', [node(3, 'parts', [button('partsView')]), node(2, 'tools', [node(3, 'knife')])]),
  node(2, 'empty', []),
]

describe('the menu tree', () => {
  it('promotes the children of type 1 groups and omits buttons and empty groups', () => {
    expect(buildMenuEntries(tree).map((entry) => [entry.kind, entry.node.name])).toEqual([
      ['group', 'ledger'],
      ['page', 'parts'],
      ['group', 'tools'],
    ])
  })
  it('creates a route for each page, with the groups above it', () => {
    expect(
      buildPageRoutes(buildMenuEntries(tree)).map((page) => [page.url, page.trail.map((step) => step.name)]),
    ).toEqual([
      ['/ledger/equipment', ['ledger']],
      ['/ledger/use', ['ledger', 'deep']],
      ['/parts', []],
      ['/knife', ['tools']],
    ])
  })
  it('leads a group to its first page, however deep', () => {
    expect(buildGroupRedirects(buildMenuEntries(tree))).toEqual([
      { from: '/ledger', to: '/ledger/equipment' },
      { from: '/deep', to: '/ledger/use' },
      { from: '/tools', to: '/knife' },
    ])
  })
  it('collects each permission key once', () => {
    expect(getButtonPermissions([...tree, button('partsView')])).toEqual([
      'equipmentView',
      'equipmentAdd',
      'useView',
      'partsView',
    ])
  })
  it('omits missing pages, and groups that become empty', () => {
    expect(
      buildPageRoutes(buildMenuEntries(tree, (one) => one.name !== 'use' && one.name !== 'knife')).map(
        (page) => page.name,
      ),
    ).toEqual(['equipment', 'parts'])
    expect(buildMenuEntries(tree, () => false)).toEqual([])
  })
  it('treats types above 2 except 4 as pages and survives broken nodes', () => {
    const read = parseMenuTree([
      { url: '/a', menu_name: 'A', menu_type: '5' },
      null,
      { menu_type: 3 },
      'x',
      { url: '/b', menu_type: 2, children: 'no' },
    ])
    expect(read.map((one) => [one.url, one.menu_type, one.children])).toEqual([
      ['/a', 3, []],
      ['/b', 2, []],
    ])
    expect(parseMenuTree('nothing')).toEqual([])
  })
})

describe('the return address after login', () => {
  it.each([
    ['?redirect=%2Factivities%2Frepairs%3Fid%3D1', '/activities/repairs?id=1'],
    ['', '/home'],
    ['?redirect=https%3A%2F%2Fevil.example', '/home'],
    ['?redirect=%2F%2Fevil.example', '/home'],
    ['?redirect=%2F%5Cevil.example', '/home'],
    ['?redirect=%2Fa%5C..%5Cb', '/home'],
    ['?redirect=javascript%3Aalert(1)', '/home'],
    ['?redirect=%2F%09%2Fevil.example', '/home'],
    ['?redirect=%2F', '/home'],
    ['?redirect=%2Flogin2', '/home'],
  ])('%s → %s', (search, place) => expect(getAddressAfterLogin(search)).toBe(place))
})
