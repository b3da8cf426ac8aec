/** Quality records: roll checks by the product's template, widths, spin finish, photo records of stored packages. */
import type { qualityCheck } from '@/areas/quality/contract/quality-check'
import { tableTemplate } from '@/areas/quality/contract/table-template'
import type { codeWidth, oiling, productStorage, widthCheck } from '@/areas/quality/contract/web-records'
import { createBlankReadings, deriveCheckResult } from '@/areas/quality/rules/quality-check'
import { judgeCodeWidths, judgeOiling, judgeWidths } from '@/areas/quality/rules/web-records'
import type { DefectKind } from '@/areas/rolls/rules/defect-map'
import { DAY_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { Photo } from '../photos'
import { rounded } from '../random'
import { checkSheets, type Template } from './check-sheets'
import type { Floor, Jumbo, Order } from './orders'
import type { Cut, PackageRow } from './slitting'

type Check = Draft<typeof qualityCheck>
type SlitRow = Cut['rolls'][number]

/** Relative frequency of defects. */
const found: readonly (readonly [DefectKind, number])[] = [
  ['gel', 24],
  ['streak', 18],
  ['drip', 14],
  ['hole', 11],
  ['thinWeb', 9],
  ['flyFibre', 8],
  ['insect', 5],
  ['unevenEdge', 5],
  ['wrinkle', 4],
  ['oilStain', 2],
]
/** At most this many failed checks of a portion have a photo. */
const PHOTOS = 6

/** Generates the quality records of jumbos as they are slit. */
export class Checks {
  private readonly own: ReadonlyMap<string, Template>
  private readonly templates: readonly Template[]
  private readonly coded: Template
  private readonly failed: Check[] = []
  constructor(
    private readonly floor: Floor,
    tail: string,
  ) {
    const { own, templates, coded } = checkSheets(floor, tail)
    this.own = own
    this.templates = templates
    this.coded = coded
  }
  /** Returns the rows of all templates. */
  sheets(): Batch {
    return batch(tableTemplate, this.templates)
  }

  /** Builds the records of a jumbo and its slit rolls; most jumbos get none. */
  of(order: Order, jumbo: Jumbo, cut: Cut | null) {
    const { dice, era } = this.floor
    const done = Date.parse(jumbo.doffedAt ?? '')
    const checks: Check[] = []
    const bench = {
      widths: [] as Draft<typeof widthCheck>[],
      oils: [] as Draft<typeof oiling>[],
      coded: [] as Draft<typeof codeWidth>[],
    }
    if (Number.isNaN(done)) return { checks, ...bench }
    // Fewer checks of old rolls, so that the demonstration loads quickly.
    const often = done > era.now - 10 * DAY_MS ? 1 : 0.35
    if (dice.chance(0.3 * often)) checks.push(...this.check(order, jumbo, null, done))
    const roll = cut?.rolls.length && dice.chance(0.35 * often) ? dice.pick(cut.rolls) : null
    if (roll) checks.push(...this.check(order, jumbo, roll, Date.parse(roll.doffedAt ?? '')))
    if (cut?.rolls.length && dice.chance(0.06)) bench.widths.push(...this.width(order, jumbo, cut))
    if (order.product.treatment === 'hydrophilic' && dice.chance(0.12)) bench.oils.push(...this.oil(order, jumbo, done))
    if (order.product.id === this.coded.productId && dice.chance(0.15))
      bench.coded.push(...this.code(order, jumbo, done))
    return { checks, ...bench }
  }
  /** Picks a time 20 minutes to two hours after the roll came off; null if that lies in the future. */
  private at(after: number): number | null {
    const at = after + this.floor.dice.int(20, 120) * MINUTE_MS
    return at < this.floor.era.now ? at : null
  }
  private head(order: Order, jumbo: Jumbo, at: number) {
    const { businessDate, shift } = this.floor.era.shiftAt(at)
    return {
      lineId: order.line.id,
      workOrderId: order.row.id,
      productId: order.product.id,
      businessDate,
      shift,
      team: jumbo.team ?? null,
    }
  }
  private by(at: number): string {
    const { dice, staff } = this.floor
    const there = staff.onShift('quality', at)
    return (there.length ? dice.pick(there) : staff.lead('quality')).id
  }
  private check(order: Order, jumbo: Jumbo, roll: SlitRow | null, after: number): Check[] {
    const { dice } = this.floor
    const at = this.at(after)
    const sheet = this.own.get(order.product.id)
    if (at === null || !sheet) return []
    const bad = dice.chance(0.09)
    const { gsm } = order.product
    const readings = createBlankReadings(sheet.items ?? []).map((one) =>
      one.kind === 'number'
        ? { ...one, value: rounded(dice.normal(gsm * (bad && dice.chance(0.2) ? 1.06 : 1), gsm * 0.012), 1) }
        : { ...one, verdict: 'ok' as const },
    ) as NonNullable<Check['readings']>
    const lengthM = Math.floor(roll?.lengthM ?? jumbo.lengthM ?? 0)
    const fromM = dice.int(0, Math.max(1, lengthM - 60))
    const defect = (severity: 'major' | 'minor') => ({
      kind: dice.weighted(found),
      severity,
      lane: roll?.lane ?? null,
      fromM,
      toM: Math.min(lengthM, fromM + dice.int(1, 50)),
      fromMm: null,
      note: null,
    })
    const defects = bad && dice.chance(0.85) ? [defect('major')] : dice.chance(0.06) ? [defect('minor')] : []
    const by = this.by(at)
    const verdict = deriveCheckResult({ readings, defects })
    const row: Check = {
      id: dice.id(at),
      number: roll?.number ?? jumbo.number ?? null,
      jumboRollId: jumbo.id,
      slitRollId: roll?.id ?? null,
      ...this.head(order, jumbo, at),
      workOrderId: roll?.workOrderId ?? order.row.id,
      team: (roll ? roll.team : jumbo.team) ?? null,
      templateId: sheet.id,
      readings,
      defects,
      ...verdict,
      toDowngrade: verdict.result === 'notOk',
      seenGrade: 'good',
      checkedAt: toMoment(at),
      userId: by,
      ...stamps(at, by),
    }
    if (row.result === 'notOk') this.failed.push(row)
    return [row]
  }
  private width(order: Order, jumbo: Jumbo, { sets, rolls }: Cut): Draft<typeof widthCheck>[] {
    const { dice } = this.floor
    const set = dice.pick(sets)
    const at = this.at(Date.parse(set.doffedAt ?? ''))
    if (at === null) return []
    const lanes = rolls
      .filter(({ slitSetId }) => slitSetId === set.id)
      .map(({ lane = 1, widthMm = 0 }) => ({ lane, setMm: widthMm, measuredMm: rounded(dice.normal(widthMm, 0.7), 1) }))
    const by = this.by(at)
    return [
      {
        id: dice.id(at),
        jumboRollId: jumbo.id,
        ...this.head(order, jumbo, at),
        setNumber: set.setNumber ?? 1,
        lanes,
        toleranceMm: 2,
        ...judgeWidths(lanes, 2),
        userId: by,
        filledAt: toMoment(at),
        ...stamps(at, by),
      },
    ]
  }
  private oil(order: Order, jumbo: Jumbo, done: number): Draft<typeof oiling>[] {
    const { dice } = this.floor
    const at = this.at(done)
    if (at === null) return []
    const samples = [1, 2, 3].map((lane) => {
      const fabricG = rounded(order.product.gsm * dice.between(0.96, 1.04), 4)
      return { lane, fabricG, addOnG: rounded((fabricG * Math.max(0.1, dice.normal(0.5, 0.09))) / 100, 4) }
    })
    const by = this.by(at)
    return [
      {
        id: dice.id(at),
        jumboRollId: jumbo.id,
        ...this.head(order, jumbo, at),
        agent: 'SF-20',
        samples,
        lowPercent: 0.2,
        highPercent: 0.8,
        ...judgeOiling(samples, { low: 0.2, high: 0.8 }),
        userId: by,
        filledAt: toMoment(at),
        ...stamps(at, by),
      },
    ]
  }
  private code(order: Order, jumbo: Jumbo, done: number): Draft<typeof codeWidth>[] {
    const { dice } = this.floor
    const at = this.at(done)
    if (at === null) return []
    const [lowMm, highMm] = [3195, 3206]
    const widths = [0, 1000, 2000, 3000, 4000].map((atM) => ({ atM, widthMm: rounded(dice.normal(3200, 1.6), 1) }))
    const by = this.by(at)
    return [
      {
        id: dice.id(at),
        jumboRollId: jumbo.id,
        ...this.head(order, jumbo, at),
        templateId: this.coded.id,
        widths,
        lowMm,
        highMm,
        ...judgeCodeWidths(widths, { low: lowMm, high: highMm }),
        userId: by,
        filledAt: toMoment(at),
        ...stamps(at, by),
      },
    ]
  }
  /** Builds the photo records of the newest packages in the store. */
  storage(packages: readonly PackageRow[]): Draft<typeof productStorage>[] {
    const { dice, era } = this.floor
    return packages
      .filter(({ state, packedAt }) => state === 'stored' && Date.parse(packedAt ?? '') > era.now - 60 * DAY_MS)
      .slice(-200)
      .flatMap((row) => {
        const at = this.at(Date.parse(row.packedAt ?? ''))
        if (at === null || !row.place) return []
        const by = this.by(at)
        return [
          {
            id: dice.id(at),
            number: row.number,
            packageId: row.id,
            place: row.place,
            workOrderId: row.workOrderId ?? null,
            rolls: row.rolls ?? null,
            netKg: row.netKg ?? null,
            userId: by,
            filledAt: toMoment(at),
            ...stamps(at, by),
          },
        ]
      })
  }
  /** Attaches photos to the failed checks of a portion. Must be called before the checks are stored. */
  photos(since: number): Photo[] {
    const { dice } = this.floor
    return this.failed.splice(0).flatMap((row, n): Photo[] => {
      const at = Date.parse(row.checkedAt ?? '')
      if (at < since || n >= PHOTOS) return []
      const id = dice.id(at)
      row.images = [id]
      const seed = `${row.number ?? ''}/check`
      return [
        {
          id,
          seed,
          of: 'qualityCheck',
          rowId: row.id,
          by: row.userId ?? null,
          at: row.checkedAt ?? '',
          name: `${row.number ?? ''}.png`,
        },
      ]
    })
  }
}
