/** Process standards: one version in force per product, older versions of some products, a few versions in approval. */
import { DAY_MS } from '@/plant/rules/plant-time'
import { processStandard } from '@/areas/standards/contract/process-standard'
import parameterNames from '../data/process-parameters.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { createApprovalStates } from './approval-states'
import { getProductRecipe } from './catalogue'
import type { DemoProduct, MasterData } from './master-data'
import { toBilingualText } from '../bilingual-text'

/** Number of replaced versions of the first products' standards; the other standards have none. */
const OLDER_VERSION_COUNTS: readonly number[] = [1, 2]
type ProcessStandardDraft = RowDraft<typeof processStandard>
const buildParameter = (
  name: keyof typeof parameterNames,
  unit: string,
  target: number,
  low: number,
  high: number,
  key: string = name,
  beam: number | null = null,
) => ({
  key,
  label: beam === null ? parameterNames[name].name : `${parameterNames[name].name} M${beam}`,
  labelEn: beam === null ? parameterNames[name].nameEn : `${parameterNames[name].nameEn}, beam M${beam}`,
  unit,
  target,
  low: roundDecimals(low, 2),
  high: roundDecimals(high, 2),
})
const buildParameterAround = (
  name: keyof typeof parameterNames,
  unit: string,
  target: number,
  spread: number,
  key?: string,
  beam?: number,
) => buildParameter(name, unit, target, target - spread, target + spread, key, beam)

/** Builds the process standards of a place. */
export function buildProcessStandards(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  products: readonly DemoProduct[],
  materialIds: MasterData['materialIds'],
): RowBatch {
  const createdMs = era.from - 60 * DAY_MS
  // Quality approves first, then the manager.
  const approvalStates = createApprovalStates(
    [staff.getPersonOfTrade('lead').id, staff.getPersonOfTrade('qualityLead').id, staff.getPersonOfTrade('manager').id],
    era.localize(
      toBilingualText(
        '热轧温度上限偏高，请附试验数据后再提交。',
        'The upper limit of the calender temperature is rather high; please attach trial data and submit again.',
      ),
    ),
  )
  return toBatch(
    processStandard,
    products.flatMap((product, i) => {
      const olderCount = OLDER_VERSION_COUNTS[i] ?? 0
      const main = buildVersions(
        { id: product.standardId, ...buildMainStandard(product, materialIds) },
        olderCount,
        (versionsBack) => ({
          parameters: lowerParameters(buildMainStandard(product, materialIds).parameters, versionsBack),
        }),
      )
      const slit = buildVersions(
        { id: dice.id(createdMs + 2 * DAY_MS), ...buildSlittingStandard(product) },
        i === 0 ? 1 : 0,
        (versionsBack) => ({
          parameters: lowerParameters(buildSlittingStandard(product).parameters, versionsBack),
        }),
      )
      return [...main, ...slit, ...buildPendingVersions(i, main.at(-1)!, slit.at(-1)!)]
    }),
  )

  /** Builds the version in force and slightly different earlier versions. */
  function buildVersions(
    standardInForce: ProcessStandardDraft,
    olderCount: number,
    buildDifference: (versionsBack: number) => Partial<ProcessStandardDraft>,
  ): ProcessStandardDraft[] {
    return Array.from({ length: olderCount + 1 }, (_, versionIndex): ProcessStandardDraft => {
      const releasedMs =
        createdMs +
        DAY_MS +
        versionIndex * Math.min(120 * DAY_MS, (era.now - createdMs - 7 * DAY_MS) / (olderCount + 1))
      const isInForce = versionIndex === olderCount
      return {
        ...standardInForce,
        ...(isInForce ? {} : { id: dice.id(releasedMs), ...buildDifference(olderCount - versionIndex) }),
        revision: versionIndex + 1,
        newest: isInForce,
        ...approvalStates.buildApproved(releasedMs + 3 * DAY_MS),
        ...buildAuditFields(releasedMs, approvalStates.authorId, releasedMs + 5 * DAY_MS),
      }
    })
  }
  /** Builds the versions in progress: drafts, versions waiting for the first or second approver, a rejected one. */
  function buildPendingVersions(
    productIndex: number,
    main: ProcessStandardDraft,
    slit: ProcessStandardDraft,
  ): ProcessStandardDraft[] {
    const buildNextVersion = (
      standard: ProcessStandardDraft,
      daysAgo: number,
      state: Partial<ProcessStandardDraft>,
      increase: number,
    ): ProcessStandardDraft => ({
      ...standard,
      id: dice.id(era.now - daysAgo * DAY_MS),
      revision: (standard.revision ?? 1) + 1,
      newest: false,
      approvedBy: null,
      approvedAt: null,
      submittedBy: null,
      submittedAt: null,
      approvers: [],
      parameters: lowerParameters(standard.parameters ?? [], -increase),
      idealSpeed: standard.idealSpeed ? standard.idealSpeed + 5 : null,
      authors: [approvalStates.authorId],
      ...state,
      ...buildAuditFields(era.now - daysAgo * DAY_MS, approvalStates.authorId, era.now - 0.2 * DAY_MS),
    })
    switch (productIndex) {
      case 2:
        return [buildNextVersion(main, 2, { state: 'notApproved' }, 1)]
      case 3:
        return [
          buildNextVersion(main, 3, approvalStates.buildWaiting(era.now - DAY_MS, 0), 1),
          buildNextVersion(slit, 1, { state: 'notApproved' }, 1),
        ]
      case 4:
        return [
          buildNextVersion(main, 4, approvalStates.buildWaiting(era.now - 2 * DAY_MS, 1), 1),
          buildNextVersion(slit, 3, approvalStates.buildWaiting(era.now - DAY_MS, 0), 1),
        ]
      case 5:
        return [buildNextVersion(main, 6, approvalStates.buildRejected(era.now - 3 * DAY_MS), 2)]
      default:
        return []
    }
  }
}

