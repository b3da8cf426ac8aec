import { getFieldInLanguage, type Language } from '@/contract/language'
import { list, text, type Fields } from '@/contract/field'
import type { ContentFormatter } from '@/client/area'
import { lookUpRow } from '@/client/api/look-up-rows'
import { formatNumber } from '@/client/format/number'
import { equipment } from '@/areas/equipment/contract/equipment'
import { inspectionRound } from '../contract/inspection-round'
import { itemName } from './walk/item-words'
import type { Round } from './walk/round-state'

type Values = Record<string, unknown>

/** Replaces plan keys by the names of the machine and of the items, and formats numbers with the item's unit. */
const answer: ContentFormatter = async ({ fields, values }, language) => {
  const round = (await lookUpRow(inspectionRound, String(values['roundId']))) as Round | null
  const lines = values['values']
  if (!round) return { fields, values }
  const point = round.points.find(({ key }) => key === values['pointKey'])
  const machine = point && (await lookUpRow(equipment, point.equipmentId))
  const named = {
    fields: { ...fields, pointKey: text() },
    values: {
      ...values,
      ...(machine
        ? { pointKey: `${machine.code} ${String(getFieldInLanguage(equipment, machine, 'name', language))}` }
        : {}),
    },
  }
  // A skipped point has no values.
  if (fields['values']?.kind !== 'list' || !Array.isArray(lines)) return named
  const shown = (lines as Values[]).map((line) => lineOf(line, round, String(values['pointKey']), language))
  const of: Fields = { ...fields['values'].of, itemKey: text(), number: text() }
  return { fields: { ...named.fields, values: list(of) }, values: { ...named.values, values: shown } }
}
function lineOf(line: Values, round: Round, pointKey: string, language: Language): Values {
  const item = round.items.find((one) => one.pointKey === pointKey && one.key === line['itemKey'])
  if (!item) return line
  const { number } = line
  return {
    ...line,
    itemKey: itemName(item, language),
    ...(typeof number === 'number'
      ? {
          number: formatNumber(number, {
            language,
            decimals: 6,
            ...(item.unit ? { unit: item.unit } : {}),
          }),
        }
      : {}),
  }
}

/** Formatters of this area by operation name. */
export const readable: Readonly<Record<string, ContentFormatter>> = { 'inspectionResult.answer': answer }
