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

/**
 * Formats an answer at a point of a round for the sync centre: replaces the keys of the point and the items by names,
 * and formats numbers with the item's unit.
 */
const formatAnswerContent: ContentFormatter = async ({ fields, values }, language) => {
  const round = (await lookUpRow(inspectionRound, String(values['roundId']))) as Round | null
  const itemAnswers = values['values']
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
  if (fields['values']?.kind !== 'list' || !Array.isArray(itemAnswers)) return namedContent
  const formattedAnswers = (itemAnswers as ContentValues[]).map((itemAnswer) =>
    formatItemAnswer(itemAnswer, round, String(values['pointKey']), language),
  )
  const answerFields: Fields = { ...fields['values'].of, itemKey: text(), number: text() }
  return {
    fields: { ...namedContent.fields, values: list(answerFields) },
    values: { ...namedContent.values, values: formattedAnswers },
  }
}
function formatItemAnswer(
  itemAnswer: ContentValues,
  round: Round,
  pointKey: string,
  language: Language,
): ContentValues {
  const item = round.items.find(
    (candidate) => candidate.pointKey === pointKey && candidate.key === itemAnswer['itemKey'],
  )
  if (!item) return itemAnswer
  const { number } = itemAnswer
  return {
    ...itemAnswer,
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
export const roundsContentFormatters: Readonly<Record<string, ContentFormatter>> = {
  'inspectionResult.answer': formatAnswerContent,
}
