import type { Row } from '@/contract/resource'
import type { EndpointInput } from '@/contract/endpoint'
import {
  collectFindings,
  judgeItemAnswer,
  findOpenPoints,
  determinePresence,
  type CheckItem,
  type CheckPoint,
  type ItemValue,
  type PointAnswer,
  type PointVerdict,
} from '@/areas/maintenance/rules/check-point'
import { toCheckPoints } from '@/areas/maintenance/rules/inspection-plan-fields'
import type { answerPoint } from '@/areas/maintenance/contract/round-commands'
import type { inspectionResult, inspectionRound } from '@/areas/maintenance/contract/inspection-round'

export type Round = Row<typeof inspectionRound>
export type InspectionResultRow = Row<typeof inspectionResult>
export type AnswerInput = EndpointInput<typeof answerPoint>
type RoundItem = Round['items'][number]

export interface RoundMachine {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
}
/** A point of a round being walked; `checkPoint` is its representation in the rules. */
export interface WalkPoint {
  readonly key: string
  /** Position in the route, starting at 1. */
  readonly number: number
  readonly equipmentId: string
  readonly machine: RoundMachine | null
  readonly code: string
  readonly instruction: string | null
  readonly scanRequired: boolean
  readonly items: readonly RoundItem[]
  readonly checkPoint: CheckPoint
}

/**
 * Builds the points of a round in the order of the route. If a machine is not known here, its code stays empty and only
 * the point's own code proves presence.
 */
export function buildWalkPoints(
  round: Pick<Round, 'points' | 'items'>,
  machines: readonly RoundMachine[],
): WalkPoint[] {
  const machinesById = new Map(machines.map((machine) => [machine.id, machine]))
  const checkPoints = toCheckPoints(
    round.points,
    round.items,
    Object.fromEntries(machines.map(({ id, code }) => [id, code])),
  )
  return round.points.map((point, index) => ({
    key: point.key,
    number: index + 1,
    equipmentId: point.equipmentId,
    machine: machinesById.get(point.equipmentId) ?? null,
    code: point.code ?? machinesById.get(point.equipmentId)?.code ?? '',
    instruction: point.instruction,
    scanRequired: point.scanRequired ?? false,
    items: round.items.filter((item) => item.pointKey === point.key),
    checkPoint: checkPoints[index]!,
  }))
}

