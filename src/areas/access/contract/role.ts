import { defineEndpoint, type Output } from '@/contract/endpoint'
import { choice, integer, reference, references, text, note, flag, list, type Fields } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import type { MenuTreeNode } from '../rules/menu-tree'

const nodeFields = {
  id: text({ required: true }),
  name: text({ required: true }),
  menu_name: text({ required: true }),
  url: text({ required: true }),
  menu_type: integer({ required: true }),
  icon: text(),
} satisfies Fields
/** Levels of the tree below the top groups: nested groups, pages and buttons. */
const LEVELS_BELOW_TOP = 3
const buildChildFields = (levels: number): Fields =>
  levels === 0 ? nodeFields : { ...nodeFields, children: list(buildChildFields(levels - 1), { required: true }) }

/** Fields of a menu node in an answer; buttons are the leaves. */
export const menuNodeFields = {
  ...nodeFields,
  children: list(buildChildFields(LEVELS_BELOW_TOP), { required: true }),
} satisfies Fields

/**
 * A node of the menu tree. Values of `menuType`: 1 hidden group (the menu displays its pages at the top level), 2 group,
 * 3 page, 4 button (its `url` is a permission key).
 */
export const menu = defineResource('menu', {
  area: 'access',
  fields: {
    name: text({ required: true, max: 80 }),
    parentId: reference('menu'),
    menuType: integer({ required: true, min: 1, max: 4 }),
    url: text({ required: true, max: 120 }),
    icon: text({ max: 40 }),
    position: integer({ required: true }),
  },
  title: ['name'],
  unique: [['name']],
  sort: 'position',
})

/** A role of people. Its `authority` lists the menu buttons that it holds; each button stands for a permission key. */
export const role = defineResource('role', {
  area: 'access',
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    name: text({ required: true, max: 60 }),
    nameEn: text({ max: 60 }),
    // Ids of menu buttons.
    authority: references('menu', { max: 2000 }),
    // True if people with this role must sign in with a code from an authenticator app.
    secondFactor: flag({ default: false }),
    builtIn: flag({ readonly: true, default: false }),
    note: note({ max: 500 }),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  unique: [['code'], ['name']],
  search: ['code', 'name'],
  sort: 'code',
  routes: {
    list: 'GET /role/index',
    create: 'POST /role/create',
    update: 'PUT /role/update',
    remove: 'DELETE /role/delete',
  },
  permissions: { view: 'rolesView', add: 'rolesAdd', edit: 'rolesEdit', delete: 'rolesDelete' },
  reauthentication: { create: ['authority', 'secondFactor'], update: ['authority', 'secondFactor'], remove: true },
})

/** Typed by hand, because field definitions cannot express a recursive type. */
const treeOutput: Output<MenuTreeNode[]> = { shape: 'many', fields: menuNodeFields }
/** Returns the menu tree of the caller's role with buttons. People who may see roles or accounts may pass another. */
export const roleMenu = defineEndpoint('menu.ofRole', {
  area: 'access',
  routes: 'GET /role_menu',
  access: 'signedIn',
  effect: 'read',
  input: { roleId: reference('role') },
  output: treeOutput,
})
/** Returns the whole menu tree, to choose a role's authority from. */
export const fullMenu = defineEndpoint('menu.all', {
  area: 'access',
  routes: 'GET /menus',
  access: ['rolesView', 'usersView'],
  effect: 'read',
  input: {},
  output: treeOutput,
})

/** A department; departments form a tree by `parentId`. */
export const department = defineResource('department', {
  area: 'access',
  fields: {
    name: text({ required: true, max: 60 }),
    nameEn: text({ max: 60 }),
    parentId: reference('department'),
    // Person in charge.
    principalId: reference('user'),
    phone: text({ max: 20, format: 'phone' }),
    kind: choice(['production', 'maintenance', 'quality', 'office'], { default: 'production' }),
    position: integer({ default: 0, min: -1_000_000, max: 1_000_000 }),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  unique: [['name']],
  filters: ['parentId'],
  search: ['name'],
  sort: 'position',
  routes: {
    list: 'POST /dept/findall',
    create: 'POST /dept/create',
    update: ['PUT /dept/update', 'POST /dept/update'],
    remove: 'DELETE /dept/delete',
  },
  permissions: {
    view: ['departmentsView', 'usersView'],
    add: 'departmentsAdd',
    edit: 'departmentsEdit',
    delete: 'departmentsDelete',
  },
})
