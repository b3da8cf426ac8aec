import { describe, expect, it } from 'vitest'
import { isRemoval, getRankRefusal, type PermissionHolder } from '@/areas/access/rules/rank'

const holding = (...keys: string[]): PermissionHolder => ({ isSup: false, keys: new Set(keys) })
const superUser = (...keys: string[]): PermissionHolder => ({ isSup: true, keys: new Set(keys) })
const clerk = holding('usersView', 'usersEdit')
const head = holding('usersView', 'usersEdit', 'usersDelete')

describe('permission to change a person or a role', () => {
  it.each([
    ['somebody with the same keys', clerk, { target: clerk }, null],
    ['somebody with fewer keys', clerk, { target: holding('usersView') }, null],
    ['somebody without any', clerk, { target: holding() }, null],
    ['somebody with one key more', clerk, { target: head }, 'above'],
    ['somebody with quite other keys', clerk, { target: holding('repairView') }, 'above'],
    ['a super user', head, { target: superUser('usersView') }, 'superUser'],
    ['a super user whose role holds nothing', head, { target: superUser() }, 'superUser'],
    ['a super user with more keys, too', clerk, { target: superUser('repairView') }, 'superUser'],
    ['a new one within one’s own keys', clerk, { target: null, grantedKeys: ['usersView'] }, null],
    ['a new one beyond them', clerk, { target: null, grantedKeys: ['usersView', 'repairView'] }, 'grantBeyond'],
    ['somebody within, who would get more', clerk, { target: holding(), grantedKeys: ['usersDelete'] }, 'grantBeyond'],
    ['somebody above, who would get less', clerk, { target: head, grantedKeys: [] }, 'above'],
    ['somebody within, who is removed', clerk, { target: holding(), removesOrRestores: true }, 'removal'],
    ['the same with the key', head, { target: holding(), removesOrRestores: true }, null],
    ['a super user who is removed, with the key', head, { target: superUser(), removesOrRestores: true }, 'superUser'],
  ] as const)('%s', (_what, actor, deed, refusal) => {
    expect(getRankRefusal(actor, deed)).toBe(refusal)
  })
  it('a super user may do everything, whatever the own role contains', () => {
    for (const target of [superUser('repairView'), head, null])
      expect(getRankRefusal(superUser(), { target, grantedKeys: ['repairView'], removesOrRestores: true })).toBeNull()
  })
})

it.each([
  ['active', 'removed', true],
  ['suspended', 'removed', true],
  ['removed', 'active', true],
  ['removed', 'suspended', true],
  ['removed', 'removed', false],
  ['active', 'suspended', false],
  ['suspended', 'active', false],
] as const)('from %s to %s is a removal or takes one back: %s', (from, to, removal) => {
  expect(isRemoval(from, to)).toBe(removal)
})
