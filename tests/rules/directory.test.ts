import { describe, expect, it } from 'vitest'
import { parseRolesByGroup } from '@/server/directory-settings'
import { isNameVerified, parseDirectoryPerson, decideAdmission } from '@/areas/access/rules/directory'

const rule = {
  nameClaim: 'preferred_username',
  groupsClaim: 'groups',
  roles: [
    { group: 'Plant leads', role: 'MAINT-LEAD' },
    { group: 'mechanics', role: 'MAINT' },
  ],
}
const ruleWithoutRoles = { ...rule, roles: [] }

describe('the setting of groups', () => {
  it('consists of pairs of group and role; a group may contain an equals sign', () => {
    expect(parseRolesByGroup('mechanics=MAINT; cn=leads,ou=plant = MAINT-LEAD ;')).toEqual([
      { group: 'mechanics', role: 'MAINT' },
      { group: 'cn=leads,ou=plant', role: 'MAINT-LEAD' },
    ])
    expect(parseRolesByGroup('')).toEqual([])
  })
  it.each(['mechanics', '=MAINT', 'mechanics='])('is refused as %s', (text) =>
    expect(parseRolesByGroup(text)).toBeNull(),
  )
})

describe('the person in the claims', () => {
  it('has the subject, the name of the configured claim, and the role of the first matching group', () => {
    expect(
      parseDirectoryPerson(
        { sub: 's1', preferred_username: ' Wang.Wei ', name: '王伟', groups: ['mechanics', 'Plant leads'] },
        rule,
      ),
    ).toEqual({ subject: 's1', userName: 'Wang.Wei', fullName: '王伟', role: 'MAINT-LEAD' })
    expect(parseDirectoryPerson({ sub: 's1', preferred_username: 'a', groups: 'mechanics' }, rule)?.role).toBe('MAINT')
    expect(parseDirectoryPerson({ sub: 's1', preferred_username: 'a', groups: ['Mechanics'] }, rule)?.role).toBeNull()
  })
  it.each([
    {},
    { sub: 's1' },
    { preferred_username: 'a' },
    { sub: 's1', preferred_username: ' ' },
    { sub: 5, preferred_username: 'a' },
  ])('is nobody in %j', (claims) => expect(parseDirectoryPerson(claims, rule)).toBeNull())
})

describe('a user name', () => {
  const email = { nameClaim: 'email' }
  it.each([
    [email, { email_verified: true }, true],
    [email, { email_verified: 'true' }, true],
    [email, { email_verified: false }, false],
    [email, { email_verified: 'false' }, false],
    [email, {}, false],
    [email, { email_verified: 1 }, false],
    [{ nameClaim: 'preferred_username' }, {}, true],
  ])('of %j with %j is verified: %s', (by, claims, isVerified) => expect(isNameVerified(claims, by)).toBe(isVerified))
})

describe('the resulting accounts', () => {
  const person = { subject: 's1', userName: 'a', fullName: 'a', role: 'MAINT' }
  const active = { state: 'active', userType: 'standard', isSup: false }
  it.each([
    ['signIn', active, person, rule],
    ['createAccount', null, person, rule],
    ['noRole', active, { ...person, role: null }, rule],
    ['noRole', null, { ...person, role: null }, rule],
    ['signIn', active, { ...person, role: null }, ruleWithoutRoles],
    ['noAccount', null, { ...person, role: null }, ruleWithoutRoles],
    ['suspended', { ...active, state: 'suspended' }, person, rule],
    ['suspended', { ...active, state: 'removed' }, person, rule],
    ['notFromDirectory', { ...active, isSup: true }, person, rule],
    ['notFromDirectory', { ...active, userType: 'service' }, person, rule],
  ] as const)('%s', (verdict, account, who, by) => expect(decideAdmission(who, account, by)).toBe(verdict))
})
