import { defineEndpoint, none, one } from './endpoint'
import { flag, integer, list, reference, text } from './field'
import { defineResource, rowOf } from './resource'

/** A way to look at a list, kept under a name: its filters, order and columns. Of one person, or shared with all who read the list. */
export const savedView = defineResource('savedView', {
  area: 'access',
  fields: {
    name: text({ required: true, max: 60 }),
    ownerId: reference('user', { required: true }),
    // The resource that is listed, and the page on which it is.
    list: text({ required: true, max: 60, format: 'code' }),
    page: text({ required: true, max: 120 }),
    // What stands in the address of the list: filters, keyword, order, tab.
    query: text({ max: 4000 }),
    // Columns shown and their widths, as the table keeps them (JSON).
    columns: text({ max: 4000 }),
    shared: flag({ default: false }),
  },
  title: ['name'],
  unique: [['ownerId', 'page', 'name']],
})
const { ownerId: _owner, ...entered } = savedView.fields

/** The views that this person may use on a page: own ones, and those that others share. */
export const viewsOfList = defineEndpoint('savedView.ofList', {
  area: 'access',
  routes: 'GET /saved_view_list',
  access: 'signedIn',
  effect: 'read',
  input: { list: entered.list, page: entered.page },
  output: one({
    // Whether this person may share with others: who may change the rows of the list.
    mayShare: flag({ required: true }),
    views: list({
      id: text({ required: true }),
      version: integer({ required: true }),
      ...entered,
      own: flag({ required: true }),
      owner: text({ required: true }),
    }),
  }),
})
/** Keeps a view, or changes one of one's own (`id` with `version`). */
export const keepView = defineEndpoint('savedView.keep', {
  area: 'access',
  routes: 'POST /saved_view',
  access: 'signedIn',
  effect: 'write',
  input: { id: reference('savedView'), version: integer({ min: 1 }), ...entered },
  output: rowOf(savedView),
})
/** Deletes a view of one's own. */
export const dropView = defineEndpoint('savedView.drop', {
  area: 'access',
  routes: 'DELETE /saved_view',
  access: 'signedIn',
  effect: 'write',
  input: { id: reference('savedView', { required: true }), version: integer({ min: 1 }) },
  output: none,
})
