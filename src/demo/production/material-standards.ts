/** Standards for incoming inspection of materials, and calibrations of masterbatches. */
import { z } from 'zod'
import { DAY_MS } from '@/plant/rules/plant-time'
import { masterbatchDocument } from '@/areas/standards/contract/masterbatch'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import { inspectionLevels, samplings } from '@/areas/standards/rules/material-standard'
import { calculateColorDifferences, calculateWorstDifference } from '@/areas/standards/rules/masterbatch'
import standardData from '../data/material-standards.json' with { type: 'json' }
import { toCompanyName, toSupplierFields } from '../company-names'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { bilingualTextSchema, readRecords } from '../read-data'
import { createApprovalStates } from './approval-states'
import { materialKeys, materialSpecs, type MaterialKey } from './catalogue'
import type { DemoProduct, MasterData } from './master-data'
import { indexKeys, type IndexIds } from './test-indexes'
import { toBilingualText } from '../bilingual-text'

const { resource: materialStandard } = materialDocument
const { resource: masterbatch } = masterbatchDocument
type MaterialStandardDraft = RowDraft<typeof materialStandard>
type StandardItem = NonNullable<MaterialStandardDraft['items']>[number]
type CalibrationDraft = RowDraft<typeof masterbatch>

const emptyItem: StandardItem = {
  indexId: null,
  name: null,
  nameEn: null,
  method: null,
  unit: null,
  low: null,
  target: null,
  high: null,
  required: true,
}

const standardSpecs = readRecords(
  standardData.standards,
  z.strictObject({
    material: z.enum(materialKeys),
    sampling: z.enum(samplings),
    aql: z.number().optional(),
    level: z.enum(inspectionLevels).optional(),
    shelfLifeDays: z.int().optional(),
  }),
)
/** Items of the standards: a laboratory index, or an inspection with a name and method. */
const itemSpecs = readRecords(
  standardData.items,
  z.strictObject({
    material: z.enum(materialKeys),
    index: z.enum(indexKeys).optional(),
    name: z.string().optional(),
    nameEn: z.string().optional(),
    method: bilingualTextSchema.optional(),
    unit: z.string().optional(),
    low: z.number().optional(),
    target: z.number().optional(),
    high: z.number().optional(),
    required: z.boolean().optional(),
  }),
)
/** Colours of masterbatches: usual addition in percent, and CIELAB values of the master. */
const masterbatchSpecs = readRecords(
  standardData.masterbatches,
  z.strictObject({
    code: z.string(),
    material: z.enum(materialKeys),
    colour: bilingualTextSchema,
    percent: z.number(),
    l: z.number(),
    a: z.number(),
    b: z.number(),
  }),
)

/** Builds the material standards and masterbatch calibrations of a place, whose codes end with `codeSuffix`. */
export function buildMaterialStandards(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  {
    indexIds,
    materialIds,
    products,
  }: { indexIds: IndexIds; materialIds: MasterData['materialIds']; products: readonly DemoProduct[] },
  codeSuffix: string,
): RowBatch[] {
  const createdMs = era.from - 60 * DAY_MS
  const authorId = staff.getPersonOfTrade('qualityLead').id
  const leadId = staff.getPersonOfTrade('lead').id
  const managerId = staff.getPersonOfTrade('manager').id
  const approvalStates = createApprovalStates(
    [authorId, leadId, managerId],
    era.localize(toBilingualText('请补充供应商的检验报告。', "Please add the supplier's test report.")),
  )
  const stateInForce = {
    revision: 1,
    newest: true,
    // The manager has the final decision on material standards.
    ...approvalStates.buildApproved(createdMs + 4 * DAY_MS),
    ...buildAuditFields(createdMs + DAY_MS, authorId, createdMs + 6 * DAY_MS),
  }
  const listItems = (materialKey: MaterialKey): StandardItem[] =>
    itemSpecs.flatMap(({ material, index, method, ...fields }) =>
      material === materialKey
        ? [
            {
              ...emptyItem,
              ...fields,
              indexId: index ? indexIds[index] : null,
              method: method ? era.localize(method) : null,
            },
          ]
        : [],
    )
  const rows = standardSpecs.map(({ material, ...content }): MaterialStandardDraft => ({
    id: dice.id(createdMs + DAY_MS),
    code: `MS-${materialSpecs[material].code}${codeSuffix}`,
    materialId: materialIds[material],
    ...content,
    items: listItems(material),
    ...stateInForce,
  }))
  const revisedMs = era.now - 2 * DAY_MS
  rows.push({
    ...rows[0]!,
    id: dice.id(revisedMs),
    revision: 2,
    newest: false,
    approvedBy: null,
    approvedAt: null,
    ...approvalStates.buildWaiting(revisedMs + DAY_MS, 1),
    ...buildAuditFields(revisedMs, authorId, revisedMs + DAY_MS),
  })
  return [toBatch(materialStandard, rows), toBatch(masterbatch, buildCalibrations())]

  function buildCalibrations(): CalibrationDraft[] {
    const lines = [...new Set(products.filter(({ family }) => family !== 'meltblown').map(({ line }) => line.id))]
    return masterbatchSpecs.map(({ code, material, colour, percent, l, a, b }, i): CalibrationDraft => {
      const isFailing = i === masterbatchSpecs.length - 1
      const content = {
        masterL: l,
        masterA: a,
        masterB: b,
        formula: i % 2 ? ('ciede2000' as const) : ('cie76' as const),
        tolerance: isFailing ? 1 : 1.5,
        measured: lines.map((lineId) => ({
          takenOn: era.toDay(createdMs),
          lineId,
          l: roundDecimals(l + dice.between(-0.4, 0.4) + (isFailing ? 1.6 : 0), 2),
          a: roundDecimals(a + dice.between(-0.3, 0.3), 2),
          b: roundDecimals(b + dice.between(-0.4, 0.4), 2),
          deltaE: null,
          deltaE2000: null,
        })),
      }
      return {
        id: dice.id(createdMs + DAY_MS),
        code: `MB-${code}${codeSuffix}`,
        materialId: materialIds[material],
        colour: era.localize(colour),
        ...toSupplierFields(toCompanyName(materialSpecs[material].supplier)),
        additions: lines.map((lineId) => ({ lineId, percent })),
        ...content,
        measured: calculateColorDifferences(content),
        worst: calculateWorstDifference(content),
        ...stateInForce,
        // The last calibration is still a draft, because its colour is too far from the master. Another waits for
        // approval.
        ...(isFailing
          ? { newest: false, ...buildDraftState(era.now - 2 * DAY_MS) }
          : i === 4
            ? { newest: false, approvedBy: null, approvedAt: null, ...approvalStates.buildWaiting(era.now - DAY_MS, 0) }
            : {}),
      }
    })
  }
  function buildDraftState(changedMs: number): Partial<CalibrationDraft> {
    return {
      state: 'notApproved',
      approvers: [],
      submittedBy: null,
      submittedAt: null,
      approvedBy: null,
      approvedAt: null,
      ...buildAuditFields(changedMs, authorId),
    }
  }
}
