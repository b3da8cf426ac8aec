import { describe, expect, it } from 'vitest'
import { isRemoval, getRankRefusal, type KeyHolder } from '@/areas/access/rules/rank'

const holding = (...keys: string[]): KeyHolder => ({ isSup: false, keys: new Set(keys) })
const superUser = (...keys: string[]): KeyHolder => ({ isSup: true, keys: new Set(keys) })
const clerk = holding('usersView', 'usersEdit')
const head = holding('usersView', 'usersEdit', 'usersDelete')

describe('who may do something to a person or a role', () => {
  it.each([
    ['somebody with the same keys', clerk, { to: clerk }, null],
    ['somebody with fewer keys', clerk, { to: holding('usersView') }, null],
    ['somebody without any', clerk, { to: holding() }, null],
    ['somebody with one key more', clerk, { to: head }, 'above'],
    ['somebody with quite other keys', clerk, { to: holding('repairView') }, 'above'],
    ['a super user', head, { to: superUser('usersView') }, 'superUser'],
    ['a super user whose role holds nothing', head, { to: superUser() }, 'superUser'],
    ['a super user with more keys, too', clerk, { to: superUser('repairView') }, 'superUser'],
    ['a new one within one’s own keys', clerk, { to: null, grantedKeys: ['usersView'] }, null],
    ['a new one beyond them', clerk, { to: null, grantedKeys: ['usersView', 'repairView'] }, 'grantBeyond'],
    ['somebody within, who would get more', clerk, { to: holding(), grantedKeys: ['usersDelete'] }, 'grantBeyond'],
    ['somebody above, who would get less', clerk, { to: head, grantedKeys: [] }, 'above'],
    ['somebody within, who is removed', clerk, { to: holding(), removesOrRestores: true }, 'removal'],
    ['the same with the key', head, { to: holding(), removesOrRestores: true }, null],
    ['a super user who is removed, with the key', head, { to: superUser(), removesOrRestores: true }, 'superUser'],
  ] as const)('%s', (_what, actor, deed, refusal) => {
    expect(getRankRefusal(actor, deed)).toBe(refusal)
  })
  it('a super user may do all of it, whatever the own role holds', () => {
    for (const to of [superUser('repairView'), head, null])
      expect(getRankRefusal(superUser(), { to, grantedKeys: ['repairView'], removesOrRestores: true })).toBeNull()
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