/** Input at a point until it is answered; stored as a draft. */
export interface PointDraft {
  /** Id of the future inspection result. */
  readonly id: string
  readonly presence: 'scanned' | 'byHand' | null
  readonly scannedText: string | null
  /** Reason for confirming presence by hand. */
  readonly reason: string | null
  readonly values: Readonly<Record<string, ItemValue>>
  /** Photo ids by item key; the empty key holds the photos of the point itself. */
  readonly photos: Readonly<Record<string, readonly string[]>>
  readonly note: string
  /** Ids of repairs reported from this point, by item key. */
  readonly repairs: Readonly<Record<string, string>>
  /** Ids of photos that a repair report or an earlier answer has already sent. */
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
  const images = [...(draft.photos[''] ?? [])]
  return {
    id: draft.id,
    roundId,
    pointKey: point.key,
    state: 'done',
    presence: draft.presence,
    scannedText: draft.scannedText,
    reason: draft.reason,
    values: point.items.flatMap((item) => buildAnswerLines(draft, item)),
    occurredAt,
    ...(draft.note.trim() ? { note: draft.note.trim() } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(repairIds.length > 0 ? { repairIds } : {}),
  }
}
function buildAnswerLines(draft: PointDraft, item: RoundItem): NonNullable<AnswerInput['values']> {
  const value = getEnteredValue(draft, item)
  const images = [...(draft.photos[item.key] ?? [])]
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty && images.length === 0) return []
  const emptyLine = { itemKey: item.key, answer: null, number: null, text: null, images }
  if (item.kind === 'okNotOk' && (value === 'ok' || value === 'notOk')) return [{ ...emptyLine, answer: value }]
  if (item.kind === 'number' && typeof value === 'number') return [{ ...emptyLine, number: value }]
  return [{ ...emptyLine, text: item.kind === 'text' && typeof value === 'string' ? value : null }]
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
/** Converts a stored result. */
export const buildAnswerFromResult = (row: InspectionResultRow): RecordedAnswer => ({
  ...row,
  repairIds: row.repairId ? [row.repairId] : [],
  isUnsent: false,
  refusedCommandId: null,
})
/** Converts the body of an answer command that has not been confirmed yet. */
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

const toPointAnswer = (point: WalkPoint, answer: RecordedAnswer): PointAnswer => ({
  pointKey: point.key,
  presence: answer.presence,
  skippedBecause: answer.state === 'skipped' ? answer.reason : null,
  values: getAnswerValues(point, answer),
})
/** Returns the values of an answer by item key, in the form the rules expect. */
export function getAnswerValues(point: WalkPoint, answer: RecordedAnswer): Record<string, ItemValue> {
  return Object.fromEntries(
    (answer.values ?? []).map((line) => {
      const kind = point.items.find((item) => item.key === line.itemKey)?.kind
      return [
        line.itemKey,
        kind === 'okNotOk'
          ? line.answer
          : kind === 'number'
            ? line.number
            : kind === 'photo'
              ? (line.images ?? [])
              : line.text,
      ]
    }),
  )
}

/** Builds the draft for correcting an answered point. Saving it creates a new answer, and the newest one counts. */
export function buildCorrectionDraft(point: WalkPoint, answer: RecordedAnswer | undefined): Partial<PointDraft> {
  if (answer?.state !== 'done') return {}
  const linesWithImages = (answer.values ?? []).filter(({ images }) => images && images.length > 0)
  const photos = Object.fromEntries(linesWithImages.map(({ itemKey, images }) => [itemKey, images ?? []]))
  const kindsByKey = new Map(point.items.map(({ key, kind }) => [key, kind]))
  const valueEntries = Object.entries(getAnswerValues(point, answer)).filter(([key]) => kindsByKey.get(key) !== 'photo')
  return {
    presence: answer.presence,
    scannedText: answer.scannedText,
    reason: answer.reason,
    values: Object.fromEntries(valueEntries),
    photos: answer.images.length > 0 ? { ...photos, '': answer.images } : photos,
    note: answer.note ?? '',
    repairs: matchRepairsToItems(point, answer),
    // These photos were already sent with the first answer.
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

export type PointState = 'open' | 'ok' | 'found' | 'skipped'
export interface RoundProgress {
  /** Number of points answered or skipped. */
  readonly doneCount: number
  readonly totalCount: number
  readonly pointStates: ReadonlyMap<string, PointState>
  readonly findings: ReturnType<typeof collectFindings>
  /** First open point in the order of the route. */
  readonly nextPoint: WalkPoint | null
}
/** Calculates the progress of a round by the same rule that allows finishing it. */
export function calculateRoundProgress(
  points: readonly WalkPoint[],
  answers: ReadonlyMap<string, RecordedAnswer>,
): RoundProgress {
  const checkPoints = points.map((point) => point.checkPoint)
  const pointAnswers = points.flatMap((point) => {
    const answer = answers.get(point.key)
    return answer ? [toPointAnswer(point, answer)] : []
  })
  const openKeys = new Set(findOpenPoints(checkPoints, pointAnswers).map(({ pointKey }) => pointKey))
  const roundFindings = collectFindings(checkPoints, pointAnswers)
  const getPointState = (key: string): PointState => {
    if (openKeys.has(key)) return 'open'
    if (answers.get(key)?.state === 'skipped') return 'skipped'
    return roundFindings.some((finding) => finding.pointKey === key) ? 'found' : 'ok'
  }
  const pointStates = new Map(points.map(({ key }) => [key, getPointState(key)]))
  return {
    doneCount: points.length - openKeys.size,
    totalCount: points.length,
    pointStates,
    findings: roundFindings,
    nextPoint: points.find(({ key }) => openKeys.has(key)) ?? null,
  }
}

/**
 * Finds the point a code belongs to and the kind of presence it proves there. If several points share a machine, the
 * first open one is returned.
 */
export function findPointByCode(
  points: readonly WalkPoint[],
  text: string,
  enteredBy: 'scanner' | 'hand',
  isOpen: (key: string) => boolean = () => true,
): { point: WalkPoint; presence: 'scanned' | 'byHand' } | null {
  const matches = points.flatMap((point) => {
    const presence = determinePresence(point.checkPoint, text, enteredBy)
    return presence === 'wrong' ? [] : [{ point, presence }]
  })
  return matches.find(({ point }) => isOpen(point.key)) ?? matches[0] ?? null
}
