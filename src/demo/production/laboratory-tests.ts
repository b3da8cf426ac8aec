/** Laboratory results of every eighth jumbo: around the targets of its product, with a few lasting drifts. */
import { controlLimit } from '@/areas/laboratory/contract/control-limit'
import { testBatch, customerCode } from '@/areas/laboratory/contract/test-batch'
import { labImport, labLayout } from '@/areas/laboratory/contract/lab-import'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { getCountedValues, summarizeSamples } from '@/areas/laboratory/rules/reading'
import { compileChart } from '@/areas/laboratory/rules/spc/compile-chart'
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { ShopFloor, JumboDraft, ProductionOrder } from './orders'
import { getIndexLimits } from './product-standards'
import { getIndexDigits, type IndexKey } from './test-indexes'
import { toBilingualText, toBilingualName } from '../bilingual-text'

type Result = RowDraft<typeof testResult>
const JUMBOS_PER_TEST = 8
/** Number of lanes that samples are taken from. */
const SAMPLE_LANES = 3
/** Relative standard deviations: from roll to roll, and between the lanes of a roll. */
const deviationByIndex: Partial<Record<IndexKey, readonly [number, number]>> = {
  gsm: [0.008, 0.009],
  thickness: [0.015, 0.02],
  mdElongation: [0.05, 0.06],
  cdElongation: [0.05, 0.06],
  uniformity: [0.12, 0],
  airFlow: [0.06, 0.05],
}
/** Column headings of an imported worksheet. */
const importHeadings = {
  roll: toBilingualText('卷号', 'Roll'),
  sample: toBilingualText('样品号', 'Sample'),
  gsm: toBilingualText('单位面积质量', 'Mass per unit area'),
  strength: toBilingualText('纵向断裂强力', 'MD tensile strength'),
}
const DEFAULT_DEVIATION = [0.035, 0.04] as const

/** An order with the id of its test batch, and the time at which its last tested jumbo was doffed. */
interface TestedOrder {
  readonly id: string
  readonly order: ProductionOrder
  lastDoffedMs: number
}
/** Generates the laboratory's results, batches, imports and control limits. */
export class LaboratoryTests {
  private readonly testedOrders = new Map<string, TestedOrder>()
  /** Basis weights by product, for the frozen control limits. */
  private readonly weightsByProduct = new Map<
    string,
    { lineId: string; rolls: { doffedMs: number; values: number[] }[] }
  >()
  private jumboCount = 0
  constructor(private readonly floor: ShopFloor) {}

