import { defineEndpoint, listOutput, noOutput, objectOutput } from '@/contract/endpoint'
import { choice, flag, image, moment, reference, references, text, type Fields } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { baseFields } from '@/contract/row-fields'
import { REMOVE_PEOPLE_KEY } from '../rules/rank'

/** Teams of shift workers. */
export const teams = ['A', 'B', 'C', 'D'] as const

/** Types of personal accounts. A `service` account belongs to a machine: it has tokens but no password. */
export const personTypes = ['standard', 'nonStandard'] as const
/** All types of accounts. */
export const userTypes = [...personTypes, 'service'] as const

/**
 * An account. The password is stored elsewhere and never part of this row. User names ignore case, because phones
 * capitalize them.
 */
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
    // Empty means all lines.
    lineIds: references('line', { max: 50 }),
    gender: choice(['male', 'female', 'unstated'], { default: 'unstated' }),
    phone: text({ max: 20, format: 'phone' }),
    userType: choice(userTypes, { default: 'standard' }),
    state: choice(['active', 'suspended', 'removed'], { default: 'active' }),
    // Super user, who holds every permission.
    isSup: flag({ readonly: true, default: false }),
    mustChange: flag({ readonly: true, default: false }),
    lastLoginAt: moment({ readonly: true }),
    photo: image({ max: 1 }),
  },
  title: ['accountName'],
  englishFields: { accountName: 'accountNameEn' },
  unique: [['userName']],
  importKey: ['userName'],
  filters: ['roleId', 'departmentId', 'team', 'state', 'userType'],
  search: ['userName', 'accountName', 'nickname', 'phone'],
  sort: 'userName',
  // Pick-lists offer neither suspended or removed people nor machines.
  pickListFilter: { state: ['active'], userType: personTypes },
  routes: {
    list: 'GET /user/index',
    update: ['PUT /user/update', 'POST /user/update'],
    remove: 'DELETE /user/delete',
    export: 'GET /user/excel',
    import: 'POST /user/import',
    template: 'GET /user/template',
  },
  permissions: {
    view: 'usersView',
    edit: 'usersEdit',
    delete: REMOVE_PEOPLE_KEY,
    export: 'usersExport',
    // An import file contains no passwords. An administrator gives imported people their first password.
    import: 'usersAdd',
  },
  reauthentication: { update: ['roleId', 'state', 'userName', 'userType'], remove: true, import: true },
})

const password = text({ required: true, max: 128, secret: true, offersSuggestion: true })
/** Creates an account with its first password, which must be changed at the first login. */
export const createUser = defineEndpoint('user.create', {
  area: 'access',
  routes: 'PUT /user/create',
  access: 'usersAdd',
  effect: 'write',
  reauthentication: true,
  input: {
    id: reference('user'),
    ...pickFields(user.fields, [
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
    // Required for personal accounts; a service account has none.
    password: text({ max: 128, secret: true, offersSuggestion: true }),
  },
  output: objectOutput({ ...baseFields, ...user.fields }),
})
/** An administrator gives a person a new password. All sessions of the person end. */
export const resetPassword = defineEndpoint('user.resetPassword', {
  area: 'access',
  routes: 'POST /user/reset_password',
  access: 'usersEdit',
  effect: 'write',
  reauthentication: true,
  input: { id: reference('user', { required: true }), password },
  output: noOutput,
})

const optionFields = { id: text({ required: true }), label: text({ required: true }), detail: text() } satisfies Fields
/** Lists the people of a department, for pick-lists of responsible people. */
export const namesByDepartment = defineEndpoint('user.namesByDepartment', {
  area: 'access',
  routes: 'GET /user/get_cname1',
  access: 'signedIn',
  effect: 'read',
  input: { departmentId: reference('department') },
  output: listOutput(optionFields),
})
/** Lists the people with a role, for pick-lists. */
export const namesByRole = defineEndpoint('user.namesByRole', {
  area: 'access',
  routes: 'GET /user/get_cname2',
  access: 'signedIn',
  effect: 'read',
  input: { roleId: reference('role') },
  output: listOutput(optionFields),
})
/** Lists active people whose name contains the keyword. */
export const namesByKeyword = defineEndpoint('user.names', {
  area: 'access',
  routes: 'GET /user/get_name',
  access: 'signedIn',
  effect: 'read',
  input: { keyword: text() },
  output: listOutput(optionFields),
})

function pickFields<const F extends Fields, const K extends keyof F>(fields: F, names: readonly K[]): Pick<F, K> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, K>
}
