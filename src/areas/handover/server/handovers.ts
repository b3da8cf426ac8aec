import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { AnyRow, Row } from '@/contract/resource'
import { decideTransition } from '@/contract/state-machine'
import {
  giveHandover,
  handover,
  handoverWriteCommands,
  returnHandover,
  takeHandover,
  unsignHandover,
  removeHandover,
} from '../contract/handover'
import { handoverLifecycle, findHandoverAccessProblem, type HandoverKind, type HandoverState } from '../rules/handover'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import { resolveTransition } from '@/server/crud/state-refusal'
import { assertRecordShiftPlausible, resolveEnteredShift, formatShift } from '@/plant/server/shift-record-head'
import { buildShiftSnapshot } from './shift-snapshot'
import { handle } from '@/server/area'

export type StoredHandover = Row<typeof handover>
type HandoverExecution = CommandExecution<typeof handover, { version?: number | null }>

/** POST of a kind's path: opens or edits the draft of a shift and refreshes its snapshot. */
const createWriteHandler =
  (kind: HandoverKind) =>
  (execution: HandoverExecution): Promise<StoredHandover> =>
    execution.row ? editHandover(kind, execution.row, execution) : createHandover(kind, execution)

async function createHandover(
  kind: HandoverKind,
  { ctx, patch, occurredAt }: HandoverExecution,
): Promise<StoredHandover> {
  const { lineId } = patch
  // Edits may be partial, but a new handover needs its line.
  if (!lineId) throw refuseInput([{ path: ['lineId'], code: 'missing' }])
  const shift = await resolveEnteredShift(ctx, patch, occurredAt)
  await assertRecordShiftPlausible(ctx, shift)
  await assertHandoverAllowed(ctx, { ...shift, lineId }, ['own'])
  const { businessDate, shift: shiftKey } = shift
  const [existingHandover] = await ctx.rows.find(handover, {
    where: { kind, lineId, businessDate, shift: shiftKey },
    limit: 1,
  })
  if (existingHandover) {
    throw refuse(
      'handover:refusals.handoverThere',
      {
        kind: translateHandoverKind(ctx, kind),
        line: await findRowName(ctx, 'line', existingHandover.lineId),
        day: businessDate,
        shift: formatShift(ctx, shiftKey),
        by: existingHandover.createdBy ? await findRowName(ctx, 'user', existingHandover.createdBy) : '',
        state: translateHandoverState(ctx, existingHandover.state),
      },
      { id: existingHandover.id },
    )
  }
  const snapshots = [await buildShiftSnapshot(ctx, lineId, shift)]
  return ctx.rows.insert(handover, {
    ...patch,
    businessDate,
    shift: shiftKey,
    team: patch.team ?? shift.team,
    facts: snapshots,
  })
}

/** Fields that cannot change after the handover was opened. */
const FIXED_FIELDS = ['lineId', 'businessDate', 'shift'] as const
async function editHandover(
  kind: HandoverKind,
  row: StoredHandover,
  { ctx, patch }: HandoverExecution,
): Promise<StoredHandover> {
  if (row.kind !== kind)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: translateHandoverKind(ctx, kind) },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  await assertHandoverAllowed(ctx, row, ['own'])
  const changedFixedFields = FIXED_FIELDS.filter((name) => patch[name] != null && patch[name] !== row[name])
  if (changedFixedFields.length)
    throw refuseInput(changedFixedFields.map((name) => ({ path: [name], code: 'notAllowed' })))
  const { lineId: _lineId, businessDate: _businessDate, shift: _shift, ...changedFields } = patch
  return ctx.rows.update(handover, row.id, { ...changedFields, facts: await loadSnapshots(ctx, row) })
}
/** Builds the snapshot of a handover's shift, now or at a moment, as the list that is stored. */
export const loadSnapshots = async (
  ctx: Context,
  row: Pick<StoredHandover, 'lineId' | 'businessDate' | 'shift'>,
  moment?: string,
): Promise<StoredHandover['facts']> => [
  await buildShiftSnapshot(ctx, row.lineId, await resolveEnteredShift(ctx, row), moment),
]

/** Side of a handover: the shift that hands over (`own`) or the shift that follows (`next`). */
type ShiftSide = 'own' | 'next'
/**
 * Asserts that the person belongs to the line and to one of the shifts in `sides`. Superusers may act anywhere.
 * @throws a refusal for people of another line or shift
 */