/** Lowers temperature and tension parameters. @param amount °C or N/m; a negative amount raises them */
const lowerParameters = (
  parameters: NonNullable<ProcessStandardDraft['parameters']>,
  amount: number,
): NonNullable<ProcessStandardDraft['parameters']> =>
  parameters.map((parameter) =>
    parameter.unit === '°C' || parameter.key === 'tension'
      ? {
          ...parameter,
          target: roundDecimals(parameter.target! - amount, 2),
          low: roundDecimals(parameter.low! - amount, 2),
          high: roundDecimals(parameter.high! - amount, 2),
        }
      : parameter,
  )

/** Parameters of the two meltblown beams of an SMMS line. */
const meltBeamParameters = [1, 2].flatMap((beam) => [
  buildParameterAround('meltDieTemp', '°C', 265, 5, `meltDieTemp${beam}`, beam),
  buildParameterAround('meltAirTemp', '°C', 275, 8, `meltAirTemp${beam}`, beam),
  buildParameterAround('dcd', 'mm', 120, 15, `dcd${beam}`, beam),
  buildParameterAround('pumpSpeed', 'r/min', 18, 2, `meltPumpSpeed${beam}`, beam),
])

function buildMainStandard(product: DemoProduct, materialIds: MasterData['materialIds']) {
  const isMeltblown = product.family === 'meltblown'
  return {
    code: `PS-${product.code}`,
    variant: 'mainLine' as const,
    productId: product.id,
    lineId: product.line.id,
    idealSpeed: product.idealSpeed,
    weightTolerance: 4,
    ratios: [...getProductRecipe(product)].map(([key, share]) => ({
      materialId: materialIds[key],
      targetPercent: share,
      minPercent: roundDecimals(share > 50 ? share - 6 : share * 0.5, 2),
      maxPercent: roundDecimals(share > 50 ? 100 : share * 1.8, 2),
    })),
    parameters: [
      buildParameterAround('extruderTemp', '°C', isMeltblown ? 255 : 232, 5),
      buildParameterAround('meltPressure', 'MPa', isMeltblown ? 1.2 : 6.8, 0.4),
      buildParameterAround('dieTemp', '°C', isMeltblown ? 262 : 236, 5),
      buildParameterAround('quenchTemp', '°C', 17, 2),
      ...(isMeltblown ? [] : [buildParameterAround('spunPumpSpeed', 'r/min', 22, 2)]),
      buildParameterAround('suction', 'r/min', isMeltblown ? 1450 : 1780, 80),
      ...(product.family === 'sms' ? meltBeamParameters : []),
      ...(isMeltblown
        ? [buildParameterAround('airTemp', '°C', 280, 8)]
        : [
            buildParameterAround('calenderTemp', '°C', 148 + product.gsm / 10, 4),
            buildParameterAround('calenderPressure', 'N/mm', 70, 8),
          ]),
      buildParameterAround('lineSpeed', 'm/min', product.idealSpeed, product.idealSpeed * 0.08, 'speed'),
    ],
  }
}
const buildSlittingStandard = (product: DemoProduct) => ({
  code: `PSL-${product.code}`,
  variant: 'slitting' as const,
  productId: product.id,
  idealSpeed: 500,
  weightTolerance: 3,
  parameters: [
    buildParameter('slitSpeed', 'm/min', 500, 300, 600, 'speed'),
    buildParameter(
      'tension',
      'N/m',
      roundDecimals(20 + product.gsm, 0),
      roundDecimals(12 + product.gsm, 0),
      roundDecimals(30 + product.gsm, 0),
    ),
    buildParameter('hardness', 'HS', 62, 55, 70),
  ],
})
