import { judgeItemAnswer, type CheckItem, type ItemValue, type PointVerdict } from '@/areas/rounds/rules/check-point'
import type { AnswerInput, RoundItem, WalkPoint } from './walk-points'

/** Key of the photos of the point itself among the photos of its items. */
export const POINT_PHOTOS_KEY = ''
/** Input at a point until it is answered; stored as a draft. */
export interface PointDraft {
  /** Id of the future inspection result. */
  readonly id: string
  readonly presence: 'scanned' | 'byHand' | null
  readonly scannedText: string | null
  /** Reason for confirming presence by hand. */
  readonly reason: string | null
  readonly values: Readonly<Record<string, ItemValue>>
  /** Photo ids by item key; `POINT_PHOTOS_KEY` holds the photos of the point itself. */
  readonly photos: Readonly<Record<string, readonly string[]>>
  readonly note: string
  /** Ids of repairs reported from this point, by item key. */
  readonly repairs: Readonly<Record<string, string>>
  /** Ids of photos already sent, with a repair report or an earlier answer. Phones store the field under this name. */
  readonly travelled: readonly string[]
}
/** Creates an empty draft. */
export const createPointDraft = (id: string): PointDraft => ({
  id,
  presence: null,
  scannedText: null,
  reason: null,
  values: {},
  photos: {},
  note: '',
  repairs: {},
  travelled: [],
})

/** Returns the entered value of an item; for a photo item the ids of its photos. */
export const getEnteredValue = (draft: PointDraft, item: Pick<RoundItem, 'key' | 'kind'>): ItemValue =>
  item.kind === 'photo' ? (draft.photos[item.key] ?? []) : (draft.values[item.key] ?? null)
const findCheckItem = (point: WalkPoint, key: string): CheckItem | undefined =>
  point.checkPoint.items.find((item) => item.key === key)
/** Judges the current input of an item. */
export function judgeEnteredItem(point: WalkPoint, draft: PointDraft, item: RoundItem): PointVerdict {
  const checkItem = findCheckItem(point, item.key)
  return checkItem ? judgeItemAnswer(checkItem, getEnteredValue(draft, item)) : 'unanswered'
}
/** Returns the items of a point that still need an answer or hold an invalid one. */
export const getOpenItems = (point: WalkPoint, draft: PointDraft): RoundItem[] =>
  point.items.filter((item) => {
    const verdict = judgeEnteredItem(point, draft, item)
    return verdict === 'invalid' || (verdict === 'unanswered' && !item.optional)
  })

/**
 * Builds the command body that answers a point.
 * @param occurredAt time of the answer, ISO 8601
 */
export function buildAnswerInput(
  roundId: string,
  point: WalkPoint,
  draft: PointDraft,
  occurredAt: string,
): AnswerInput {
  const repairIds = [...new Set(Object.values(draft.repairs))]
  const images = [...(draft.photos[POINT_PHOTOS_KEY] ?? [])]
  return {
    id: draft.id,
    roundId,
    pointKey: point.key,
    state: 'done',
    presence: draft.presence,
    scannedText: draft.scannedText,
    reason: draft.reason,
    values: point.items.flatMap((item) => buildItemAnswers(draft, item)),
    occurredAt,
    ...(draft.note.trim() ? { note: draft.note.trim() } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(repairIds.length > 0 ? { repairIds } : {}),
  }
}
/** Builds the answer of an item; an empty list if neither a value nor a photo was entered. */
function buildItemAnswers(draft: PointDraft, item: RoundItem): NonNullable<AnswerInput['values']> {
  const value = getEnteredValue(draft, item)
  const images = [...(draft.photos[item.key] ?? [])]
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty && images.length === 0) return []
  const emptyAnswer = { itemKey: item.key, answer: null, number: null, text: null, images }
  if (item.kind === 'okNotOk' && (value === 'ok' || value === 'notOk')) return [{ ...emptyAnswer, answer: value }]
  if (item.kind === 'number' && typeof value === 'number') return [{ ...emptyAnswer, number: value }]
  return [{ ...emptyAnswer, text: item.kind === 'text' && typeof value === 'string' ? value : null }]
}
/**
 * Builds the command body that skips a point. A typed code that proved nothing is sent along, as an indication that
 * somebody stood there.
 * @param occurredAt time of the skip, ISO 8601
 */
export const buildSkipInput = (
  roundId: string,
  pointKey: string,
  { id, scannedText }: Pick<PointDraft, 'id' | 'scannedText'>,
  reason: string,
  occurredAt: string,
): AnswerInput => ({
  id,
  roundId,
  pointKey,
  state: 'skipped',
  reason,
  ...(scannedText ? { scannedText } : {}),
  occurredAt,
})
