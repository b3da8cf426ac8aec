import type { Row } from '@/contract/resource'
import type { EndpointInput } from '@/contract/endpoint'
import {
  findings,
  judge,
  openPoints,
  presenceOf,
  type CheckItem,
  type CheckPoint,
  type ItemValue,
  type PointAnswer,
  type Verdict,
} from '@/areas/maintenance/rules/check-point'
import { pointsOf } from '@/areas/maintenance/rules/plan-fields'
import type { answerPoint } from '@/areas/maintenance/contract/round-calls'
import type { inspectionResult, inspectionRound } from '@/areas/maintenance/contract/inspection-round'

export type Round = Row<typeof inspectionRound>
export type Result = Row<typeof inspectionResult>
export type AnswerInput = EndpointInput<typeof answerPoint>
type Item = Round['items'][number]

export interface Machine {
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
  readonly machine: Machine | null
  readonly code: string
  readonly instruction: string | null
  readonly scanRequired: boolean
  readonly items: readonly Item[]
  readonly check: CheckPoint
}

/**
 * Builds the points of a round in the order of the route. If a machine is not known here, its code stays empty and only
 * the point's own code proves presence.
 */
export function walkPoints(round: Pick<Round, 'points' | 'items'>, machines: readonly Machine[]): WalkPoint[] {
  const known = new Map(machines.map((machine) => [machine.id, machine]))
  const checks = pointsOf(round.points, round.items, Object.fromEntries(machines.map(({ id, code }) => [id, code])))
  return round.points.map((point, at) => ({
    key: point.key,
    number: at + 1,
    equipmentId: point.equipmentId,
    machine: known.get(point.equipmentId) ?? null,
    code: point.code ?? known.get(point.equipmentId)?.code ?? '',
    instruction: point.instruction,
    scanRequired: point.scanRequired ?? false,
    items: round.items.filter((item) => item.pointKey === point.key),
    check: checks[at]!,
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
  /** Ids of photos that are already sent with a repair report. */
  readonly travelled: readonly string[]
}
/** Creates an empty draft. */
export const emptyDraft = (id: string): PointDraft => ({
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
export const valueOf = (draft: PointDraft, item: Pick<Item, 'key' | 'kind'>): ItemValue =>
  item.kind === 'photo' ? (draft.photos[item.key] ?? []) : (draft.values[item.key] ?? null)
const checkOf = (point: WalkPoint, key: string): CheckItem | undefined =>
  point.check.items.find((item) => item.key === key)
/** Judges the current input of an item. */
export function verdictOf(point: WalkPoint, draft: PointDraft, item: Item): Verdict {
  const check = checkOf(point, item.key)
  return check ? judge(check, valueOf(draft, item)) : 'unanswered'
}
/** Returns the items of a point that still need an answer or hold an invalid one. */
export const openItems = (point: WalkPoint, draft: PointDraft): Item[] =>
  point.items.filter((item) => {
    const verdict = verdictOf(point, draft, item)
    return verdict === 'invalid' || (verdict === 'unanswered' && !item.optional)
  })

/**
 * Builds the command body that answers a point.
 * @param occurredAt time of the answer, ISO 8601
 */
export function answerBody(roundId: string, point: WalkPoint, draft: PointDraft, at: string): AnswerInput {
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
    values: point.items.flatMap((item) => lineOf(draft, item)),
    occurredAt: at,
    ...(draft.note.trim() ? { note: draft.note.trim() } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(repairIds.length > 0 ? { repairIds } : {}),
  }
}
function lineOf(draft: PointDraft, item: Item): NonNullable<AnswerInput['values']> {
  const value = valueOf(draft, item)
  const images = [...(draft.photos[item.key] ?? [])]
  const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  if (empty && images.length === 0) return []
  const line = { itemKey: item.key, answer: null, number: null, text: null, images }
  if (item.kind === 'okNotOk' && (value === 'ok' || value === 'notOk')) return [{ ...line, answer: value }]
  if (item.kind === 'number' && typeof value === 'number') return [{ ...line, number: value }]
  return [{ ...line, text: item.kind === 'text' && typeof value === 'string' ? value : null }]
}
/**
 * Builds the command body that skips a point. A typed code that proved nothing is sent along, as an indication that
 * somebody stood there.
 * @param occurredAt time of the skip, ISO 8601
 */
export const skipBody = (
  roundId: string,
  pointKey: string,
  { id, scannedText }: Pick<PointDraft, 'id' | 'scannedText'>,
  reason: string,
  at: string,
): AnswerInput => ({
  id,
  roundId,
  pointKey,
  state: 'skipped',
  reason,
  ...(scannedText ? { scannedText } : {}),
  occurredAt: at,
})

/** An answer at a point, whether or not it has reached the server. */
export interface Answered {
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
  readonly pending: boolean
  /** Id of the outbox command, if the server refused it. */
  readonly refused: string | null
}
/** Converts a stored result. */
export const fromResult = (row: Result): Answered => ({
  ...row,
  repairIds: row.repairId ? [row.repairId] : [],
  pending: false,
  refused: null,
})
/** Converts the body of an answer command that has not been confirmed yet. */
export const fromBody = (body: AnswerInput): Answered => ({
  id: body.id ?? '',
  pointKey: body.pointKey,
  state: body.state,
  presence: body.presence ?? null,
  scannedText: body.scannedText ?? null,
  reason: body.reason ?? null,
  values: body.values ?? [],
  images: body.images ?? [],
  note: body.note ?? null,
  occurredAt: body.occurredAt,
  userId: null,
  repairIds: body.repairIds ?? [],
  pending: true,
  refused: null,
})

const asRule = (point: WalkPoint, answer: Answered): PointAnswer => ({
  pointKey: point.key,
  presence: answer.presence,
  skippedBecause: answer.state === 'skipped' ? answer.reason : null,
  values: valuesOf(point, answer),
})
/** Returns the values of an answer by item key, in the form the rules expect. */
export function valuesOf(point: WalkPoint, answer: Answered): Record<string, ItemValue> {
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
export function draftFrom(point: WalkPoint, answer: Answered | undefined): Partial<PointDraft> {
  if (answer?.state !== 'done') return {}
  const lines = (answer.values ?? []).filter(({ images }) => images && images.length > 0)
  const photos = Object.fromEntries(lines.map(({ itemKey, images }) => [itemKey, images ?? []]))
  const kinds = new Map(point.items.map(({ key, kind }) => [key, kind]))
  const values = Object.entries(valuesOf(point, answer)).filter(([key]) => kinds.get(key) !== 'photo')
  return {
    presence: answer.presence,
    scannedText: answer.scannedText,
    reason: answer.reason,
    values: Object.fromEntries(values),
    photos: answer.images.length > 0 ? { ...photos, '': answer.images } : photos,
    note: answer.note ?? '',
    repairs: repairsIn(point, answer),
    // These photos were already sent with the first answer.
    travelled: [...Object.values(photos).flat(), ...answer.images],
  }
}

/** Matches repairs to items: an answer only lists repair ids, in the order of the items with findings. */
function repairsIn(point: WalkPoint, answer: Answered): Record<string, string> {
  const found = findings([point.check], [asRule(point, answer)])
  return Object.fromEntries(
    found.flatMap(({ itemKey }, at) => (answer.repairIds[at] ? [[itemKey, answer.repairIds[at]]] : [])),
  )
}

export type PointState = 'open' | 'ok' | 'found' | 'skipped'
export interface Progress {
  /** Number of points answered or skipped. */
  readonly done: number
  readonly total: number
  readonly states: ReadonlyMap<string, PointState>
  readonly found: ReturnType<typeof findings>
  /** First open point in the order of the route. */
  readonly next: WalkPoint | null
}
/** Calculates the progress of a round by the same rule that allows finishing it. */
export function progressOf(points: readonly WalkPoint[], answers: ReadonlyMap<string, Answered>): Progress {
  const checks = points.map((point) => point.check)
  const given = points.flatMap((point) => {
    const answer = answers.get(point.key)
    return answer ? [asRule(point, answer)] : []
  })
  const open = new Set(openPoints(checks, given).map(({ pointKey }) => pointKey))
  const found = findings(checks, given)
  const stateOf = (key: string): PointState =>
    open.has(key)
      ? 'open'
      : answers.get(key)?.state === 'skipped'
        ? 'skipped'
        : found.some((one) => one.pointKey === key)
          ? 'found'
          : 'ok'
  const states = new Map(points.map(({ key }) => [key, stateOf(key)]))
  return {
    done: points.length - open.size,
    total: points.length,
    states,
    found,
    next: points.find(({ key }) => open.has(key)) ?? null,
  }
}

/**
 * Finds the point a code belongs to and the kind of presence it proves there. If several points share a machine, the
 * first open one is returned.
 */
export function pointByCode(
  points: readonly WalkPoint[],
  text: string,
  by: 'scanner' | 'hand',
  isOpen: (key: string) => boolean = () => true,
): { point: WalkPoint; presence: 'scanned' | 'byHand' } | null {
  const hits = points.flatMap((point) => {
    const presence = presenceOf(point.check, text, by)
    return presence === 'wrong' ? [] : [{ point, presence }]
  })
  return hits.find(({ point }) => isOpen(point.key)) ?? hits[0] ?? null
}