  /** Builds the results of the jumbos of a portion of the history. */
  buildResults(portion: readonly { order: ProductionOrder; jumbo: JumboDraft }[]): RowBatch {
    return toBatch(
      testResult,
      portion.flatMap(({ order, jumbo }) =>
        jumbo.doffedAt && this.jumboCount++ % JUMBOS_PER_TEST === 0
          ? this.buildRollResults(order, jumbo, toMillis(jumbo.doffedAt))
          : [],
      ),
    )
  }
  private buildRollResults(order: ProductionOrder, jumbo: JumboDraft, doffedMs: number): Result[] {
    const { dice, masters, era } = this.floor
    const testedMs = Math.min(doffedMs + 2 * HOUR_MS, era.now)
    const key = String(order.row.id)
    const testedOrder = this.testedOrders.get(key) ?? { id: dice.id(doffedMs), order, lastDoffedMs: doffedMs }
    testedOrder.lastDoffedMs = Math.max(testedOrder.lastDoffedMs, doffedMs)
    this.testedOrders.set(key, testedOrder)
    return getIndexLimits(order.product)
      .filter(([, limits]) => (limits.season ?? 'both') === 'both')
      .map(([index, { lsl, target, usl, samplesPerRoll }]): Result => {
        // Without a target, results usually lie well within the limit.
        const level = target ?? (lsl ? lsl * 1.3 : (usl ?? 1) * 0.6)
        const [betweenDeviation, withinDeviation] = deviationByIndex[index] ?? DEFAULT_DEVIATION
        const rollLevel = level * this.getDriftFactor(index, order, doffedMs) * (1 + dice.normal(0, betweenDeviation))
        const laneDeviation = withinDeviation * this.getSpreadFactor(index, order, doffedMs)
        const samples = Array.from(
          { length: index === 'uniformity' ? 1 : Math.min(samplesPerRoll ?? SAMPLE_LANES, 5) },
          (_, i) => ({
            lane: (i % SAMPLE_LANES) + 1,
            no: i + 1,
            text: Math.max(0, rollLevel * (1 + dice.normal(0, laneDeviation))).toFixed(getIndexDigits(index)),
          }),
        )
        const summary = summarizeSamples(samples)
        if (index === 'gsm') this.recordWeights(order, doffedMs, getCountedValues(summary.samples))
        return {
          id: dice.id(testedMs),
          batchId: testedOrder.id,
          indexId: masters.indexIds[index],
          jumboRollId: jumbo.id,
          retest: 0,
          ...summary,
          lineId: order.line.id,
          productId: order.product.id,
          workOrderId: order.row.id ?? null,
          rolledAt: toMoment(doffedMs),
          ...buildAuditFields(testedMs, null),
        }
      })
  }
  private recordWeights({ product, line }: ProductionOrder, doffedMs: number, values: number[]): void {
    const weights = this.weightsByProduct.get(product.id) ?? { lineId: line.id, rolls: [] }
    weights.rolls.push({ doffedMs, values })
    this.weightsByProduct.set(product.id, weights)
  }
  private getDaysAgo(ms: number): number {
    return (this.floor.era.now - ms) / DAY_MS
  }
  /**
   * Returns the factor of a drift: a worn spunbond die makes heavier web for ten days, and a cooling calender makes
   * weaker web for weeks.
   */
  private getDriftFactor(index: IndexKey, { line }: ProductionOrder, doffedMs: number): number {
    const daysAgo = this.getDaysAgo(doffedMs)
    if (line.kind === 'spunbond' && index === 'gsm' && daysAgo > 18 && daysAgo < 28) return 1.03
    if (line.kind === 'composite' && index === 'mdStrength' && daysAgo > 40 && daysAgo < 70)
      return 1 - (70 - daysAgo) * 0.006
    return 1
  }
  /**
   * Returns the factor on the deviation across the width. A half-blocked suction box makes meltblown web uneven for
   * some days.
   */
  private getSpreadFactor(index: IndexKey, { line }: ProductionOrder, doffedMs: number): number {
    const daysAgo = this.getDaysAgo(doffedMs)
    return line.kind === 'meltblown' && index === 'gsm' && daysAgo > 10 && daysAgo < 16 ? 2.5 : 1
  }

