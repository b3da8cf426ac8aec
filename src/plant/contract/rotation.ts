import { defineResource } from '@/contract/resource'
import { choice, day, integer, list, note, text } from '@/contract/field'
import { rotationKinds } from '../rules/rotation'

/**
 * 倒班方案: the pattern of shifts and teams from a business date on. Entries are added ahead. Past entries cannot be
 * removed, because past shifts never change.
 */
export const shiftRotation = defineResource('shiftRotation', {
  area: 'plant',
  fields: {
    effectiveFrom: day({ required: true }),
    kind: choice(rotationKinds, { required: true }),
    anchorDay: day(),
    // Only for custom patterns. Minutes after midnight of the business date; Negative minutes lie on the day before, 1440 and more on the next day.
    shifts: list(
      {
        key: text({ required: true, max: 20 }),
        startMinute: integer({ required: true, min: -1439, max: 2879, unit: 'min' }),
      },
      { max: 6 },
    ),
    // One entry per day of the cycle; a team rests on a day without a shift.
    cycle: list({ shift: text({ max: 20 }) }, { max: 60 }),
    // `offset`: day of the cycle on which the team begins.
    teams: list(
      { key: text({ required: true, max: 20 }), offset: integer({ required: true, min: 0, max: 59, unit: 'd' }) },
      { max: 12 },
    ),
    note: note({ max: 500 }),
  },
  title: ['effectiveFrom', 'kind'],
  unique: [['effectiveFrom']],
  sort: '-effectiveFrom',
  inShiftPack: true,
  routes: { list: 'GET /plant/rotation', create: 'POST /plant/rotation', remove: 'DELETE /plant/rotation' },
  // Everyone may see the shift plan; people who manage departments maintain it.
  permissions: { view: 'signedIn', add: 'departmentsEdit', delete: 'departmentsEdit' },
})
