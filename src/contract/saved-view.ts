import { defineEndpoint, noOutput, objectOutput } from './endpoint'
import { flag, integer, list, reference, text } from './field'
import { defineResource, resourceOutput } from './resource'

/** A named view of a list (filters, order, columns), private or shared with everyone who may read the list. */
export const savedView = defineResource('savedView', {
  area: 'access',
  fields: {
    name: text({ required: true, max: 60 }),
    ownerId: reference('user', { required: true }),
    // Name of the listed resource, and the page that lists it.
    list: text({ required: true, max: 60, format: 'code' }),
    page: text({ required: true, max: 120 }),
    // The query of the URL: filters, keyword, order, tab.
    query: text({ max: 4000 }),
    // Visible columns and their widths as JSON, in the format of the table.
    columns: text({ max: 4000 }),
    shared: flag({ default: false }),
  },
  title: ['name'],
  unique: [['ownerId', 'page', 'name']],
})
const { ownerId: _owner, ...enteredFields } = savedView.fields

/** Lists the views that the caller can use on a page: the caller's views and shared views. */
export const listSavedViews = defineEndpoint('savedView.ofList', {
  area: 'access',
  routes: 'GET /saved_view_list',
  access: 'signedIn',
  effect: 'read',
  input: { list: enteredFields.list, page: enteredFields.page },
  output: objectOutput({
    // Sharing is allowed to people who may change the rows of the list.
    mayShare: flag({ required: true }),
    views: list({
      id: text({ required: true }),
      version: integer({ required: true }),
      ...enteredFields,
      own: flag({ required: true }),
      owner: text({ required: true }),
    }),
  }),
})
/** Saves a new view, or changes a view of the caller (`id` and `version`). */
export const saveView = defineEndpoint('savedView.keep', {
  area: 'access',
  routes: 'POST /saved_view',
  access: 'signedIn',
  effect: 'write',
  input: { id: reference('savedView'), version: integer({ min: 1 }), ...enteredFields },
  output: resourceOutput(savedView),
})
/** Deletes a view of the caller. */
export const deleteView = defineEndpoint('savedView.drop', {
  area: 'access',
  routes: 'DELETE /saved_view',
  access: 'signedIn',
  effect: 'write',
  input: { id: reference('savedView', { required: true }), version: integer({ min: 1 }) },
  output: noOutput,
})
