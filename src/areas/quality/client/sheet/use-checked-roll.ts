import { useList, useRow } from '@/client/api/use-list'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll } from '@/areas/rolls/contract/slitting'
import { isTakenBack } from '@/areas/rolls/rules/slit-roll'
import { product } from '@/areas/standards/contract/product'
import { tableTemplate } from '../../contract/table-template'
import { lanesOf } from '../../rules/web-records'
import { templateFor } from '../../rules/quality-check'

/** The checked roll: by id if this phone knows it, else only by the number on its label. */
export interface Named {
  of: 'jumboRoll' | 'slitRoll' | null
  id: string | null
  number: string | null
}
/** Size and lanes of the roll across the web; an uncut roll has no lanes. */
export interface Web {
  lengthM: number | null
  widthMm: number | null
  lanes: { lane: number; widthMm: number }[]
}
const SHEETS = { use: 'check', active: true, size: 500 } as const

/** Loads the roll of a check and the template of its product, from the server or this phone. */
export function useCheckedRoll({ of, id, number }: Named) {
  const jumbo = useRow(jumboRoll, of === 'jumboRoll' ? id : null)
  const slit = useRow(slitRoll, of === 'slitRoll' ? id : null)
  const roll = jumbo.row ?? slit.row
  const made = useRow(product, roll?.productId ?? null)
  const sheets = useList(tableTemplate, SHEETS)
  const cuts = useList(cutting, { jumboRollId: jumbo.row?.id ?? '', size: 1 }, jumbo.row !== null)
  // A jumbo whose strips were all downgraded is not good, whatever its own grade says.
  const cutOf = useList(slitRoll, { jumboRollId: jumbo.row?.id ?? '', size: 200 }, jumbo.row !== null)
  const strips = cutOf.rows.filter((one) => one.jumboRollId === jumbo.row?.id && !isTakenBack(one.state))
  const waits = [jumbo, slit, made, sheets].some((one) => one.isLoading)
  const web: Web = {
    lengthM: roll?.lengthM ?? null,
    widthMm: roll?.widthMm ?? null,
    lanes: slit.row
      ? [{ lane: slit.row.lane, widthMm: slit.row.widthMm }]
      : lanesOf(cuts.rows.find((cut) => cut.jumboRollId === jumbo.row?.id)?.lanes ?? []),
  }
  return {
    waits,
    roll,
    number: roll?.number ?? number ?? '',
    product: made.row,
    template: templateFor(sheets.rows, 'check', made.row ?? (roll ? { id: roll.productId } : null)),
    web,
    strips: { all: strips.length, notGood: strips.filter(({ grade }) => grade !== 'good').length },
  }
}
