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
/** A point of a round as it is walked; `check` is how the rules see it. */
export interface WalkPoint {
  readonly key: string
  /** Place in the route, from 1. */
  readonly number: number
  readonly equipmentId: string
  readonly machine: Machine | null
  readonly code: string
  readonly instruction: string | null
  readonly scanRequired: boolean
  readonly items: readonly Item[]
  readonly check: CheckPoint
}

/** The points of a round in the order of the route. Machines not known here leave their codes empty: only the point's own code proves presence then. */
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

/** What is entered at a point until it is answered; kept as a draft. */
export interface PointDraft {
  /** Of the result it will become. */
  readonly id: string
  readonly presence: 'scanned' | 'byHand' | null
  readonly scannedText: string | null
  /** Why presence was claimed by hand. */
  readonly reason: string | null
  readonly values: Readonly<Record<string, ItemValue>>
  /** Ids of photos by item; under the empty key those of the point as a whole. */
  readonly photos: Readonly<Record<string, readonly string[]>>
  readonly note: string
  /** Repairs reported while standing here, by item. */
  readonly repairs: Readonly<Record<string, string>>
  /** Photos that already travel with a report. */
  readonly travelled: readonly string[]
}
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

export const valueOf = (draft: PointDraft, item: Pick<Item, 'key' | 'kind'>): ItemValue =>
  item.kind === 'photo' ? (draft.photos[item.key] ?? []) : (draft.values[item.key] ?? null)
const checkOf = (point: WalkPoint, key: string): CheckItem | undefined =>
  point.check.items.find((item) => item.key === key)
/** How what is entered at an item is judged now. */
export function verdictOf(point: WalkPoint, draft: PointDraft, item: Item): Verdict {
  const check = checkOf(point, item.key)
  return check ? judge(check, valueOf(draft, item)) : 'unanswered'
}
/** Items of a point that must still be answered, or hold what is no answer. */
export const openItems = (point: WalkPoint, draft: PointDraft): Item[] =>
  point.items.filter((item) => {
    const verdict = verdictOf(point, draft, item)
    return verdict === 'invalid' || (verdict === 'unanswered' && !item.optional)
  })

/** The answer as it is sent. `at`: when it was given (ISO). */
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
/** A typed code that proved nothing is kept with the skip: it tells that somebody stood there. */
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

/** What was answered at a point, whether the server has it or not. */
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
  /** Null of what this phone gave and the server has not answered: the person who is signed in. */
  readonly userId: string | null
  readonly repairIds: readonly string[]
  readonly pending: boolean
  /** The command that brought it, where the server has refused it. */
  readonly refused: string | null
}
export const fromResult = (row: Result): Answered => ({
  ...row,
  repairIds: row.repairId ? [row.repairId] : [],
  pending: false,
  refused: null,
})
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
/** The values of an answer by item, as the rules take them. */
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

/** A finished point opens with what was entered, to be corrected: the answer becomes a new one, and the newest counts. */
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
    // They are where the first answer took them.
    travelled: [...Object.values(photos).flat(), ...answer.images],
  }
}

/** What was reported of an answer, by item: an answer names its repairs only, in the order of the items that were not as they should be. */
function repairsIn(point: WalkPoint, answer: Answered): Record<string, string> {
  const found = findings([point.check], [asRule(point, answer)])
  return Object.fromEntries(
    found.flatMap(({ itemKey }, at) => (answer.repairIds[at] ? [[itemKey, answer.repairIds[at]]] : [])),
  )
}

export type PointState = 'open' | 'ok' | 'found' | 'skipped'
export interface Progress {
  /** Points answered or skipped. */
  readonly done: number
  readonly total: number
  readonly states: ReadonlyMap<string, PointState>
  readonly found: ReturnType<typeof findings>
  /** The first point still open, in the order of the route. */
  readonly next: WalkPoint | null
}
/** How far a round is, by the same rule that lets it be finished. */
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

/** The point of the round that a code belongs to, and what the code proves there; the first open one where several share a machine. */
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
