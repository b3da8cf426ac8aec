import { defineEndpoint, many } from './endpoint'
import { text } from './field'

/** Which roles hold each key of a page, as the roles are now; for those who see the page. Keys that no call asks for are left out. */
export const pageRights = defineEndpoint('role.ofPage', {
  area: 'access',
  routes: 'GET /page_rights',
  access: 'signedIn',
  effect: 'read',
  input: { page: text({ required: true, max: 60 }) },
  // One for each role that holds a key; a key that nobody holds has one without a role.
  output: many({ suffix: text({ required: true }), key: text({ required: true }), role: text() }),
})
