import { image, moment, note, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'

/** Comments on a repair, with photos. Immutable: nobody can edit or delete them. */
export const repairComment = defineResource('repairComment', {
  area: 'maintenance',
  fields: {
    repairId: reference('repair', { required: true }),
    text: note({ max: 2000 }),
    images: image(),
    writtenBy: reference('user', { readonly: true }),
    writtenAt: moment({ readonly: true }),
  },
  title: ['text'],
  filters: ['repairId', 'writtenBy', 'writtenAt'],
  sort: 'writtenAt',
  setOnCreate: (_row, { at, personId }) => ({ writtenBy: personId, writtenAt: at }),
  inShiftPack: true,
  offlineWrites: ['create'],
  routes: { list: 'GET /repair/comments', create: 'POST /repair/comment' },
  permissions: { view: 'repairView', add: 'repairAdd' },
})
