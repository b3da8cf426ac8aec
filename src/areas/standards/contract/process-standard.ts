import { amount, choice, list, note, reference, text } from '@/contract/field'
import { speedField } from '@/plant/contract/line'
import { defineResource } from '@/contract/resource'
import { approvalFields } from './approval'

/** A limit is in the unit of its parameter, so this field has no unit. */
const limitField = amount({ unit: '', digits: 3 })
/** Process parameters with the limits that process inspections are judged by. */
export const parameterList = list(
  {
    key: text({ required: true, max: 40 }),
    label: text({ required: true }),
    labelEn: text(),
    unit: text({ max: 20 }),
    target: limitField,
    low: limitField,
    high: limitField,
  },
  { max: 100 },
)

export const variants = ['mainLine', 'slitting'] as const
/** Editable fields of a standard for a main line. */
export const mainLineContent = {
  code: text({ required: true, max: 40, format: 'code' }),
  productId: reference('product', { required: true }),
  lineId: reference('line'),
  idealSpeed: speedField,
  weightTolerance: amount({ unit: '%', digits: 2, min: 0, max: 100 }),
  parameters: parameterList,
  // Share of the total feed, in percent.
  ratios: list(
    {
      materialId: reference('material', { required: true }),
      // The target is dosed. Feeds are checked against the minimum and maximum.
      targetPercent: amount({ unit: '%', digits: 3, min: 0, max: 100 }),
      minPercent: amount({ unit: '%', digits: 3, min: 0, max: 100 }),
      maxPercent: amount({ unit: '%', digits: 3, min: 0, max: 100 }),
    },
    { max: 30 },
  ),
  note: note(),
} as const
const { ratios: _ratios, ...contentWithoutRatios } = mainLineContent
/** Editable fields of a standard for a slitter, which has no feed. */
export const slittingContent = contentWithoutRatios

/**
 * Process standards 工艺标准 of main lines and slitters. One row is one version; only the newest approved one may be used.
 */
export const processStandard = defineResource('processStandard', {
  area: 'standards',
  fields: { ...mainLineContent, variant: choice(variants, { required: true }), ...approvalFields },
  title: ['code', 'revision'],
  unique: [['code', 'revision']],
  filters: ['state', 'newest', 'variant', 'productId', 'lineId', 'code', 'waitingFor', 'authors', 'submittedBy'],
  search: ['code', 'note'],
  sort: 'code',
  inShiftPack: true,
  routes: { list: 'GET /plant/process_standard' },
  // People who start orders or feed material see the standard that they are checked against.
  permissions: {
    view: [
      'processDataView',
      'slittingProcessView',
      'processHistoryView',
      'rollInteractiveView',
      'rawMaterialView',
      'productionInspectionView',
    ],
  },
})
