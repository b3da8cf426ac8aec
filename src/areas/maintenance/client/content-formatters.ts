import { getFieldInLanguage, type Language } from '@/contract/language'
import { list, text, type Fields } from '@/contract/field'
import type { ContentFormatter } from '@/client/area'
import { lookUpRow } from '@/client/api/look-up-rows'
import { formatNumber } from '@/client/format/number'
import { equipment } from '@/areas/equipment/contract/equipment'
import { inspectionRound } from '../contract/inspection-round'
import { getCheckItemName } from './walk/format-check-item'
import type { Round } from './walk/walk-points'

type ContentValues = Record<string, unknown>

/** Replaces plan keys by the names of the machine and of the items, and formats numbers with the item's unit. */
const formatAnswerContent: ContentFormatter = async ({ fields, values }, language) => {
  const round = (await lookUpRow(inspectionRound, String(values['roundId']))) as Round | null
  const lines = values['values']
  if (!round) return { fields, values }
  const point = round.points.find(({ key }) => key === values['pointKey'])
  const machine = point && (await lookUpRow(equipment, point.equipmentId))
  const namedContent = {
    fields: { ...fields, pointKey: text() },
    values: {
      ...values,
      ...(machine
        ? { pointKey: `${machine.code} ${String(getFieldInLanguage(equipment, machine, 'name', language))}` }
        : {}),
    },
  }
  // A skipped point has no values.
  if (fields['values']?.kind !== 'list' || !Array.isArray(lines)) return namedContent
  const formattedLines = (lines as ContentValues[]).map((line) =>
    formatAnswerLine(line, round, String(values['pointKey']), language),
  )
  const lineFields: Fields = { ...fields['values'].of, itemKey: text(), number: text() }
  return {
    fields: { ...namedContent.fields, values: list(lineFields) },
    values: { ...namedContent.values, values: formattedLines },
  }
}
function formatAnswerLine(
  answerLine: ContentValues,
  round: Round,
  pointKey: string,
  language: Language,
): ContentValues {
  const item = round.items.find(
    (candidate) => candidate.pointKey === pointKey && candidate.key === answerLine['itemKey'],
  )
  if (!item) return answerLine
  const { number } = answerLine
  return {
    ...answerLine,
    itemKey: getCheckItemName(item, language),
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
export const maintenanceContentFormatters: Readonly<Record<string, ContentFormatter>> = {
  'inspectionResult.answer': formatAnswerContent,
}