async function assertHandoverAllowed(
  ctx: Context,
  row: Pick<StoredHandover, 'lineId' | 'businessDate' | 'shift'>,
  sides: readonly ShiftSide[],
): Promise<void> {
  const person = requirePerson(ctx)
  if (person.isSup) return
  // The rotation decides, because people can type any team into the handover.
  const ownShift = await resolveEnteredShift(ctx, { businessDate: row.businessDate, shift: row.shift })
  const nextShift = await resolveShift(ctx, ownShift.endsAt)
  const teams = sides.map((side) => (side === 'own' ? ownShift.team : nextShift.team))
  const problem = findHandoverAccessProblem(person, { lineId: row.lineId, teams })
  if (problem === 'otherLine')
    throw refuse('handover:refusals.otherLine', { line: await findRowName(ctx, 'line', row.lineId) })
  if (problem) throw refuse('handover:refusals.otherShift', { team: teams.join(', '), own: person.team ?? '' })
}
/**
 * Creates the handler of a signature, a return or a revocation.
 * @param sides shifts whose people may act; empty: everybody with the permission
 */
const createSignHandler =
  (
    sides: readonly ShiftSide[],
    getExtraFields: (execution: HandoverExecution) => Promise<Partial<StoredHandover>> = async () => ({}),
  ) =>
  async (execution: HandoverExecution): Promise<StoredHandover> => {
    const { ctx, row, patch } = execution
    if (!row) throw new Error('a handover is signed that was never opened')
    if (sides.length) await assertHandoverAllowed(ctx, row, sides)
    return ctx.rows.update(handover, row.id, { ...patch, ...(await getExtraFields(execution)) })
  }
const buildRowLabel = (ctx: Context, row: AnyRow): string => buildHandoverLabel(ctx, row as StoredHandover)
/** Asserts that nobody has changed the handover since the person read it. */
function assertUnchanged(ctx: Context, row: AnyRow, { version }: { version?: number | null }): void {
  if (version != null && version !== row['version'])
    throw refuse('handover:refusals.changedMeanwhile', { name: buildRowLabel(ctx, row) })
}
const signOptions = { formatLabel: buildRowLabel, assertAllowed: assertUnchanged }
/** Handlers of all handover commands. */
export const handoverHandlers: HandlerEntry[] = [
  ...handoverWriteCommands.map(({ kind, endpoint }) =>
    handleCommand(endpoint, createWriteHandler(kind), { formatLabel: buildRowLabel }),
  ),
  handleCommand(
    giveHandover,
    createSignHandler(['own'], async ({ ctx, nextRow, occurredAt }) => {
      await assertRecordShiftPlausible(ctx, nextRow)
      return { facts: await loadSnapshots(ctx, nextRow, occurredAt) }
    }),
    signOptions,
  ),
  handleCommand(takeHandover, createSignHandler(['next']), signOptions),
  handleCommand(returnHandover, createSignHandler(['own', 'next']), signOptions),
  // Revoking is not limited to the two shifts.
  handleCommand(unsignHandover, createSignHandler([]), signOptions),
]
/** DELETE /production_form/delete_post_handover: deletes a draft; signed handovers stay. */
export const deleteHandover = handle(removeHandover, async (ctx, input) => {
  const row = await ctx.rows.lock(handover, input.id)
  const refusedRow = { resource: handover, lifecycle: handoverLifecycle, row, label: buildHandoverLabel(ctx, row) }
  await resolveTransition(ctx, refusedRow, 'remove', decideTransition(handoverLifecycle, row.state, 'remove'))
  await ctx.rows.remove(handover, row.id, { version: input.version ?? null })
  return null
})

const buildHandoverLabel = (ctx: Context, row: StoredHandover): string =>
  [translateHandoverKind(ctx, row.kind), row.businessDate, formatShift(ctx, row.shift)].filter(Boolean).join(' ')
/** Returns the translated name of a kind. */
export const translateHandoverKind = (ctx: Context, kind: HandoverKind): string =>
  ctx.t(`handover:handover.options.kind.${kind}`)
const translateHandoverState = (ctx: Context, state: HandoverState): string =>
  ctx.t(`handover:handover.options.state.${state}`)
