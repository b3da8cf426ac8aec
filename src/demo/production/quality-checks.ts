/** Quality records: roll checks by the product's template, widths, spin finish, photo records of stored packages. */
import { z } from 'zod'
import type { qualityCheck } from '@/areas/quality/contract/quality-check'
import { tableTemplate } from '@/areas/quality/contract/table-template'
import type { codeWidth, oiling, productStorage, widthCheck } from '@/areas/quality/contract/width-and-oil-records'
import { createBlankReadings, deriveCheckResult } from '@/areas/quality/rules/quality-check'
import { judgeCodeWidths, judgeOiling, judgeWidths } from '@/areas/quality/rules/width-and-oil-records'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { DAY_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import deviationData from '../data/deviations.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { DemoPhoto } from '../photos'
import { roundDecimals } from '../random'
import { readRecords } from '../read-data'
import { buildCheckTemplates, type CheckTemplate } from './check-templates'
import type { ShopFloor, JumboDraft, ProductionOrder } from './orders'
import type { CutResult, PackageDraft } from './slitting'

type CheckRow = RowDraft<typeof qualityCheck>
type SlitRollRow = CutResult['rolls'][number]

/** Relative frequency of defects. */
const defectWeights = readRecords(
  deviationData.defects,
  z.strictObject({ defect: z.enum(defectKinds), weight: z.number() }),
).map(({ defect, weight }) => [defect, weight] as const)
/** Maximum number of photos that one call of `attachPhotos` adds. */
const MAX_PHOTOS = 6

/** Generates the quality records of jumbos as they are slit. */
export class QualityChecks {
  private readonly templateByProduct: ReadonlyMap<string, CheckTemplate>
  private readonly templates: readonly CheckTemplate[]
  private readonly codeWidthTemplate: CheckTemplate
  private readonly failedChecks: CheckRow[] = []
  constructor(
    private readonly floor: ShopFloor,
    codeSuffix: string,
  ) {
    const { templateByProduct, templates, codeWidthTemplate } = buildCheckTemplates(floor, codeSuffix)
    this.templateByProduct = templateByProduct
    this.templates = templates
    this.codeWidthTemplate = codeWidthTemplate
  }
  /** Returns the rows of all templates. */
  buildTemplateBatch(): RowBatch {
    return toBatch(tableTemplate, this.templates)
  }

  /** Builds the records of a jumbo and its slit rolls; most jumbos get none. */
  checkJumbo(order: ProductionOrder, jumbo: JumboDraft, cutResult: CutResult | null) {
    const { dice, era } = this.floor
    const doffedMs = Date.parse(jumbo.doffedAt ?? '')
    const checks: CheckRow[] = []
    const records = {
      widthChecks: [] as RowDraft<typeof widthCheck>[],
      oilings: [] as RowDraft<typeof oiling>[],
      codeWidths: [] as RowDraft<typeof codeWidth>[],
    }
    if (Number.isNaN(doffedMs)) return { checks, ...records }
    // Fewer checks of old rolls, so that the demonstration loads quickly.
    const sampleFactor = doffedMs > era.now - 10 * DAY_MS ? 1 : 0.35
    if (dice.chance(0.3 * sampleFactor)) checks.push(...this.buildCheck(order, jumbo, null, doffedMs))
    const roll = cutResult?.rolls.length && dice.chance(0.35 * sampleFactor) ? dice.pick(cutResult.rolls) : null
    if (roll) checks.push(...this.buildCheck(order, jumbo, roll, Date.parse(roll.doffedAt ?? '')))
    if (cutResult?.rolls.length && dice.chance(0.06))
      records.widthChecks.push(...this.buildWidthChecks(order, jumbo, cutResult))
    if (order.product.treatment === 'hydrophilic' && dice.chance(0.12))
      records.oilings.push(...this.buildOilings(order, jumbo, doffedMs))
    if (order.product.id === this.codeWidthTemplate.productId && dice.chance(0.15))
      records.codeWidths.push(...this.buildCodeWidths(order, jumbo, doffedMs))
    return { checks, ...records }
  }
  /** Picks a time 20 minutes to two hours after the roll came off; null if that lies in the future. */
  private pickCheckTime(doffedMs: number): number | null {
    const checkedMs = doffedMs + this.floor.dice.int(20, 120) * MINUTE_MS
    return checkedMs < this.floor.era.now ? checkedMs : null
  }
  private buildHead(order: ProductionOrder, jumbo: JumboDraft, checkedMs: number) {
    const { businessDate, shift } = this.floor.era.getShift(checkedMs)
    return {
      lineId: order.line.id,
      workOrderId: order.row.id,
      productId: order.product.id,
      businessDate,
      shift,
      team: jumbo.team ?? null,
    }
  }
  private pickInspectorId(checkedMs: number): string {
    const { dice, staff } = this.floor
    const inspectors = staff.listOnShift('quality', checkedMs)
    return (inspectors.length ? dice.pick(inspectors) : staff.getPersonOfTrade('quality')).id
  }
  private buildCheck(
    order: ProductionOrder,
    jumbo: JumboDraft,
    roll: SlitRollRow | null,
    doffedMs: number,
  ): CheckRow[] {
    const { dice } = this.floor
    const checkedMs = this.pickCheckTime(doffedMs)
    const template = this.templateByProduct.get(order.product.id)
    if (checkedMs === null || !template) return []
    const isFaulty = dice.chance(0.09)
    const { gsm } = order.product
    const readings = createBlankReadings(template.items ?? []).map((reading) =>
      reading.kind === 'number'
        ? {
            ...reading,
            value: roundDecimals(dice.normal(gsm * (isFaulty && dice.chance(0.2) ? 1.06 : 1), gsm * 0.012), 1),
          }
        : { ...reading, verdict: 'ok' as const },
    ) as NonNullable<CheckRow['readings']>
    const lengthM = Math.floor(roll?.lengthM ?? jumbo.lengthM ?? 0)
    const fromM = dice.int(0, Math.max(1, lengthM - 60))
    const createDefect = (severity: 'major' | 'minor') => ({
      kind: dice.pickWeighted(defectWeights),
      severity,
      lane: roll?.lane ?? null,
      fromM,
      toM: Math.min(lengthM, fromM + dice.int(1, 50)),
      fromMm: null,
      note: null,
    })
    const defects =
      isFaulty && dice.chance(0.85) ? [createDefect('major')] : dice.chance(0.06) ? [createDefect('minor')] : []
    const inspectorId = this.pickInspectorId(checkedMs)
    const verdict = deriveCheckResult({ readings, defects })
    const row: CheckRow = {
      id: dice.id(checkedMs),
      number: roll?.number ?? jumbo.number ?? null,
      jumboRollId: jumbo.id,
      slitRollId: roll?.id ?? null,
      ...this.buildHead(order, jumbo, checkedMs),
      workOrderId: roll?.workOrderId ?? order.row.id,
      team: (roll ? roll.team : jumbo.team) ?? null,
      templateId: template.id,
      readings,
      defects,
      ...verdict,
      toDowngrade: verdict.result === 'notOk',
      seenGrade: 'good',
      checkedAt: toMoment(checkedMs),
      userId: inspectorId,
      ...buildAuditFields(checkedMs, inspectorId),
    }
    if (row.result === 'notOk') this.failedChecks.push(row)
    return [row]
  }
  private buildWidthChecks(
    order: ProductionOrder,
    jumbo: JumboDraft,
    { sets, rolls }: CutResult,
  ): RowDraft<typeof widthCheck>[] {
    const { dice } = this.floor
    const set = dice.pick(sets)
    const checkedMs = this.pickCheckTime(Date.parse(set.doffedAt ?? ''))
    if (checkedMs === null) return []
    const lanes = rolls
      .filter(({ slitSetId }) => slitSetId === set.id)
      .map(({ lane = 1, widthMm = 0 }) => ({
        lane,
        setMm: widthMm,
        measuredMm: roundDecimals(dice.normal(widthMm, 0.7), 1),
      }))
    const inspectorId = this.pickInspectorId(checkedMs)
    return [
      {
        id: dice.id(checkedMs),
        jumboRollId: jumbo.id,
        ...this.buildHead(order, jumbo, checkedMs),
        setNumber: set.setNumber ?? 1,
        lanes,
        toleranceMm: 2,
        ...judgeWidths(lanes, 2),
        userId: inspectorId,
        filledAt: toMoment(checkedMs),
        ...buildAuditFields(checkedMs, inspectorId),
      },
    ]
  }
  private buildOilings(order: ProductionOrder, jumbo: JumboDraft, doffedMs: number): RowDraft<typeof oiling>[] {
    const { dice } = this.floor
    const checkedMs = this.pickCheckTime(doffedMs)
    if (checkedMs === null) return []
    const samples = [1, 2, 3].map((lane) => {
      const fabricG = roundDecimals(order.product.gsm * dice.between(0.96, 1.04), 4)
      return { lane, fabricG, addOnG: roundDecimals((fabricG * Math.max(0.1, dice.normal(0.5, 0.09))) / 100, 4) }
    })
    const inspectorId = this.pickInspectorId(checkedMs)
    return [
      {
        id: dice.id(checkedMs),
        jumboRollId: jumbo.id,
        ...this.buildHead(order, jumbo, checkedMs),
        agent: 'SF-20',
        samples,
        lowPercent: 0.2,
        highPercent: 0.8,
        ...judgeOiling(samples, { low: 0.2, high: 0.8 }),
        userId: inspectorId,
        filledAt: toMoment(checkedMs),
        ...buildAuditFields(checkedMs, inspectorId),
      },
    ]
  }
  private buildCodeWidths(order: ProductionOrder, jumbo: JumboDraft, doffedMs: number): RowDraft<typeof codeWidth>[] {
    const { dice } = this.floor
    const checkedMs = this.pickCheckTime(doffedMs)
    if (checkedMs === null) return []
    const [lowMm, highMm] = [3195, 3206]
    const widths = [0, 1000, 2000, 3000, 4000].map((atM) => ({
      atM,
      widthMm: roundDecimals(dice.normal(3200, 1.6), 1),
    }))
    const inspectorId = this.pickInspectorId(checkedMs)
    return [
      {
        id: dice.id(checkedMs),
        jumboRollId: jumbo.id,
        ...this.buildHead(order, jumbo, checkedMs),
        templateId: this.codeWidthTemplate.id,
        widths,
        lowMm,
        highMm,
        ...judgeCodeWidths(widths, { low: lowMm, high: highMm }),
        userId: inspectorId,
        filledAt: toMoment(checkedMs),
        ...buildAuditFields(checkedMs, inspectorId),
      },
    ]
  }
  /** Builds the photo records of the newest packages in the store. */
  buildStorageRecords(packages: readonly PackageDraft[]): RowDraft<typeof productStorage>[] {
    const { dice, era } = this.floor
    return packages
      .filter(({ state, packedAt }) => state === 'stored' && Date.parse(packedAt ?? '') > era.now - 60 * DAY_MS)
      .slice(-200)
      .flatMap((row) => {
        const checkedMs = this.pickCheckTime(Date.parse(row.packedAt ?? ''))
        if (checkedMs === null || !row.place) return []
        const inspectorId = this.pickInspectorId(checkedMs)
        return [
          {
            id: dice.id(checkedMs),
            number: row.number,
            packageId: row.id,
            place: row.place,
            workOrderId: row.workOrderId ?? null,
            rolls: row.rolls ?? null,
            netKg: row.netKg ?? null,
            userId: inspectorId,
            filledAt: toMoment(checkedMs),
            ...buildAuditFields(checkedMs, inspectorId),
          },
        ]
      })
  }
  /** Attaches photos to the failed checks of a portion of the history. Must be called before the checks are stored. */
  attachPhotos(sinceMs: number): DemoPhoto[] {
    const { dice } = this.floor
    return this.failedChecks.splice(0).flatMap((row, n): DemoPhoto[] => {
      const checkedMs = Date.parse(row.checkedAt ?? '')
      if (checkedMs < sinceMs || n >= MAX_PHOTOS) return []
      const id = dice.id(checkedMs)
      row.images = [id]
      const seed = `${row.number ?? ''}/check`
      return [
        {
          id,
          seed,
          resourceName: 'qualityCheck',
          rowId: row.id,
          takenBy: row.userId ?? null,
          takenAt: row.checkedAt ?? '',
          name: `${row.number ?? ''}.png`,
        },
      ]
    })
  }
}
