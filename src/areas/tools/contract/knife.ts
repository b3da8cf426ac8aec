import { choice, integer, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { metre } from '@/areas/rolls/contract/jumbo-roll'
import { cutting } from '@/areas/rolls/contract/slitting'

/** Knives 分切刀 of a slitter by place; a change begins a new life. Metres are counted from its sets. */
export const knife = defineResource('knife', {
  area: 'tools',
  fields: {
    slitterId: reference('line', { required: true }),
    place: integer({ required: true, min: 1, max: 200 }),
    side: choice(['upper', 'lower'], { default: 'upper' }),
    code: text({ max: 60, format: 'code' }),
    mountedAt: moment({ required: true }),
    removedAt: moment(),
    metres: { ...metre, readonly: true },
    lifeM: metre,
    reason: choice(['worn', 'broken', 'reground', 'cleaned', 'orderChange']),
    note: note({ max: 1000 }),
  },
  title: ['slitterId', 'place'],
  filters: ['slitterId', 'place', 'mountedAt', 'removedAt'],
  search: ['code', 'note'],
  sort: 'place',
  offline: true,
  routes: {
    list: 'GET /cut_first/cut_manage',
    create: 'POST /cut_first/cut_manage',
    update: 'PUT /cut_first/cut_manage',
    remove: 'DELETE /cut_first/cut_manage',
  },
  keys: {
    view: cutting.endpoints.list.access,
    add: 'divideInteractiveAdd',
    edit: 'divideInteractiveEdit',
    delete: 'divideInteractiveDelete',
  },
})
