import { amount, choice, image, moment, note, reference, references } from '@/contract/field'
import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { defineResource, resourcePageOutput } from '@/contract/resource'
import { metresField } from '@/areas/rolls/contract/jumbo-roll'
import { toolKinds, toolUseKinds, toolUseReasons } from '../rules/tool'
import { placeField, sideField, toolViewPermissions } from './tool'

const area = 'tools'
/**
 * 使用记录: use records of tools. A mounting lasts until the tool comes off; the output of its line or slitter in that
 * time is counted in `hours`, `metres` and `kg`.
 */
export const toolUse = defineResource('toolUse', {
  area,
  fields: {
    toolId: reference('tool', { required: true }),
    toolKind: choice(toolKinds, { readonly: true }),
    kind: choice(toolUseKinds, { required: true }),
    lineId: reference('line'),
    place: placeField,
    side: sideField,
    occurredAt: moment({ required: true, notFuture: true }),
    removedAt: moment({ notFuture: true }),
    hours: amount({ unit: 'h', digits: 1, readonly: true, min: 0 }),
    metres: { ...metresField, readonly: true },
    kg: amount({ unit: 'kg', digits: 1, readonly: true, min: 0 }),
    reason: choice(toolUseReasons),
    images: image(),
    userId: reference('user', { readonly: true }),
    removedBy: reference('user', { readonly: true }),
    note: note({ max: 1000 }),
  },
  title: ['toolId', 'kind'],
  filters: ['toolId', 'toolKind', 'kind', 'lineId', 'place', 'occurredAt', 'removedAt', 'reason'],
  search: ['note'],
  sort: '-occurredAt',
  routes: {
    list: 'GET /get_tool',
    create: 'POST /tool/add_tool',
    update: 'PUT /tool/edit_tool',
    remove: 'DELETE /tool/delete_tool/{id}',
    export: 'GET /tool/use_excel',
  },
  permissions: {
    view: 'toolManagementView',
    add: 'toolManagementAdd',
    edit: 'toolManagementEdit',
    delete: 'toolManagementDelete',
    export: 'toolManagementExport',
  },
})
/** Removes several use records at once: all of them, or none if one cannot be removed. */
export const removeUses = defineEndpoint('toolUse.removeSeveral', {
  area,
  routes: 'DELETE /tool/delete_tool',
  access: 'toolManagementDelete',
  effect: 'write',
  input: { ids: references('toolUse', { required: true, max: 200 }) },
  output: listOutput({ id: reference('toolUse', { required: true }) }),
})
/** Lists the mountings of knives on a slitter (by default on all), the latest first, with the metres that each cut. */
export const slitterKnives = defineEndpoint('toolUse.knives', {
  area,
  routes: 'GET /cut_first/cut_manage',
  access: toolViewPermissions,
  effect: 'read',
  input: { slitterId: reference('line'), place: placeField },
  output: resourcePageOutput(toolUse),
})
