import { amount, choice, flag, integer, list, reference, text } from '@/contract/field'
import { inspectionLevels, samplings } from '../rules/material-standard'
import { defineVersionedDocument } from './document'

const limitField = amount({ unit: '', digits: 6 })

/** Material standards 物料标准: items of the incoming inspection with limits, sampling plan, and shelf life. */
export const materialDocument = defineVersionedDocument('materialStandard', {
  page: 'materialStandards',
  contentFields: {
    materialId: reference('material', { required: true }),
    items: list(
      {
        indexId: reference('testIndex'),
        name: text(),
        nameEn: text(),
        method: text({ max: 120 }),
        unit: text({ max: 20 }),
        low: limitField,
        target: limitField,
        high: limitField,
        required: flag({ default: true }),
      },
      { max: 60 },
    ),
    sampling: choice(samplings, { required: true }),
    aql: amount({ unit: '%', digits: 3, min: 0, max: 10 }),
    level: choice(inspectionLevels),
    shelfLifeDays: integer({ unit: 'd', min: 1, max: 3650 }),
  },
  subjectField: 'materialId',
  filters: ['sampling'],
  readPermissions: ['rawMaterialInspectionView'],
  routes: {
    list: 'GET /craft/m_standard',
    create: 'POST /craft/m_standard',
    update: 'PUT /craft/m_standard',
    remove: 'DELETE /craft/m_standard',
    newVersion: 'PUT /craft/ms_new',
    excel: 'GET /craft/ms_file',
    submit: 'POST /craft/ms_audit',
    approval: 'GET /craft/ms_audit',
    ratify: 'POST /craft/ms_ratify',
    withdraw: 'POST /plant/material_standard_withdraw',
    replaceApprover: 'POST /plant/material_standard_replace_approver',
    approvers: 'GET /plant/material_standard_approvers',
  },
})
