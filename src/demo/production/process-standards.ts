/** Process standards of the products: one in force each, older versions of some, and a few in approval. */
import { DAY_MS } from '@/plant/rules/plant-time'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { toBatch, buildStamps, type RowBatch, type RowDraft } from '../draft'
import type { Era } from '../era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { createApprovalStates } from './approval-states'
import { getProductRecipe } from './catalogue'
import type { DemoProduct, MasterData } from './master-data'
import { toTexts } from '../bilingual-text'

type ProcessStandardDraft = RowDraft<typeof processStandard>
const parameterNames = {
  extruderTemp: ['挤出机温度', 'Extruder temperature'],
  meltPressure: ['熔体压力', 'Melt pressure'],
  dieTemp: ['模头温度', 'Die temperature'],
  quenchTemp: ['冷却风温度', 'Quench air temperature'],
  suction: ['抽吸风机转速', 'Suction fan speed'],
  spunPumpSpeed: ['纺粘计量泵转速', 'Spunbond metering pump speed'],
  meltDieTemp: ['熔喷模头温度', 'Meltblown die temperature'],
  meltAirTemp: ['熔喷热风温度', 'Meltblown air temperature'],
  dcd: ['接收距离 DCD', 'Die-to-collector distance'],
  pumpSpeed: ['熔喷计量泵转速', 'Meltblown metering pump speed'],
  airTemp: ['热风温度', 'Hot air temperature'],
  calenderTemp: ['热轧温度', 'Calender temperature'],
  calenderPressure: ['热轧线压力', 'Calender nip pressure'],
  lineSpeed: ['线速度', 'Line speed'],
  slitSpeed: ['分切速度', 'Slitting speed'],
  tension: ['放卷张力', 'Unwind tension'],
  hardness: ['卷硬度', 'Roll hardness'],
} as const
const buildParameter = (
  word: keyof typeof parameterNames,
  unit: string,
  target: number,
  low: number,
  high: number,
  key: string = word,
  beam: number | null = null,
) => ({
  key,
  label: beam === null ? parameterNames[word][0] : `${parameterNames[word][0]} M${beam}`,
  labelEn: beam === null ? parameterNames[word][1] : `${parameterNames[word][1]}, beam M${beam}`,
  unit,
  target,
  low: roundDecimals(low, 2),
  high: roundDecimals(high, 2),
})
const buildParameterAround = (
  word: keyof typeof parameterNames,
  unit: string,
  target: number,
  spread: number,
  key?: string,
  beam?: number,
) => buildParameter(word, unit, target, target - spread, target + spread, key, beam)

/** Builds the process standards of a place. */
export function buildProcessStandards(
  dice: Dice,
  era: Era,
  staff: Staff,
  products: readonly DemoProduct[],
  materials: MasterData['materials'],
): RowBatch {
  const createdMs = era.from - 60 * DAY_MS
  // Quality approves first, then the manager.
  const approvalStates = createApprovalStates(
    [staff.getLead('lead').id, staff.getLead('qualityLead').id, staff.getLead('manager').id],
    era.localize(
      toTexts(
        '热轧温度上限偏高，请附试验数据后再提交。',
        'The upper limit of the calender temperature is rather high; please attach trial data and submit again.',
      ),
    ),
  )
  return toBatch(
    processStandard,
    products.flatMap((p, i) => {
      const olderCount = { 0: 1, 1: 2 }[i] ?? 0
      const main = buildVersions(
        { id: p.standardId, ...buildMainStandard(p, materials) },
        olderCount,
        (versionsBack) => ({
          parameters: shiftParameters(buildMainStandard(p, materials).parameters, versionsBack),
        }),
      )
      const slit = buildVersions(
        { id: dice.id(createdMs + 2 * DAY_MS), ...buildSlittingStandard(p) },
        i === 0 ? 1 : 0,
        (versionsBack) => ({
          parameters: shiftParameters(buildSlittingStandard(p).parameters, versionsBack),
        }),
      )
      return [...main, ...slit, ...buildPendingVersions(i, main.at(-1)!, slit.at(-1)!)]
    }),
  )

  /** Builds the version in force and slightly different earlier versions. */
  function buildVersions(
    now: ProcessStandardDraft,
    olderCount: number,
    difference: (versionsBack: number) => Partial<ProcessStandardDraft>,
  ): ProcessStandardDraft[] {
    return Array.from({ length: olderCount + 1 }, (_, k): ProcessStandardDraft => {
      const at = createdMs + DAY_MS + k * Math.min(120 * DAY_MS, (era.now - createdMs - 7 * DAY_MS) / (olderCount + 1))
      const current = k === olderCount
      return {
        ...now,
        ...(current ? {} : { id: dice.id(at), ...difference(olderCount - k) }),
        revision: k + 1,
        newest: current,
        ...approvalStates.approved(at + 3 * DAY_MS),
        ...buildStamps(at, approvalStates.author, at + 5 * DAY_MS),
      }
    })
  }
  /** Builds the versions in progress: drafts, versions waiting for the first or second approver, a rejected one. */
  function buildPendingVersions(
    i: number,
    main: ProcessStandardDraft,
    slit: ProcessStandardDraft,
  ): ProcessStandardDraft[] {
    const buildNextVersion = (
      from: ProcessStandardDraft,
      daysAgo: number,
      state: Partial<ProcessStandardDraft>,
      hotter: number,
    ): ProcessStandardDraft => ({
      ...from,
      id: dice.id(era.now - daysAgo * DAY_MS),
      revision: (from.revision ?? 1) + 1,
      newest: false,
      approvedBy: null,
      approvedAt: null,
      submittedBy: null,
      submittedAt: null,
      approvers: [],
      parameters: shiftParameters(from.parameters ?? [], -hotter),
      idealSpeed: from.idealSpeed ? from.idealSpeed + 5 : null,
      authors: [approvalStates.author],
      ...state,
      ...buildStamps(era.now - daysAgo * DAY_MS, approvalStates.author, era.now - 0.2 * DAY_MS),
    })
    switch (i) {
      case 2:
        return [buildNextVersion(main, 2, { state: 'notApproved' }, 1)]
      case 3:
        return [
          buildNextVersion(main, 3, approvalStates.waiting(era.now - DAY_MS, 0), 1),
          buildNextVersion(slit, 1, { state: 'notApproved' }, 1),
        ]
      case 4:
        return [
          buildNextVersion(main, 4, approvalStates.waiting(era.now - 2 * DAY_MS, 1), 1),
          buildNextVersion(slit, 3, approvalStates.waiting(era.now - DAY_MS, 0), 1),
        ]
      case 5:
        return [buildNextVersion(main, 6, approvalStates.rejected(era.now - 3 * DAY_MS), 2)]
      default:
        return []
    }
  }
}

