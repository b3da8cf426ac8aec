import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput, type RowRefusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { HandlerEntry } from '@/server/area'
import type { Context, Person } from '@/server/context'
import { columns, computed, countOptions, options, sql } from '@/server/sql'
import { loadMachinesById } from '@/areas/equipment/server/queries/machines'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { publishEvent } from '@/server/events'
import {
  collectFindings,
  judgeItemAnswer,
  findOpenPoints,
  determinePresence,
  type CheckPoint,
  type ItemValue,
  type PointAnswer,
  type PointVerdict,
} from '../rules/check-point'
import { toCheckPoints } from '../rules/inspection-plan-fields'
import { canAnswerRound, findRoundAccessProblem } from '../rules/inspection-round'
import { inspectionResult, inspectionRound } from '../contract/inspection-round'
import { answerPoint } from '../contract/round-commands'
import { pointAnswered } from './events'
import { resolveOccurredAt, findRowName } from '@/plant/server/plant'

type AnswerInput = EndpointInput<typeof answerPoint>
type ResultRow = Row<typeof inspectionResult>
type AnswerValues = NonNullable<AnswerInput['values']>

/** Loads the check points of a round with the current codes of their machines. */
export async function loadRoundPoints(ctx: Context, round: RoundRow): Promise<CheckPoint[]> {
  const machines = await loadMachinesById(
    ctx,
    round.points.map((point) => point.equipmentId),
  )
  return toCheckPoints(
    round.points,
    round.items,
    Object.fromEntries(machines.map((machine) => [machine.id, machine.code])),
  )
}

/**
 * Sorts the answers of a round so that the effective one of each point comes first; same rule as `shouldReplaceAnswer`.
 */
const EFFECTIVE_FIRST_SQL = sql`order by a.point_key, (a.state = ${options(inspectionResult.fields.state, 'done')}) desc, a.occurred_at desc, a.id desc`

/** Loads the effective answer of each point of a round. */
export async function loadEffectiveAnswers(ctx: Context, roundId: string): Promise<PointAnswer[]> {
  const rows = await ctx.query(
    sql`select distinct on (a.point_key) ${columns(inspectionResult, ['pointKey', 'state', 'presence', 'reason', 'values'], 'a')},
       ${computed<{ items: { key: string; kind: string }[] | null }>`(select jsonb_agg(i) from jsonb_array_elements(r.items) i where i->>'pointKey' = a.point_key) as items`}
     from inspection_result a join inspection_round r on r.site_id = a.site_id and r.id = a.round_id
     where a.site_id = ${ctx.site} and a.round_id = ${roundId} ${EFFECTIVE_FIRST_SQL}`,
  )
  return rows.map(({ items, ...answerRow }) => toPointAnswer(answerRow, items ?? []))
}
function toPointAnswer(
  answerRow: {
    pointKey: string
    state: 'done' | 'skipped'
    reason: string | null
    presence: PointAnswer['presence']
    values: AnswerValues
  },
  items: readonly { key: string; kind: string }[],
): PointAnswer {
  const kindByItemKey = new Map(items.map((item) => [item.key, item.kind]))
  const values = Object.fromEntries(
    answerRow.values.map((value) => [value.itemKey, getItemValue(value, kindByItemKey.get(value.itemKey))]),
  )
  return {
    pointKey: answerRow.pointKey,
    presence: answerRow.presence,
    values,
    skippedBecause: answerRow.state === 'skipped' ? answerRow.reason : null,
  }
}
function getItemValue(value: AnswerValues[number], kind: string | undefined): ItemValue {
  if (kind === 'okNotOk') return value.answer
  if (kind === 'number') return value.number
  return kind === 'photo' ? value.images : value.text
}

/**
 * POST /polling/answer: inserts one immutable row per answer.
 * @throws 6000, or 4013/4042 naming the item whose value is wrong or missing
 */
export const pointAnswerHandler: HandlerEntry = handleCommand(answerPoint, saveAnswer)
async function saveAnswer({
  ctx,
  input,
  patch,
  person,
}: CommandExecution<typeof inspectionResult, AnswerInput>): Promise<ResultRow> {
  const round = await ctx.rows.lock(inspectionRound, input.roundId)
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt, round.startedAt)
  if (!canAnswerRound(round, person.id, occurredAt)) throw refuseRoundState(ctx, round, 'inspectionResult_answer')
  await assertMayWalkRound(ctx, round, person)
  const point = (await loadRoundPoints(ctx, round)).find((candidate) => candidate.key === input.pointKey)
  if (!point) throw refuse('rounds:refusals.round.unknownPoint', { key: input.pointKey })
  const values = input.state === 'done' ? (input.values ?? []) : []
  const pointAnswer = toPointAnswer(
    {
      pointKey: point.key,
      state: input.state,
      reason: input.reason ?? null,
      presence: verifyPresence(point, input),
      values,
    },
    point.items,
  )
  assertAnswerComplete(point, pointAnswer, input, values)
  const resultFindings = collectFindings([point], [pointAnswer]).map(({ itemKey, verdict }) => ({
    itemKey,
    label: getItemLabel(round, point, itemKey),
    verdict,
  }))
  const result = await ctx.rows.insert(inspectionResult, {
    ...patch,
    presence: pointAnswer.presence,
    values: values as Row<typeof inspectionResult>['values'],
    occurredAt,
    planId: round.planId,
    equipmentId: point.equipmentId,
    lineId: round.lineId,
    verdict: input.state === 'done' ? getWorstVerdict(point, pointAnswer) : null,
    findings: resultFindings,
  })
  await updateRoundProgress(ctx, round)
  await publishEvent(ctx, pointAnswered, {
    resultId: result.id,
    otherResultIds: await listOtherResultIds(ctx, result),
    repairIds: input.repairIds ?? [],
  })
  // Listeners may have linked a repair.
  return ctx.rows.get(inspectionResult, result.id)
}

