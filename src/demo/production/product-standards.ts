/** Product standards: one in force per product, a customer variant, some in approval, one rejected; and the seasons. */
import { DAY_MS } from '@/plant/rules/plant-time'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { season } from '@/areas/standards/contract/season'
import type { SeasonChange } from '@/areas/standards/rules/season'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { Era } from '../era'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { approvals } from './approvals'
import { recipeOf } from './catalogue'
import type { Buyer, Made, Masters } from './masters'
import type { IndexKey, Indexes } from './test-indexes'
import { both } from '../said'

type Standard = Draft<typeof productStandard>
type Line = NonNullable<Standard['indexes']>[number]
type Limits = Partial<Pick<Line, 'lsl' | 'target' | 'usl' | 'season' | 'samplesPerRoll' | 'onCertificate'>>

/** Builds the seasons from the year before the history: summer from May, winter from November. */
export function seasonsOf(era: Era): SeasonChange[] {
  const years = [Number(era.firstDay.slice(0, 4)) - 1, Number(era.today.slice(0, 4))]
  const changes: SeasonChange[] = []
  for (let year = years[0]!; year <= years[1]!; year++)
    changes.push({ startsOn: `${year}-05-01`, season: 'summer' }, { startsOn: `${year}-11-01`, season: 'winter' })
  return changes
}
/** Builds the season rows. */
export const seasonBatch = (dice: Dice, era: Era, staff: Staff): Batch =>
  batch(
    season,
    seasonsOf(era).map((change) => ({
      id: dice.id(era.from - 60 * DAY_MS),
      ...change,
      ...stamps(era.from - 60 * DAY_MS, staff.lead('qualityLead').id),
    })),
  )

export interface ForProducts {
  readonly indexes: Indexes
  readonly materials: Masters['materials']
  readonly buyers: readonly Buyer[]
  readonly products: readonly Made[]
}
/** Builds the product standards of a place. */
export function buildProductStandards(
  dice: Dice,
  era: Era,
  staff: Staff,
  { indexes, materials, products }: ForProducts,
): Batch {
  const made = era.from - 60 * DAY_MS
  // Quality writes the standards; production and the manager approve them.
  const say = approvals(
    [staff.lead('qualityLead').id, staff.lead('lead').id, staff.lead('manager').id],
    era.say(
      both(
        '强力下限高于近三个月的实测能力，请附数据后再提交。',
        'The lower limit of strength is above what the last three months achieved; please attach data and submit again.',
      ),
    ),
  )
  const inForce = (at: number) => ({
    revision: 1,
    newest: true,
    ...say.approved(at + 3 * DAY_MS),
    ...stamps(at, say.author, at + 5 * DAY_MS),
  })
  const next = (from: Standard, daysAgo: number, state: Partial<Standard>): Standard => ({
    ...from,
    id: dice.id(era.now - daysAgo * DAY_MS),
    revision: (from.revision ?? 1) + 1,
    newest: false,
    approvedBy: null,
    approvedAt: null,
    indexes: from.indexes!.map((one) =>
      one.indexId === indexes.mdStrength ? { ...one, lsl: rounded((one.lsl ?? 0) * 1.05, 1) } : one,
    ),
    ...state,
    ...stamps(era.now - daysAgo * DAY_MS, say.author, era.now - 0.2 * DAY_MS),
  })
  return batch(
    productStandard,
    products.flatMap((p, i): Standard[] => {
      const own: Standard = {
        id: p.productStandardId,
        ...contentOf(era, p, indexes, materials),
        ...inForce(made + DAY_MS),
      }
      // The first standard was revised before the first order of the history.
      const rows: Standard[] =
        i === 0
          ? [
              {
                ...own,
                id: dice.id(made),
                newest: false,
                trimPercent: 5,
                ...say.approved(made + 2 * DAY_MS),
                ...stamps(made, say.author, made + 4 * DAY_MS),
              },
              { ...own, ...inForce(made + 10 * DAY_MS), revision: 2 },
            ]
          : [own]
      if (p.variant)
        rows.push({
          ...own,
          id: p.variant.id,
          code: `${own.code}-${p.variant.buyer.code}`,
          customerId: p.variant.buyer.id,
          indexes: own.indexes!.map((one) =>
            one.indexId === indexes.gsm
              ? { ...one, lsl: rounded(p.gsm * 0.97, 1), usl: rounded(p.gsm * 1.03, 1) }
              : one,
          ),
        })
      const [last] = rows.filter(({ newest }) => newest)
      if (i === 2) rows.push(next(last!, 2, say.waiting(era.now - DAY_MS, 0)))
      if (i === 3) rows.push(next(last!, 4, say.rejected(era.now - 3 * DAY_MS)))
      if (i === 5) rows.push(next(last!, 3, say.waiting(era.now - 2 * DAY_MS, 1)))
      return rows
    }),
  )
}

