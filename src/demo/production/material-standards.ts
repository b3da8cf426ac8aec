/** Standards for incoming inspection of materials, and calibrations of masterbatches. */
import { DAY_MS } from '@/plant/rules/plant-time'
import { masterbatchDocument } from '@/areas/standards/contract/masterbatch'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import { calculateColorDifferences, calculateWorstDifference } from '@/areas/standards/rules/masterbatch'
import { toCompanyName, toSupplierFields } from '../company-names'
import { toBatch, buildStamps, type RowBatch, type RowDraft } from '../draft'
import type { Era } from '../era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { createApprovalStates } from './approval-states'
import { materialSpecs, type MaterialKey } from './catalogue'
import type { DemoProduct, MasterData } from './master-data'
import type { IndexKey, IndexIds } from './test-indexes'
import { toBilingualText, type BilingualText } from '../bilingual-text'

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

/** Builds the material standards and masterbatch calibrations of a place. */
export function buildMaterialStandards(
  dice: Dice,
  era: Era,
  staff: Staff,
  {
    indexIds,
    materials,
    products,
  }: { indexIds: IndexIds; materials: MasterData['materials']; products: readonly DemoProduct[] },
  codeSuffix: string,
): RowBatch[] {
  const buildVisualItem = (name: string, nameEn: string): StandardItem => ({
    ...emptyItem,
    name,
    nameEn,
    method: era.localize(toBilingualText('目测', 'Visual')),
  })
  const createdMs = era.from - 60 * DAY_MS
  const [author, lead, manager] = [
    staff.getLead('qualityLead').id,
    staff.getLead('lead').id,
    staff.getLead('manager').id,
  ]
  const approvalStates = createApprovalStates(
    [author, lead, manager],
    era.localize(toBilingualText('请补充供应商的检验报告。', "Please add the supplier's test report.")),
  )
  const inForce = {
    revision: 1,
    newest: true,
    // The manager has the final decision on material standards.
    ...approvalStates.approved(createdMs + 4 * DAY_MS),
    ...buildStamps(createdMs + DAY_MS, author, createdMs + 6 * DAY_MS),
  }
  const buildIndexItem = (key: IndexKey, limits: Partial<StandardItem>): StandardItem => ({
    ...emptyItem,
    indexId: indexIds[key],
    ...limits,
  })
  const buildFlowItem = (target: number, spread: number) =>
    buildIndexItem('melt', { low: target - spread, target, high: target + spread })
  const resinItems: StandardItem[] = [buildIndexItem('ash', { high: 0.03 }), buildVisualItem('外观', 'Appearance')]
  const pelletItems: StandardItem[] = [
    buildIndexItem('melt', { required: false }),
    buildVisualItem('颗粒均匀、无杂质', 'Even pellets, no contamination'),
  ]
  const standards: Partial<Record<MaterialKey, Partial<MaterialStandardDraft>>> = {
    resinSpun: { sampling: 'gbt6678', items: [buildFlowItem(35, 2), ...resinItems], shelfLifeDays: 730 },
    resinSoft: { sampling: 'gbt6678', items: [buildFlowItem(40, 2), ...resinItems], shelfLifeDays: 730 },
    resinMelt: { sampling: 'gbt6678', items: [buildFlowItem(1500, 100), ...resinItems], shelfLifeDays: 365 },
    white: { sampling: 'gbt6678', items: pelletItems, shelfLifeDays: 540 },
    blue: { sampling: 'gbt6678', items: pelletItems, shelfLifeDays: 540 },
    green: { sampling: 'gbt6678', items: pelletItems, shelfLifeDays: 540 },
    antistatic: { sampling: 'gbt6678', items: pelletItems, shelfLifeDays: 540 },
    electret: { sampling: 'gbt6678', items: pelletItems, shelfLifeDays: 540 },
    core: {
      sampling: 'gbt2828',
      aql: 2.5,
      level: 'II',
      items: [
        {
          ...emptyItem,
          name: '内径',
          nameEn: 'Inside diameter',
          unit: 'mm',
          method: era.localize(toBilingualText('卡尺', 'Calliper')),
          low: 76,
          target: 76.3,
          high: 76.6,
        },
        {
          ...emptyItem,
          name: '长度偏差',
          nameEn: 'Length deviation',
          unit: 'mm',
          method: era.localize(toBilingualText('卷尺', 'Tape measure')),
          low: -1,
          target: 0,
          high: 1,
        },
        buildVisualItem('端面平整、无毛刺', 'Flat ends, no burrs'),
      ],
    },
    film: {
      sampling: 'gbt2828',
      aql: 4,
      level: 'S3',
      items: [
        buildIndexItem('filmThickness', { low: 18, target: 20, high: 22 }),
        buildIndexItem('filmWidth', { low: 495, target: 500, high: 505 }),
      ],
    },
    surfactant: {
      sampling: 'gbt6678',
      items: [
        { ...emptyItem, name: '固含量', nameEn: 'Solids content', unit: '%', low: 48, target: 50, high: 52 },
        { ...emptyItem, name: 'pH', nameEn: 'pH', unit: '', low: 6, high: 8 },
      ],
      shelfLifeDays: 365,
    },
  }
  const rows = Object.entries(standards).map(([key, content]): MaterialStandardDraft => ({
    id: dice.id(createdMs + DAY_MS),
    code: `MS-${materialSpecs[key as MaterialKey].code}${codeSuffix}`,
    materialId: materials[key as MaterialKey],
    ...content,
    ...inForce,
  }))
  const revisedMs = era.now - 2 * DAY_MS
  rows.push({
    ...rows[0]!,
    id: dice.id(revisedMs),
    revision: 2,
    newest: false,
    approvedBy: null,
    approvedAt: null,
    ...approvalStates.waiting(revisedMs + DAY_MS, 1),
    ...buildStamps(revisedMs, author, revisedMs + DAY_MS),
  })
  return [toBatch(materialStandard, rows), toBatch(masterbatch, buildCalibrations())]

  function buildCalibrations(): CalibrationDraft[] {
    const lines = [...new Set(products.filter(({ family }) => family !== 'meltblown').map(({ line }) => line.id))]
    const colours: readonly [string, MaterialKey, BilingualText, number, readonly [number, number, number]][] = [
      ['W60-H', 'white', toBilingualText('白色（卫材）', 'White (hygiene)'), 0.8, [95.1, -0.6, 1.4]],
      ['W60-M', 'white', toBilingualText('亮白（医疗）', 'Bright white (medical)'), 1.2, [96.2, -0.4, 0.6]],
      ['B21-M', 'blue', toBilingualText('医用蓝', 'Medical blue'), 2.2, [68.4, -9.8, -24.6]],
      ['B21-F', 'blue', toBilingualText('口罩蓝', 'Mask blue'), 1.6, [76.3, -8.2, -18.9]],
      ['B21-D', 'blue', toBilingualText('深蓝', 'Dark blue'), 3.4, [48.7, -4.1, -34.2]],
      ['G07-M', 'green', toBilingualText('手术绿', 'Surgical green'), 2.2, [61.9, -27.3, -2.8]],
      ['G07-B', 'green', toBilingualText('购物袋绿', 'Shopping bag green'), 2.8, [54.2, -38.6, 21.5]],
    ]
    return colours.map(([code, key, colour, percent, [l, a, b]], i): CalibrationDraft => {
      const isFailing = i === colours.length - 1
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
        materialId: materials[key],
        colour: era.localize(colour),
        ...toSupplierFields(toCompanyName(materialSpecs[key].supplier)),
        additions: lines.map((lineId) => ({ lineId, percent })),
        ...content,
        measured: calculateColorDifferences(content),
        worst: calculateWorstDifference(content),
        ...inForce,
        // The last calibration is still a draft: its colour is too far from the master.
        ...(isFailing
          ? { newest: false, ...buildDraftState(era.now - 2 * DAY_MS) }
          : i === 4
            ? { newest: false, approvedBy: null, approvedAt: null, ...approvalStates.waiting(era.now - DAY_MS, 0) }
            : {}),
      }
    })
  }
  function buildDraftState(since: number): Partial<CalibrationDraft> {
    return {
      state: 'notApproved',
      approvers: [],
      submittedBy: null,
      submittedAt: null,
      approvedBy: null,
      approvedAt: null,
      ...buildStamps(since, author),
    }
  }
}
