import {
  amount,
  choice,
  custom,
  day,
  flag,
  image,
  integer,
  list,
  moment,
  note,
  reference,
  references,
  text,
} from '@/contract/field'
import { defineResource } from '@/contract/resource'
import type { CustomFieldColumn } from '@/server/excel/resource-columns'
import type { Translate } from '@/server/translations'

/** A resource with a field of every type. */
export const sample = defineResource('sample', {
  area: 'lab',
  fields: {
    code: text({ required: true, max: 20, format: 'code' }),
    name: text({ max: 60 }),
    secret: text({ secret: true }),
    hidden: text({ hidden: true }),
    count: integer({ unit: 'pcs', min: 0 }),
    weight: amount({ unit: 'kg', digits: 2 }),
    grade: choice(['good', 'poor']),
    live: flag(),
    madeOn: day(),
    takenAt: moment(),
    startsAt: text({ format: 'time', max: 5 }),
    shift: text({ max: 40, vocabulary: 'contract:shifts' }),
    lineId: reference('line'),
    people: references('user'),
    parts: list({ name: text({ required: true }), number: integer({ unit: 'pcs' }) }),
    photos: image(),
    state: choice(['new', 'done'], { readonly: true, default: 'new' }),
    remark: note(),
    custom: custom('sample'),
  },
  title: ['code'],
  unique: [['code']],
  importKey: ['code'],
})

const words: Record<'zh' | 'en', Record<string, string>> = {
  zh: {
    'lab:sample.name': '样品',
    'lab:sample.fields.code': '编码',
    'lab:sample.fields.name': '名称',
    'lab:sample.fields.count': '数量',
    'lab:sample.fields.weight': '重量',
    'lab:sample.fields.grade': '等级',
    'lab:sample.options.grade.good': '良好',
    'lab:sample.options.grade.poor': '差',
    'lab:sample.fields.live': '启用',
    'lab:sample.fields.madeOn': '生产日期',
    'lab:sample.fields.takenAt': '取样时间',
    'lab:sample.fields.startsAt': '开始',
    'lab:sample.fields.shift': '班次',
    'contract:shifts.night': '夜班',
    'lab:sample.fields.lineId': '生产线',
    'lab:sample.fields.people': '人员',
    'lab:sample.fields.parts': '部件',
    'lab:sample.fields.photos': '照片',
    'lab:sample.fields.state': '状态',
    'lab:sample.options.state.new': '新',
    'lab:sample.options.state.done': '完成',
    'lab:sample.fields.remark': '备注',
    'contract:excel.yes': '是',
    'contract:excel.no': '否',
    'lab:sample.hints.code': '贴在样品上',
  },
  en: {
    'lab:sample.name': 'Sample',
    'lab:sample.fields.code': 'Code',
    'lab:sample.fields.name': 'Name',
    'lab:sample.fields.count': 'Count',
    'lab:sample.fields.weight': 'Weight',
    'lab:sample.fields.grade': 'Grade',
    'lab:sample.options.grade.good': 'Good',
    'lab:sample.options.grade.poor': 'Poor',
    'lab:sample.fields.live': 'In use',
    'lab:sample.fields.madeOn': 'Made on',
    'lab:sample.fields.takenAt': 'Taken at',
    'lab:sample.fields.startsAt': 'Starts',
    'lab:sample.fields.shift': 'Shift',
    'contract:shifts.night': 'Night shift',
    'lab:sample.fields.lineId': 'Line',
    'lab:sample.fields.people': 'People',
    'lab:sample.fields.parts': 'Parts',
    'lab:sample.fields.photos': 'Photos',
    'lab:sample.fields.state': 'State',
    'lab:sample.options.state.new': 'New',
    'lab:sample.options.state.done': 'Done',
    'lab:sample.fields.remark': 'Remark',
    'contract:excel.yes': 'Yes',
    'contract:excel.no': 'No',
    'lab:sample.hints.code': 'On the label',
  },
}
export const t: Record<'zh' | 'en', Translate> = {
  zh: (key) => words.zh[key] ?? key,
  en: (key) => words.en[key] ?? key,
}
export const hasTranslation = (key: string): boolean => key in words.zh

export const customFields: CustomFieldColumn[] = [
  { of: 'sample', key: 'gap', kind: 'number', labelZh: '间隙', labelEn: 'Gap', unit: 'mm', decimals: 1 },
  {
    of: 'sample',
    key: 'colour',
    kind: 'choice',
    labelZh: '颜色',
    labelEn: 'Colour',
    choices: [
      { key: 'r', zh: '红', en: 'Red' },
      { key: 'b', zh: '蓝', en: 'Blue' },
    ],
    mandatory: true,
  },
]
export const LINE = '01890000-0000-7000-8000-000000000001'
export const ANN = '01890000-0000-7000-8000-00000000000a'
export const BEN = '01890000-0000-7000-8000-00000000000b'
export const refs: Record<string, string> = { [LINE]: 'SMS 1', [ANN]: '安', [BEN]: 'Ben' }
/** Resolves the names above to ids; `Li` is ambiguous (two people). */
export async function resolveReference(to: string, names: readonly string[]): Promise<Map<string, string[]>> {
  const idsByName: Record<string, string[]> =
    to === 'line' ? { 'SMS 1': [LINE] } : { 安: [ANN], Ben: [BEN], Li: [ANN, BEN] }
  return new Map(names.flatMap((name) => (idsByName[name] ? [[name, idsByName[name]]] : [])))
}
