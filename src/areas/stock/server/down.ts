/** Downgraded goods in stock with reason and age. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { toMillis, DAY_MS } from '@/plant/rules/plant-time'
import { downInStock } from '@/areas/rolls/server/queries/for-stock'
import type { DefectKind } from '@/areas/rolls/rules/defect-map'
import { gradeKg } from '@/areas/rolls/rules/slit-roll'
import { ageClass, ageNames } from '@/areas/rolls/rules/stocked'
import { loadReferencedNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { downInfo } from '../contract/stock-calls'

type Input = InOf<typeof downInfo>
type Answer = OutOf<typeof downInfo>
type Row = Answer['list'][number]
/** Safety limit, above the number of downgraded rolls in any plant. */
const MOST = 20_000
const gram = (value: number): number => Math.round(value * 1000) / 1000
const sum = (all: readonly Row[], of: (row: Row) => number): number => gram(all.reduce((so, row) => so + of(row), 0))
const amountOf = (rows: readonly Row[]) => ({ rolls: rows.length, kg: sum(rows, ({ kg }) => kg) })

/** Loads the rolls that match the filters; product and order have ids but no names yet. */
async function rowsOf(ctx: Context, input: Input): Promise<Row[]> {
  const found = (await downInStock(ctx, MOST)).map((roll): Row => {
    const ageDays = Math.floor((ctx.now.getTime() - toMillis(roll.doffedAt)) / DAY_MS)
    const by = gradeKg(roll.kg, roll.lengthM, roll.downgrades)
    const whole = roll.grade === 'waste'
    return {
      kind: roll.kind,
      id: roll.id,
      number: roll.number,
      grade: roll.grade,
      defect: (roll.downgrades[0]?.defect ?? null) as DefectKind | null,
      reason: roll.downgrades[0]?.reason ?? null,
      productId: roll.productId,
      product: null,
      widthMm: roll.widthMm,
      workOrderId: roll.workOrderId,
      order: null,
      kg: roll.kg,
      downgradedKg: whole ? 0 : by.downgraded,
      wasteKg: whole ? roll.kg : by.waste,
      place: roll.place,
      doffedAt: roll.doffedAt,
      ageDays,
      age: ageClass(ageDays),
    }
  })
  const wanted = <K extends 'defect' | 'age' | 'grade' | 'productId' | 'workOrderId'>(key: K) => input[key] ?? null
  const keys = ['defect', 'age', 'grade', 'productId', 'workOrderId'] as const
  return found.filter((row) => keys.every((key) => wanted(key) === null || row[key] === wanted(key)))
}
/** GET /GET_DOWN_INFO: lists downgraded rolls in stock with sums by defect and age. */
export async function down(ctx: Context, input: Input): Promise<Answer> {
  const all = await rowsOf(ctx, input)
  const size = input.size ?? 100
  const from = ((input.page ?? 1) - 1) * size
  const list = all.slice(from, from + size)
  const products = await loadReferencedNames(ctx, 'product', list, 'productId')
  const orders = await loadReferencedNames(ctx, 'workOrder', list, 'workOrderId')
  return {
    total: all.length,
    kg: sum(all, ({ kg }) => kg),
    downgradedKg: sum(all, (row) => row.downgradedKg),
    wasteKg: sum(all, (row) => row.wasteKg),
    defects: [...new Set(all.map(({ defect }) => defect))]
      .map((defect) => ({ defect, ...amountOf(all.filter((row) => row.defect === defect)) }))
      .sort((a, b) => b.kg - a.kg),
    ages: ageNames.map((age) => ({ age, ...amountOf(all.filter((row) => row.age === age)) })),
    list: list.map((row) => ({
      ...row,
      product: products[row.productId ?? ''] ?? null,
      order: orders[row.workOrderId ?? ''] ?? null,
    })),
  }
}