/** Lowers temperature and tension parameters by some degrees or N/m. */
const shiftParameters = (
  parameters: NonNullable<ProcessStandardDraft['parameters']>,
  degrees: number,
): NonNullable<ProcessStandardDraft['parameters']> =>
  parameters.map((one) =>
    one.unit === '°C' || one.key === 'tension'
      ? {
          ...one,
          target: roundDecimals(one.target! - degrees, 2),
          low: roundDecimals(one.low! - degrees, 2),
          high: roundDecimals(one.high! - degrees, 2),
        }
      : one,
  )

/** Parameters of the two meltblown beams of an SMMS line. */
const meltBeamParameters = [1, 2].flatMap((beam) => [
  buildParameterAround('meltDieTemp', '°C', 265, 5, `meltDieTemp${beam}`, beam),
  buildParameterAround('meltAirTemp', '°C', 275, 8, `meltAirTemp${beam}`, beam),
  buildParameterAround('dcd', 'mm', 120, 15, `dcd${beam}`, beam),
  buildParameterAround('pumpSpeed', 'r/min', 18, 2, `meltPumpSpeed${beam}`, beam),
])

function buildMainStandard(p: DemoProduct, materials: MasterData['materials']) {
  const melt = p.family === 'meltblown'
  return {
    code: `PS-${p.code}`,
    variant: 'mainLine' as const,
    productId: p.id,
    lineId: p.line.id,
    idealSpeed: p.idealSpeed,
    weightTolerance: 4,
    ratios: [...getProductRecipe(p)].map(([key, share]) => ({
      materialId: materials[key],
      targetPercent: share,
      minPercent: roundDecimals(share > 50 ? share - 6 : share * 0.5, 2),
      maxPercent: roundDecimals(share > 50 ? 100 : share * 1.8, 2),
    })),
    parameters: [
      buildParameterAround('extruderTemp', '°C', melt ? 255 : 232, 5),
      buildParameterAround('meltPressure', 'MPa', melt ? 1.2 : 6.8, 0.4),
      buildParameterAround('dieTemp', '°C', melt ? 262 : 236, 5),
      buildParameterAround('quenchTemp', '°C', 17, 2),
      ...(melt ? [] : [buildParameterAround('spunPumpSpeed', 'r/min', 22, 2)]),
      buildParameterAround('suction', 'r/min', melt ? 1450 : 1780, 80),
      ...(p.family === 'sms' ? meltBeamParameters : []),
      ...(melt
        ? [buildParameterAround('airTemp', '°C', 280, 8)]
        : [
            buildParameterAround('calenderTemp', '°C', 148 + p.gsm / 10, 4),
            buildParameterAround('calenderPressure', 'N/mm', 70, 8),
          ]),
      buildParameterAround('lineSpeed', 'm/min', p.idealSpeed, p.idealSpeed * 0.08, 'speed'),
    ],
  }
}
const buildSlittingStandard = (p: DemoProduct) => ({
  code: `PSL-${p.code}`,
  variant: 'slitting' as const,
  productId: p.id,
  idealSpeed: 500,
  weightTolerance: 3,
  parameters: [
    buildParameter('slitSpeed', 'm/min', 500, 300, 600, 'speed'),
    buildParameter(
      'tension',
      'N/m',
      roundDecimals(20 + p.gsm, 0),
      roundDecimals(12 + p.gsm, 0),
      roundDecimals(30 + p.gsm, 0),
    ),
    buildParameter('hardness', 'HS', 62, 55, 70),
  ],
})
