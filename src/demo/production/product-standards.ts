/** Product standards: one in force per product, a customer variant, some in approval, one rejected; and the seasons. */
import { DAY_MS } from '@/plant/rules/plant-time'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { season } from '@/areas/standards/contract/season'
import type { SeasonChange } from '@/areas/standards/rules/season'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { createApprovalStates } from './approval-states'
import { getProductRecipe } from './catalogue'
import type { Buyer, DemoProduct, MasterData } from './master-data'
import type { IndexKey, IndexIds } from './test-indexes'
import { toBilingualText } from '../bilingual-text'

type ProductStandardDraft = RowDraft<typeof productStandard>
type IndexRequirement = NonNullable<ProductStandardDraft['indexes']>[number]
type TestLimits = Partial<
  Pick<IndexRequirement, 'lsl' | 'target' | 'usl' | 'season' | 'samplesPerRoll' | 'onCertificate'>
>

/** Builds the seasons from the year before the history: summer from May, winter from November. */
export function buildSeasons(era: DemoEra): SeasonChange[] {
  const firstYear = Number(era.firstDay.slice(0, 4)) - 1
  const lastYear = Number(era.today.slice(0, 4))
  const changes: SeasonChange[] = []
  for (let year = firstYear; year <= lastYear; year++)
    changes.push({ startsOn: `${year}-05-01`, season: 'summer' }, { startsOn: `${year}-11-01`, season: 'winter' })
  return changes
}
/** Builds the season rows. */
export const buildSeasonBatch = (dice: Dice, era: DemoEra, staff: Staff): RowBatch =>
  toBatch(
    season,
    buildSeasons(era).map((change) => ({
      id: dice.id(era.from - 60 * DAY_MS),
      ...change,
      ...buildAuditFields(era.from - 60 * DAY_MS, staff.getPersonOfTrade('qualityLead').id),
    })),
  )

export interface ProductStandardSources {
  readonly indexIds: IndexIds
  readonly materialIds: MasterData['materialIds']
  readonly buyers: readonly Buyer[]
  readonly products: readonly DemoProduct[]
}
/** Builds the product standards of a place. */
export function buildProductStandards(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  { indexIds, materialIds, products }: ProductStandardSources,
): RowBatch {
  const createdMs = era.from - 60 * DAY_MS
  // Quality writes the standards; production and the manager approve them.
  const approvalStates = createApprovalStates(
    [staff.getPersonOfTrade('qualityLead').id, staff.getPersonOfTrade('lead').id, staff.getPersonOfTrade('manager').id],
    era.localize(
      toBilingualText(
        '强力下限高于近三个月的实测能力，请附数据后再提交。',
        'The lower limit of strength is above what the last three months achieved; please attach data and submit again.',
      ),
    ),
  )
  const buildStateInForce = (releasedMs: number) => ({
    revision: 1,
    newest: true,
    ...approvalStates.buildApproved(releasedMs + 3 * DAY_MS),
    ...buildAuditFields(releasedMs, approvalStates.authorId, releasedMs + 5 * DAY_MS),
  })
  const buildNextVersion = (
    standard: ProductStandardDraft,
    daysAgo: number,
    state: Partial<ProductStandardDraft>,
  ): ProductStandardDraft => ({
    ...standard,
    id: dice.id(era.now - daysAgo * DAY_MS),
    revision: (standard.revision ?? 1) + 1,
    newest: false,
    approvedBy: null,
    approvedAt: null,
    indexes: standard.indexes!.map((requirement) =>
      requirement.indexId === indexIds.mdStrength
        ? { ...requirement, lsl: roundDecimals((requirement.lsl ?? 0) * 1.05, 1) }
        : requirement,
    ),
    ...state,
    ...buildAuditFields(era.now - daysAgo * DAY_MS, approvalStates.authorId, era.now - 0.2 * DAY_MS),
  })
  return toBatch(
    productStandard,
    products.flatMap((product, i): ProductStandardDraft[] => {
      const standard: ProductStandardDraft = {
        id: product.productStandardId,
        ...buildStandardContent(era, product, indexIds, materialIds),
        ...buildStateInForce(createdMs + DAY_MS),
      }
      // The first standard was revised before the first order of the history.
      const rows: ProductStandardDraft[] =
        i === 0
          ? [
              {
                ...standard,
                id: dice.id(createdMs),
                newest: false,
                trimPercent: 5,
                ...approvalStates.buildApproved(createdMs + 2 * DAY_MS),
                ...buildAuditFields(createdMs, approvalStates.authorId, createdMs + 4 * DAY_MS),
              },
              { ...standard, ...buildStateInForce(createdMs + 10 * DAY_MS), revision: 2 },
            ]
          : [standard]
      if (product.variant)
        rows.push({
          ...standard,
          id: product.variant.id,
          code: `${standard.code}-${product.variant.buyer.code}`,
          customerId: product.variant.buyer.id,
          indexes: standard.indexes!.map((requirement) =>
            requirement.indexId === indexIds.gsm
              ? { ...requirement, lsl: roundDecimals(product.gsm * 0.97, 1), usl: roundDecimals(product.gsm * 1.03, 1) }
              : requirement,
          ),
        })
      const [current] = rows.filter(({ newest }) => newest)
      // Some products also have a newer version that is waiting for approval or was rejected.
      if (i === 2) rows.push(buildNextVersion(current!, 2, approvalStates.buildWaiting(era.now - DAY_MS, 0)))
      if (i === 3) rows.push(buildNextVersion(current!, 4, approvalStates.buildRejected(era.now - 3 * DAY_MS)))
      if (i === 5) rows.push(buildNextVersion(current!, 3, approvalStates.buildWaiting(era.now - 2 * DAY_MS, 1)))
      return rows
    }),
  )
}

