import { reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { definitionFields } from '@/areas/equipment/contract/custom-field'

/** Custom fields that the plant adds to inspections of a material; validated like the custom fields of equipment. */
export const incomingField = defineResource('incomingField', {
  area: 'incoming',
  fields: { materialId: reference('material', { required: true }), ...definitionFields },
  title: ['labelZh'],
  englishFields: { labelZh: 'labelEn' },
  unique: [['materialId', 'key']],
  filters: ['materialId'],
  search: ['key', 'labelZh'],
  sort: 'sortOrder',
  inShiftPack: true,
  routes: {
    list: 'GET /quality/cm_field',
    create: 'POST /quality/cm_field',
    update: 'PUT /plant/cm_field',
    remove: 'DELETE /quality/cm_field',
  },
  permissions: {
    view: 'rawMaterialInspectionView',
    add: 'rawMaterialInspectionApprove',
    edit: 'rawMaterialInspectionApprove',
    delete: 'rawMaterialInspectionApprove',
  },
})
