import { inLanguage, type Language } from '@/contract/language'
import { list, text, type Fields } from '@/contract/field'
import type { MakeReadable } from '@/client/area'
import { phone } from '@/client/api/phone'
import { formatNumber } from '@/client/format/number'
import { equipment } from '@/areas/equipment/contract/equipment'
import { itemName } from './walk/item-words'
import type { Round } from './walk/round-state'

type Values = Record<string, unknown>
const rowOf = async (of: string, id: unknown): Promise<Values | undefined> =>
  (await (await phone()).packRows(of)).rows.find((row) => row['id'] === id)

/** Points and items of a round are known by keys of its plan: here by the machine's name and the item's, numbers in its unit. */
const answer: MakeReadable = async ({ fields, values }, language) => {
  const round = (await rowOf('inspectionRound', values['roundId'])) as Round | undefined
  const lines = values['values']
  if (!round || fields['values']?.kind !== 'list' || !Array.isArray(lines)) return { fields, values }
  const point = round.points.find(({ key }) => key === values['pointKey'])
  const machine = point && (await rowOf('equipment', point.equipmentId))
  const shown = (lines as Values[]).map((line) => lineOf(line, round, String(values['pointKey']), language))
  const of: Fields = { ...fields['values'].of, itemKey: text(), number: text() }
  return {
    fields: { ...fields, pointKey: text(), values: list(of) },
    values: {
      ...values,
      ...(machine
        ? { pointKey: `${String(machine['code'])} ${String(inLanguage(equipment, machine, 'name', language))}` }
        : {}),
      values: shown,
    },
  }
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

export const readable: Readonly<Record<string, MakeReadable>> = { 'inspectionResult.answer': answer }