const kwhPerKgByFamily: Readonly<Partial<Record<string, number>>> = { spunbond: 1.42, sms: 1.42, meltblown: 3.55 }
/** Hours of work per tonne. */
const crewHoursByFamily: Readonly<Partial<Record<string, number>>> = { spunbond: 5, sms: 3.9, meltblown: 8.2 }
function buildStandardContent(
  era: DemoEra,
  product: DemoProduct,
  indexIds: IndexIds,
  materialIds: MasterData['materialIds'],
): Omit<ProductStandardDraft, 'id'> {
  return {
    code: `PD-${product.code}`,
    productId: product.id,
    indexes: getIndexLimits(product).map(([key, limits]) => ({
      indexId: indexIds[key],
      season: 'both',
      lsl: null,
      target: null,
      usl: null,
      samplesPerRoll: 3,
      comparison: 'rounded',
      onCertificate: true,
      ...limits,
    })),
    mix: [...getProductRecipe(product)].map(([key, share]) => ({
      materialId: materialIds[key],
      percent: roundDecimals(share, 3),
    })),
    trimPercent: 4,
    wastePercent: product.family === 'meltblown' ? 5 : 3,
    rollsPerPackage: product.gsm < 20 ? 12 : 8,
    packing: era.localize(
      toBilingualText('PE 膜包裹，木托盘，四角护边', 'Wrapped in PE film, wooden pallet, corner protectors'),
    ),
    energy: [
      {
        lineId: product.line.id,
        kwhPerKg: kwhPerKgByFamily[product.family] ?? 1.2,
      },
    ],
    // Nine people per shift work at all lines and slitters; each is counted once.
    crewHours: crewHoursByFamily[product.family] ?? 4.2,
    // Usual speed, 90 % of the ideal speed.
    speed: Math.round(product.idealSpeed * 0.9),
  }
}
/** Returns usual limits by basis weight. Strength in N/50 mm, strike-through in s, hydrostatic head in cmH₂O. */
export function getIndexLimits({ family, treatment, gsm }: DemoProduct): readonly (readonly [IndexKey, TestLimits])[] {
  const buildMinimum = (factor: number): TestLimits => ({ lsl: roundDecimals(gsm * factor, 1) })
  const commonLimits: (readonly [IndexKey, TestLimits])[] = [
    ['gsm', { lsl: roundDecimals(gsm * 0.95, 1), target: gsm, usl: roundDecimals(gsm * 1.05, 1), samplesPerRoll: 5 }],
    ['uniformity', { usl: family === 'meltblown' ? 6 : 5, onCertificate: false }],
    ['thickness', { target: roundDecimals(0.05 + gsm * 0.0065, 2), onCertificate: false }],
  ]
  if (family === 'meltblown')
    return [
      ...commonLimits,
      ['mdStrength', buildMinimum(0.5)],
      ['cdStrength', buildMinimum(0.3)],
      ['airFlow', { lsl: Math.round(7000 / gsm) }],
    ]
  const strengthLimits: (readonly [IndexKey, TestLimits])[] = [
    ...commonLimits,
    ['mdStrength', buildMinimum(1.7)],
    ['cdStrength', buildMinimum(0.85)],
    ['mdElongation', { lsl: 45 }],
    ['cdElongation', { lsl: 50 }],
  ]
  if (treatment === 'hydrophilic')
    return [
      ...strengthLimits,
      // Spin finish spreads more slowly in the cold.
      ['strikeThrough', { usl: 3, season: 'summer' }],
      ['strikeThrough', { usl: 3.5, season: 'winter' }],
      ['repeated', { usl: 5 }],
      ['runOff', { usl: 10 }],
      ['wetback', { usl: 0.2 }],
    ]
  if (family !== 'sms')
    return gsm >= 30
      ? [...strengthLimits, ['mdGrab', buildMinimum(2.2)], ['cdGrab', buildMinimum(1.4)]]
      : strengthLimits
  return [
    ...strengthLimits,
    ['hydrohead', buildMinimum(gsm < 20 ? 0.9 : 1.2)],
    ['airFlow', { lsl: Math.round(9000 / gsm) }],
  ]
}
