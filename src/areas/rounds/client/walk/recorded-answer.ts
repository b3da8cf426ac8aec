import { collectFindings, type ItemValue, type PointAnswer } from '@/areas/rounds/rules/check-point'
import { POINT_PHOTOS_KEY, type PointDraft } from './point-draft'
import type { InspectionResultRow, AnswerInput, RoundItem, WalkPoint } from './walk-points'

/** An answer at a point, whether or not it has reached the server. */
export interface RecordedAnswer {
  readonly id: string
  readonly pointKey: string
  readonly state: 'done' | 'skipped'
  readonly presence: 'scanned' | 'byHand' | null
  readonly scannedText: string | null
  readonly reason: string | null
  readonly values: AnswerInput['values']
  readonly images: readonly string[]
  readonly note: string | null
  readonly occurredAt: string
  /** Null for an answer of this phone that the server has not confirmed; its author is the signed-in person. */
  readonly userId: string | null
  readonly repairIds: readonly string[]
  readonly isUnsent: boolean
  /** Id of the outbox command, if the server refused it. */
  readonly refusedCommandId: string | null
}
/** Builds the answer from a stored result. */
export const buildAnswerFromResult = (row: InspectionResultRow): RecordedAnswer => ({
  ...row,
  repairIds: row.repairId ? [row.repairId] : [],
  isUnsent: false,
  refusedCommandId: null,
})
/** Builds the answer from the body of a command that the server has not confirmed yet. */
export const buildAnswerFromInput = (input: AnswerInput): RecordedAnswer => ({
  id: input.id ?? '',
  pointKey: input.pointKey,
  state: input.state,
  presence: input.presence ?? null,
  scannedText: input.scannedText ?? null,
  reason: input.reason ?? null,
  values: input.values ?? [],
  images: input.images ?? [],
  note: input.note ?? null,
  occurredAt: input.occurredAt,
  userId: null,
  repairIds: input.repairIds ?? [],
  isUnsent: true,
  refusedCommandId: null,
})

/** Converts an answer to the form that the rules expect. */
export const toPointAnswer = (point: WalkPoint, answer: RecordedAnswer): PointAnswer => ({
  pointKey: point.key,
  presence: answer.presence,
  skippedBecause: answer.state === 'skipped' ? answer.reason : null,
  values: getAnswerValues(point, answer),
})
/** Returns the values of an answer by item key, in the form the rules expect. */
export function getAnswerValues(point: WalkPoint, answer: RecordedAnswer): Record<string, ItemValue> {
  const kindByKey = new Map(point.items.map(({ key, kind }) => [key, kind]))
  return Object.fromEntries(
    (answer.values ?? []).map((itemAnswer) => [
      itemAnswer.itemKey,
      getItemValue(itemAnswer, kindByKey.get(itemAnswer.itemKey)),
    ]),
  )
}
function getItemValue(
  itemAnswer: NonNullable<RecordedAnswer['values']>[number],
  kind: RoundItem['kind'] | undefined,
): ItemValue {
  if (kind === 'okNotOk') return itemAnswer.answer
  if (kind === 'number') return itemAnswer.number
  return kind === 'photo' ? (itemAnswer.images ?? []) : itemAnswer.text
}

/** Builds the draft for correcting an answered point. Saving it creates a new answer, and the newest one counts. */
export function buildCorrectionDraft(point: WalkPoint, answer: RecordedAnswer | undefined): Partial<PointDraft> {
  if (answer?.state !== 'done') return {}
  const valuesWithImages = (answer.values ?? []).filter(({ images }) => images && images.length > 0)
  const photos = Object.fromEntries(valuesWithImages.map(({ itemKey, images }) => [itemKey, images ?? []]))
  const kindByKey = new Map(point.items.map(({ key, kind }) => [key, kind]))
  const valueEntries = Object.entries(getAnswerValues(point, answer)).filter(([key]) => kindByKey.get(key) !== 'photo')
  return {
    presence: answer.presence,
    scannedText: answer.scannedText,
    reason: answer.reason,
    values: Object.fromEntries(valueEntries),
    photos: answer.images.length > 0 ? { ...photos, [POINT_PHOTOS_KEY]: answer.images } : photos,
    note: answer.note ?? '',
    repairs: matchRepairsToItems(point, answer),
    // Photos that were sent with the first answer.
    travelled: [...Object.values(photos).flat(), ...answer.images],
  }
}

/** Matches repairs to items: an answer only lists repair ids, in the order of the items with findings. */
function matchRepairsToItems(point: WalkPoint, answer: RecordedAnswer): Record<string, string> {
  const pointFindings = collectFindings([point.checkPoint], [toPointAnswer(point, answer)])
  return Object.fromEntries(
    pointFindings.flatMap(({ itemKey }, index) =>
      answer.repairIds[index] ? [[itemKey, answer.repairIds[index]]] : [],
    ),
  )
}
