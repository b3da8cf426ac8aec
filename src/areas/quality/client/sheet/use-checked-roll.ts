import { useList, useRow } from '@/client/api/use-list'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll } from '@/areas/slitting/contract/slitting'
import { isTakenBack } from '@/areas/slitting/rules/slit-roll'
import { product } from '@/areas/standards/contract/product'
import { tableTemplate } from '../../contract/table-template'
import { expandSlittingPattern } from '../../rules/width-and-oil-records'
import { selectTemplate } from '../../rules/quality-check'

/** Identifies the checked roll by id if this phone knows the roll, else only by the number on its label. */
export interface CheckedRollReference {
  resource: 'jumboRoll' | 'slitRoll' | null
  id: string | null
  number: string | null
}
/** Length, width and lanes of the roll; an uncut roll has no lanes. */
export interface RollWeb {
  lengthM: number | null
  widthMm: number | null
  lanes: { lane: number; widthMm: number }[]
}
const TEMPLATES_QUERY = { use: 'check', active: true, size: 500 } as const

/** Loads the roll of a check and the template of its product, from the server or this phone. */
export function useCheckedRoll({ resource, id, number }: CheckedRollReference) {
  const jumbo = useRow(jumboRoll, resource === 'jumboRoll' ? id : null)
  const slit = useRow(slitRoll, resource === 'slitRoll' ? id : null)
  const roll = jumbo.row ?? slit.row
  const productQuery = useRow(product, roll?.productId ?? null)
  const templates = useList(tableTemplate, TEMPLATES_QUERY)
  const cuttings = useList(cutting, { jumboRollId: jumbo.row?.id ?? '', size: 1 }, { enabled: jumbo.row !== null })
  // The grade of a jumbo does not show that its slit rolls were downgraded.
  const slitRolls = useList(slitRoll, { jumboRollId: jumbo.row?.id ?? '', size: 200 }, { enabled: jumbo.row !== null })
  const cutRolls = slitRolls.rows.filter((item) => item.jumboRollId === jumbo.row?.id && !isTakenBack(item.state))
  const isLoading = [jumbo, slit, productQuery, templates].some((query) => query.isLoading)
  const web: RollWeb = {
    lengthM: roll?.lengthM ?? null,
    widthMm: roll?.widthMm ?? null,
    lanes: slit.row
      ? [{ lane: slit.row.lane, widthMm: slit.row.widthMm }]
      : expandSlittingPattern(cuttings.rows.find((cut) => cut.jumboRollId === jumbo.row?.id)?.lanes ?? []),
  }
  return {
    isLoading,
    roll,
    number: roll?.number ?? number ?? '',
    product: productQuery.row,
    template: selectTemplate(templates.rows, 'check', productQuery.row ?? (roll ? { id: roll.productId } : null)),
    web,
    slitRollCounts: { total: cutRolls.length, notGood: cutRolls.filter(({ grade }) => grade !== 'good').length },
  }
}
