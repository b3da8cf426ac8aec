import { defineEndpoint, many, none, one } from '@/contract/endpoint'
import { choice, flag, image, moment, reference, references, text, type Fields } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { baseFields } from '@/contract/row-fields'
import { REMOVE_PEOPLE } from '../rules/rank'

export const teams = ['A', 'B', 'C', 'D'] as const

/** A `service` account belongs to a machine: it has tokens, no password, and nobody signs in with it. */
export const personTypes = ['standard', 'nonStandard'] as const
export const userTypes = [...personTypes, 'service'] as const

/** A person with an account. The password lives elsewhere and never travels with this row. Phones write the user name with a capital: it signs in in either case. */
export const user = defineResource('user', {
  area: 'access',
  table: 'app_user',
  fields: {
    userName: text({ required: true, max: 40, format: 'userName', ignoreCase: true }),
    accountName: text({ required: true, max: 60 }),
    accountNameEn: text({ max: 60 }),
    nickname: text({ max: 60 }),
    roleId: reference('role', { required: true }),
    departmentId: reference('department'),
    team: choice(teams),
    // Empty: works at any.
    lineIds: references('line', { max: 50 }),
    gender: choice(['male', 'female', 'unstated'], { default: 'unstated' }),
    phone: text({ max: 20, format: 'phone' }),
    userType: choice(userTypes, { default: 'standard' }),
    state: choice(['active', 'suspended', 'removed'], { default: 'active' }),
    isSup: flag({ readonly: true, default: false }),
    mustChange: flag({ readonly: true, default: false }),
    lastLoginAt: moment({ readonly: true }),
    photo: image({ max: 1 }),
  },
  title: ['accountName'],
  english: { accountName: 'accountNameEn' },
  unique: [['userName']],
  importKey: ['userName'],
  filters: ['roleId', 'departmentId', 'team', 'state', 'userType'],
  search: ['userName', 'accountName', 'nickname', 'phone'],
  sort: 'userName',
  // Who left, and machines, are not chosen for anything.
  offers: { state: ['active'], userType: personTypes },
  routes: {
    list: 'GET /user/index',
    update: ['PUT /user/update', 'POST /user/update'],
    remove: 'DELETE /user/delete',
    export: 'GET /user/excel',
    import: 'POST /user/import',
    template: 'GET /user/template',
  },
  keys: {
    view: 'usersView',
    edit: 'usersEdit',
    delete: REMOVE_PEOPLE,
    export: 'usersExport',
    // A password never stands in a file: who is imported is given the first one as everybody else, by an administrator.
    import: 'usersAdd',
  },
  verified: { update: ['roleId', 'state', 'userName', 'userType'], remove: true, import: true },
})

const password = text({ required: true, max: 128, secret: true, suggested: true })
/** A new account and its first password, which must be changed at the first login. */
export const createUser = defineEndpoint('user.create', {
  area: 'access',
  routes: 'PUT /user/create',
  access: 'usersAdd',
  effect: 'write',
  verified: true,
  input: {
    id: reference('user'),
    ...pick(user.fields, [
      'userName',
      'accountName',
      'accountNameEn',
      'nickname',
      'roleId',
      'departmentId',
      'team',
      'lineIds',
      'gender',
      'phone',
      'userType',
      'photo',
    ]),
    // Of a person; a service account has none.
    password: text({ max: 128, secret: true, suggested: true }),
  },
  output: one({ ...baseFields, ...user.fields }),
})
/** The administrator gives somebody a new password; all of that person's sessions end. */
export const resetPassword = defineEndpoint('user.resetPassword', {
  area: 'access',
  routes: 'POST /user/reset_password',
  access: 'usersEdit',
  effect: 'write',
  verified: true,
  input: { id: reference('user', { required: true }), password },
  output: none,
})

const option = { id: text({ required: true }), label: text({ required: true }), detail: text() } satisfies Fields
/** People by department: for pick-lists of who is responsible. */
export const namesByDepartment = defineEndpoint('user.namesByDepartment', {
  area: 'access',
  routes: 'GET /user/get_cname1',
  access: 'signedIn',
  effect: 'read',
  input: { departmentId: reference('department') },
  output: many(option),
})
/** People by role: for pick-lists of who may do it. */
export const namesByRole = defineEndpoint('user.namesByRole', {
  area: 'access',
  routes: 'GET /user/get_cname2',
  access: 'signedIn',
  effect: 'read',
  input: { roleId: reference('role') },
  output: many(option),
})
/** Everybody active, by name. */
export const names = defineEndpoint('user.names', {
  area: 'access',
  routes: 'GET /user/get_name',
  access: 'signedIn',
  effect: 'read',
  input: { keyword: text() },
  output: many(option),
})

function pick<const F extends Fields, const K extends keyof F>(fields: F, keys: readonly K[]): Pick<F, K> {
  return Object.fromEntries(keys.map((k) => [k, fields[k]])) as Pick<F, K>
}
