import { flag, note, text } from '@/contract/field'
import { defineEndpoint } from '@/contract/endpoint'
import { defineResource, resourceOutput } from '@/contract/resource'

const area = 'certificates'
const permissions = {
  view: 'qualityReportView',
  add: 'qualityReportAdd',
  edit: 'qualityReportEdit',
  delete: 'qualityReportDelete',
} as const

/** Remarks for certificates, in both languages. */
export const coaRemark = defineResource('coaRemark', {
  area,
  fields: {
    code: text({ required: true, max: 40, format: 'code' }),
    text: note({ required: true, max: 1000 }),
    textEn: note({ required: true, max: 1000 }),
    active: flag({ default: true }),
  },
  title: ['code'],
  unique: [['code']],
  filters: ['active'],
  search: ['code', 'text', 'textEn'],
  sort: 'code',
  routes: {
    list: 'GET /quality/coa_remarks',
    create: 'POST /quality/coa_remarks',
    update: 'PUT /quality/coa_remarks',
    remove: 'DELETE /quality/coa_remarks',
  },
  permissions,
})
/** English translations of plant terms on certificates: colours, treatments, grades. */
export const coaTranslation = defineResource('coaTranslation', {
  area,
  fields: {
    term: text({ required: true, max: 120 }),
    english: text({ required: true, max: 200 }),
  },
  title: ['term'],
  unique: [['term']],
  search: ['term', 'english'],
  sort: 'term',
  routes: { list: 'GET /quality/get_translate', remove: 'DELETE /plant/coa_translation' },
  permissions: { view: permissions.view, delete: permissions.delete },
})
/** Sets the translation of a term; an existing translation is overwritten. */
export const setCoaTranslation = defineEndpoint('coaTranslation.set', {
  area,
  routes: 'POST /quality/get_translate',
  access: permissions.edit,
  effect: 'write',
  input: { term: coaTranslation.fields.term, english: coaTranslation.fields.english },
  output: resourceOutput(coaTranslation),
})
