import { defineResource } from '@/contract/resource'
import { choice, day, image, note, reference, references, text } from '@/contract/field'
import { weeklyTaskLifecycle } from '@/areas/maintenance/rules/weekly-work'

/** 周工作: tasks of a week (ISO 8601, `2026-W47`). `rules/weekly-work` defines their states and the carry-over. */
export const weeklyWork = defineResource('weeklyWork', {
  area: 'maintenance',
  fields: {
    week: text({ required: true, max: 8, format: 'code' }),
    title: text({ required: true, max: 200 }),
    lineId: reference('line'),
    equipmentId: reference('equipment'),
    people: references('user', { max: 20 }),
    state: choice(weeklyTaskLifecycle.states, { default: 'planned' }),
    plannedOn: day(),
    doneOn: day({ notFuture: true }),
    result: note({ max: 2000 }),
    images: image(),
    note: note(),
    carriedFrom: reference('weeklyWork', { readonly: true }),
  },
  title: ['title', 'week'],
  filters: ['week', 'lineId', 'equipmentId', 'state', 'people', 'plannedOn'],
  search: ['title', 'result', 'note'],
  sort: '-week',
  // The same title may occur for several lines or machines in a week.
  importKey: ['week', 'title', 'lineId', 'equipmentId'],
  inShiftPack: true,
  offlineWrites: ['create', 'update'],
  routes: {
    list: ['GET /upkeep/week_work', 'POST /upkeep/week_work'],
    create: 'POST /upkeep/add_week_work',
    update: 'PUT /upkeep/edit_week_work',
    remove: 'DELETE /upkeep/delete_week_work',
    export: 'GET /book/week_work_excel',
    import: 'POST /book/in_week_work_excel',
    template: 'GET /book/week_work_template',
  },
  permissions: {
    view: 'weeklyWorkView',
    add: 'weeklyWorkAdd',
    edit: 'weeklyWorkEdit',
    delete: 'weeklyWorkDelete',
    export: 'weeklyWorkExport',
    import: 'weeklyWorkUpload',
  },
})