  /** Builds one batch per order (drafts while recent, else published), customer codes, import and control limits. */
  buildBatches(): RowBatch[] {
    const { dice, era, masters, staff } = this.floor
    const leadId = staff.getPersonOfTrade('qualityLead').id
    const testedOrders = [...this.testedOrders.values()]
    const rows = testedOrders.map(({ id, order, lastDoffedMs }, i): RowDraft<typeof testBatch> => {
      const isOpen = this.getDaysAgo(lastDoffedMs) < 3
      // One batch of some weeks ago was withdrawn.
      const isWithdrawn = i === testedOrders.length - 12
      const publishedMs = lastDoffedMs + 6 * HOUR_MS
      return {
        id,
        number: `T-${order.row.number ?? i}`,
        state: isOpen ? 'draft' : isWithdrawn ? 'withdrawn' : 'published',
        source: 'auto',
        workOrderId: order.row.id ?? null,
        productId: order.product.id,
        productionCode: order.row.batch ?? null,
        testedAt: toMoment(lastDoffedMs),
        testerId: leadId,
        ...(isOpen ? {} : { publishedAt: toMoment(publishedMs), publishedBy: leadId }),
        ...(isWithdrawn
          ? {
              withdrawnReason: era.localize(
                toBilingualText('强力机夹具打滑，需复测', 'Clamps of the tensile tester slipped, to be retested'),
              ),
            }
          : {}),
        ...buildAuditFields(lastDoffedMs, leadId, isOpen ? lastDoffedMs : publishedMs),
      }
    })
    const createdMs = this.floor.era.from
    return [
      toBatch(
        customerCode,
        masters.buyers.slice(0, 8).map((buyer, i): RowDraft<typeof customerCode> => {
          const product = masters.products[i % masters.products.length]
          return {
            id: dice.id(createdMs),
            code: `${buyer.code}-${100 + i}`,
            customerId: buyer.id,
            productId: product?.id ?? '',
            name: product ? era.localize(toBilingualName(product)) : null,
            active: true,
            ...buildAuditFields(createdMs, leadId),
          }
        }),
      ),
      toBatch(testBatch, rows),
      ...(this.floor.codeSuffix ? [] : this.buildImport(leadId)),
      toBatch(controlLimit, this.buildControlLimits(leadId)),
    ]
  }
  /** Builds basis weight limits of the three most made products, frozen half a year ago from 60 days of data. */
  private buildControlLimits(leadId: string): RowDraft<typeof controlLimit>[] {
    const { dice, masters, era } = this.floor
    const frozenMs = Math.max(era.from + DAY_MS, era.now - 180 * DAY_MS)
    return [...this.weightsByProduct]
      .map(([productId, { lineId, rolls }]) => ({
        productId,
        lineId,
        groups: rolls
          .filter((roll) => roll.doffedMs < frozenMs && roll.doffedMs >= frozenMs - 60 * DAY_MS)
          .map(({ values }) => values),
      }))
      .filter(({ groups }) => groups.length >= 10)
      .toSorted((a, b) => b.groups.length - a.groups.length)
      .slice(0, 3)
      .map(({ productId, lineId, groups }) => {
        const { center, sigma } = compileChart({ chart: 'i-mr-s', groups, rules: ['n1'] })
        return {
          id: dice.id(frozenMs),
          productId,
          lineId,
          indexId: masters.indexIds.gsm,
          chart: 'i-mr-s' as const,
          subgroup: 'roll' as const,
          revision: 1,
          newest: true,
          fromAt: toMoment(Math.max(era.from, frozenMs - 60 * DAY_MS)),
          toAt: toMoment(frozenMs),
          points: groups.length,
          center: Number(center.toFixed(9)),
          sigma: Number(sigma.toFixed(9)),
          frozenBy: leadId,
          ...buildAuditFields(frozenMs, leadId),
        }
      })
  }
  /** Builds the layout of a laboratory's worksheet, and an import of such a worksheet that was undone. */
  private buildImport(leadId: string): RowBatch[] {
    const { dice, era, masters } = this.floor
    const importedMs = era.now - 2 * DAY_MS
    const columns = [
      { column: 1, header: era.localize(importHeadings.roll), role: 'roll' as const, indexId: null, example: null },
      { column: 2, header: era.localize(importHeadings.sample), role: 'sample' as const, indexId: null, example: '1' },
      {
        column: 3,
        header: `${era.localize(importHeadings.gsm)} (g/m²)`,
        role: 'index' as const,
        indexId: masters.indexIds.gsm,
        example: '15.1',
      },
      {
        column: 4,
        header: era.localize(importHeadings.strength),
        role: 'index' as const,
        indexId: masters.indexIds.mdStrength,
        example: '28.4',
      },
    ]
    return [
      toBatch(labLayout, [
        {
          id: dice.id(importedMs),
          headings: Object.values(importHeadings).map(era.localize).join(' | '),
          columns,
          ...buildAuditFields(importedMs, leadId),
        },
      ]),
      toBatch(labImport, [
        {
          id: dice.id(importedMs),
          fileName: era.localize(toBilingualText('强力克重.xlsx', 'tensile-weight.xlsx')),
          state: 'undone' as const,
          rows: 60,
          values: 120,
          headerRow: 1,
          columns,
          importedAt: toMoment(importedMs),
          importedBy: leadId,
          undoneReason: era.localize(toBilingualText('批次弄错，重新导入', 'Wrong batch, imported anew')),
          ...buildAuditFields(importedMs, leadId, importedMs + HOUR_MS),
        },
      ]),
    ]
  }
}