function contentOf(era: Era, p: Made, indexes: Indexes, materials: Masters['materials']): Omit<Standard, 'id'> {
  return {
    code: `PD-${p.code}`,
    productId: p.id,
    indexes: limitsOf(p).map(([key, limits]) => ({
      indexId: indexes[key],
      season: 'both',
      lsl: null,
      target: null,
      usl: null,
      samplesPerRoll: 3,
      comparison: 'rounded',
      onCertificate: true,
      ...limits,
    })),
    mix: [...recipeOf(p)].map(([key, share]) => ({ materialId: materials[key], percent: rounded(share, 3) })),
    trimPercent: 4,
    wastePercent: p.family === 'meltblown' ? 5 : 3,
    rollsPerPackage: p.gsm < 20 ? 12 : 8,
    packing: era.say(both('PE 膜包裹，木托盘，四角护边', 'Wrapped in PE film, wooden pallet, corner protectors')),
    energy: [{ lineId: p.line.id, kwhPerKg: { spunbond: 1.42, sms: 1.42, meltblown: 3.55 }[p.family as 'sms'] ?? 1.2 }],
    // Nine people per shift work at all lines and slitters; each is counted once.
    crewHours: { spunbond: 5, sms: 3.9, meltblown: 8.2 }[p.family as 'sms'] ?? 4.2,
    // Usual speed, 90 % of the ideal speed.
    speed: Math.round(p.idealSpeed * 0.9),
  }
}
/** Returns usual limits by basis weight. Strength in N/50 mm, strike-through in s, hydrostatic head in cmH₂O. */
export function limitsOf({ family, treatment, gsm }: Made): readonly (readonly [IndexKey, Limits])[] {
  const least = (factor: number): Limits => ({ lsl: rounded(gsm * factor, 1) })
  const web: (readonly [IndexKey, Limits])[] = [
    ['gsm', { lsl: rounded(gsm * 0.95, 1), target: gsm, usl: rounded(gsm * 1.05, 1), samplesPerRoll: 5 }],
    ['uniformity', { usl: family === 'meltblown' ? 6 : 5, onCertificate: false }],
    ['thickness', { target: rounded(0.05 + gsm * 0.0065, 2), onCertificate: false }],
  ]
  if (family === 'meltblown')
    return [
      ...web,
      ['mdStrength', least(0.5)],
      ['cdStrength', least(0.3)],
      ['airFlow', { lsl: Math.round(7000 / gsm) }],
    ]
  const strong: (readonly [IndexKey, Limits])[] = [
    ...web,
    ['mdStrength', least(1.7)],
    ['cdStrength', least(0.85)],
    ['mdElongation', { lsl: 45 }],
    ['cdElongation', { lsl: 50 }],
  ]
  if (treatment === 'hydrophilic')
    return [
      ...strong,
      // Spin finish spreads more slowly in the cold.
      ['strikeThrough', { usl: 3, season: 'summer' }],
      ['strikeThrough', { usl: 3.5, season: 'winter' }],
      ['repeated', { usl: 5 }],
      ['runOff', { usl: 10 }],
      ['wetback', { usl: 0.2 }],
    ]
  if (family !== 'sms') return gsm >= 30 ? [...strong, ['mdGrab', least(2.2)], ['cdGrab', least(1.4)]] : strong
  return [...strong, ['hydrohead', least(gsm < 20 ? 0.9 : 1.2)], ['airFlow', { lsl: Math.round(9000 / gsm) }]]
}
