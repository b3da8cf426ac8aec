/** Downgraded goods in stock with reason and age. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { WithoutFilledNames } from '@/contract/field-values'
import { toMillis, DAY_MS } from '@/plant/rules/plant-time'
import { listDowngradedStock } from '@/areas/packing/server/queries/roll-stock'
import type { DefectKind } from '@/areas/rolls/rules/defect-map'
import { divideKgByGrade } from '@/areas/rolls/rules/grade'
import { getAgeClass, ageClassNames } from '@/areas/packing/rules/roll-stock'
import type { Context } from '@/server/context'
import type { downgradedStock } from '../contract/stock-endpoints'
import { roundToGram } from '@/plant/rules/quantity'

type Input = EndpointInput<typeof downgradedStock>
type Answer = WithoutFilledNames<EndpointOutput<typeof downgradedStock>>
type DowngradedRoll = Answer['list'][number]
const sumKg = (rows: readonly DowngradedRoll[], getKg: (row: DowngradedRoll) => number): number =>
  roundToGram(rows.reduce((total, row) => total + getKg(row), 0))
const sumRolls = (rows: readonly DowngradedRoll[]) => ({ rolls: rows.length, kg: sumKg(rows, ({ kg }) => kg) })

/** Loads the rolls that match the filters. */
async function loadDowngradedRows(ctx: Context, input: Input): Promise<DowngradedRoll[]> {
  const rows = (await listDowngradedStock(ctx)).map((roll): DowngradedRoll => {
    const ageDays = Math.floor((ctx.now.getTime() - toMillis(roll.doffedAt)) / DAY_MS)
    const kgByGrade = divideKgByGrade(roll.kg, roll.lengthM, roll.downgrades)
    const isWholeRollWaste = roll.grade === 'waste'
    return {
      kind: roll.kind,
      id: roll.id,
      number: roll.number,
      grade: roll.grade,
      defect: (roll.downgrades[0]?.defect ?? null) as DefectKind | null,
      reason: roll.downgrades[0]?.reason ?? null,
      productId: roll.productId,
      widthMm: roll.widthMm,
      workOrderId: roll.workOrderId,
      kg: roll.kg,
      downgradedKg: isWholeRollWaste ? 0 : kgByGrade.downgraded,
      wasteKg: isWholeRollWaste ? roll.kg : kgByGrade.waste,
      place: roll.place,
      doffedAt: roll.doffedAt,
      ageDays,
      age: getAgeClass(ageDays),
    }
  })
  const getFilter = <K extends 'defect' | 'age' | 'grade' | 'productId' | 'workOrderId'>(key: K) => input[key] ?? null
  const keys = ['defect', 'age', 'grade', 'productId', 'workOrderId'] as const
  return rows.filter((row) => keys.every((key) => getFilter(key) === null || row[key] === getFilter(key)))
}
/**
 * GET /GET_DOWN_INFO: lists downgraded rolls in stock with sums per defect and age.
 * @param defaultSize page size if the input has none
 */
export async function listDowngraded(ctx: Context, input: Input, defaultSize = 100): Promise<Answer> {
  const matchingRows = await loadDowngradedRows(ctx, input)
  const size = input.size ?? defaultSize
  const firstIndex = ((input.page ?? 1) - 1) * size
  return {
    total: matchingRows.length,
    kg: sumKg(matchingRows, ({ kg }) => kg),
    downgradedKg: sumKg(matchingRows, (row) => row.downgradedKg),
    wasteKg: sumKg(matchingRows, (row) => row.wasteKg),
    defects: [...new Set(matchingRows.map(({ defect }) => defect))]
      .map((defect) => ({ defect, ...sumRolls(matchingRows.filter((row) => row.defect === defect)) }))
      .sort((a, b) => b.kg - a.kg),
    ages: ageClassNames.map((age) => ({ age, ...sumRolls(matchingRows.filter((row) => row.age === age)) })),
    list: matchingRows.slice(firstIndex, firstIndex + size),
  }
}