/** Lists the other answers at the same point of the round. */
async function listOtherResultIds(ctx: Context, { id, roundId, pointKey }: ResultRow): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(inspectionResult, ['id'])} from inspection_result
     where site_id = ${ctx.site} and round_id = ${roundId} and point_key = ${pointKey} and id <> ${id}`,
  )
  return rows.map((row) => row.id)
}

/**
 * Returns the presence that the input proves. A scan that the phone claims counts only with the scanned text.
 * @throws a refusal if the text is missing or is the code of another point
 */
function verifyPresence(point: CheckPoint, input: AnswerInput): PointAnswer['presence'] {
  if (!input.presence) return null
  if (!input.scannedText) {
    if (input.presence === 'scanned') throw refuseInput([{ path: ['scannedText'], code: 'missing' }])
    return 'byHand'
  }
  const presence = determinePresence(point, input.scannedText, input.presence === 'scanned' ? 'scanner' : 'hand')
  if (presence === 'wrong') throw refuse('rounds:refusals.round.wrongCode')
  return presence
}
function assertAnswerComplete(
  point: CheckPoint,
  pointAnswer: PointAnswer,
  input: AnswerInput,
  values: AnswerValues,
): void {
  if (input.state === 'skipped') {
    if (!input.reason?.trim()) throw refuse('rounds:refusals.round.skipReason')
    return
  }
  const unknownValue = values.find((value) => !point.items.some((item) => item.key === value.itemKey))
  if (unknownValue) throw refuse('rounds:refusals.round.unknownItem', { key: point.key, item: unknownValue.itemKey })
  const [openPoint] = findOpenPoints([point], [pointAnswer])
  if (!openPoint) return
  // Every point requires presence; without it the answer proves nothing.
  if (openPoint.why === 'notScanned')
    throw pointAnswer.presence === null && !point.scanRequired
      ? refuseInput([{ path: ['presence'], code: 'missing' }])
      : refuse('rounds:refusals.round.notScanned')
  throw refuseInput(
    openPoint.items.map((item) => ({
      path: ['values', item],
      code: openPoint.why === 'invalid' ? ('wrongType' as const) : ('missing' as const),
    })),
  )
}
const getItemLabel = (round: RoundRow, point: CheckPoint, key: string): string | null =>
  round.items.find((item) => item.pointKey === point.key && item.key === key)?.label ?? null

const VERDICTS_BY_SEVERITY = ['notOk', 'out', 'warn'] as const
function getWorstVerdict(point: CheckPoint, pointAnswer: PointAnswer): 'ok' | 'warn' | 'out' | 'notOk' {
  const verdicts: PointVerdict[] = point.items.map((item) => judgeItemAnswer(item, pointAnswer.values[item.key]))
  return VERDICTS_BY_SEVERITY.find((verdict) => verdicts.includes(verdict)) ?? 'ok'
}

/** Updates the round's progress from the effective answer of each point. */
async function updateRoundProgress(ctx: Context, round: RoundRow): Promise<void> {
  const [progress] = await ctx.query(
    sql`select ${countOptions(inspectionResult.fields.state, 'state', 'done', 'skipped')},
       ${computed<{ findings: number }>`coalesce(sum(jsonb_array_length(findings)), 0)::int as findings`}
     from (
       select distinct on (a.point_key) a.state, a.findings from inspection_result a
       where a.site_id = ${ctx.site} and a.round_id = ${round.id} ${EFFECTIVE_FIRST_SQL}) effective`,
  )
  await ctx.rows.update(inspectionRound, round.id, {
    pointsDone: progress?.done ?? 0,
    pointsSkipped: progress?.skipped ?? 0,
    findings: progress?.findings ?? 0,
  })
}

export type RoundRow = Row<typeof inspectionRound>

/** Marks a refusal as caused by the state of the round, not by the input. */
const ROW_REFUSAL: RowRefusal = { ofRow: true }

/** Builds the refusal of an action that the state of the round does not allow. */
const refuseRoundState = (ctx: Context, round: RoundRow, action: string) =>
  refuse(
    'rounds:refusals.round.state',
    {
      state: ctx.t(`rounds:inspectionRound.options.state.${round.state}`),
      action: ctx.t(`rounds:actions.${action}`),
    },
    ROW_REFUSAL,
  )

/** @throws 6000 if the round is meant for other people or already taken by somebody else */
export async function assertMayWalkRound(ctx: Context, round: RoundRow, person: Person): Promise<void> {
  const problem = findRoundAccessProblem(round, person)
  if (problem === 'notYours') throw refuse('rounds:refusals.round.notYours', {}, ROW_REFUSAL)
  if (problem === 'taken')
    throw refuse(
      'rounds:refusals.round.taken',
      { person: await findRowName(ctx, 'user', round.userId ?? round.assignedTo ?? '') },
      ROW_REFUSAL,
    )
}
