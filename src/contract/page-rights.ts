import { defineEndpoint, listOutput } from './endpoint'
import { text } from './field'

/**
 * Lists the roles that currently hold each permission of a page, for people who see the page. Permissions that no
 * endpoint requires are left out.
 */
export const pageRights = defineEndpoint('role.ofPage', {
  area: 'access',
  routes: 'GET /page_rights',
  access: 'signedIn',
  effect: 'read',
  input: { page: text({ required: true, max: 60 }) },
  // One entry per role and permission; a permission without roles has one entry without a role.
  output: listOutput({ suffix: text({ required: true }), key: text({ required: true }), role: text() }),
})
