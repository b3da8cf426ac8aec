import type { EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { AnyRow, Row } from '@/contract/resource'
import { decideTransition } from '@/contract/state-machine'
import {
  giveHandover,
  handover,
  handoverWrites,
  returnHandover,
  takeHandover,
  unsignHandover,
  type removeHandover,
} from '../contract/handover'
import { handover as machine, notTheirs, type HandoverKind, type HandoverState } from '../rules/handover'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import { resolveTransition } from '@/server/resolve-transition'
import { assertRecordShiftPlausible, resolveEnteredShift, formatShift } from '@/plant/server/shift-record-head'
import { factsOf } from './shift-facts'

export type HandoverRow = Row<typeof handover>
type Step = CommandExecution<typeof handover, { version?: number | null }>

/** POST of a kind's path: opens or edits the draft of a shift and refreshes its snapshot. */
const write =
  (kind: HandoverKind) =>
  (step: Step): Promise<HandoverRow> =>
    step.row ? edit(kind, step.row, step) : open(kind, step)

async function open(kind: HandoverKind, { ctx, patch: change, occurredAt: at }: Step): Promise<HandoverRow> {
  const { lineId } = change
  // Edits may be partial, but a new handover needs its line.
  if (!lineId) throw refuseInput([{ path: ['lineId'], code: 'missing' }])
  const shift = await resolveEnteredShift(ctx, change, at)
  await assertRecordShiftPlausible(ctx, shift)
  await mustBeTheirs(ctx, { ...shift, lineId }, ['own'])
  const { businessDate, shift: key } = shift
  const [there] = await ctx.rows.find(handover, { where: { kind, lineId, businessDate, shift: key }, limit: 1 })
  if (there) {
    throw refuse(
      'handover:refusals.handoverThere',
      {
        kind: kindWord(ctx, kind),
        line: await findRowName(ctx, 'line', there.lineId),
        day: businessDate,
        shift: formatShift(ctx, key),
        by: there.createdBy ? await findRowName(ctx, 'user', there.createdBy) : '',
        state: stateWord(ctx, there.state),
      },
      { id: there.id },
    )
  }
  const facts = [await factsOf(ctx, lineId, shift)]
  return ctx.rows.insert(handover, { ...change, businessDate, shift: key, team: change.team ?? shift.team, facts })
}

/** Fields that cannot change after the handover was opened. */
const settled = ['lineId', 'businessDate', 'shift'] as const
async function edit(kind: HandoverKind, row: HandoverRow, { ctx, patch: change }: Step): Promise<HandoverRow> {
  if (row.kind !== kind)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: kindWord(ctx, kind) },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  await mustBeTheirs(ctx, row, ['own'])
  const moved = settled.filter((name) => change[name] != null && change[name] !== row[name])
  if (moved.length) throw refuseInput(moved.map((name) => ({ path: [name], code: 'notAllowed' })))
  const { lineId: _line, businessDate: _day, shift: _shift, ...told } = change
  return ctx.rows.update(handover, row.id, { ...told, facts: await factsNow(ctx, row) })
}
/** Builds the snapshot of a handover's shift, now or at a moment, as the list that is stored. */
export const factsNow = async (
  ctx: Context,
  row: Pick<HandoverRow, 'lineId' | 'businessDate' | 'shift'>,
  at?: string,
): Promise<HandoverRow['facts']> => [await factsOf(ctx, row.lineId, await resolveEnteredShift(ctx, row), at)]

/** One of the two shifts that meet. */
type Side = 'own' | 'next'
/** @throws 6000 for people of another line or of neither shift; superusers may act anywhere */
async function mustBeTheirs(
  ctx: Context,
  row: Pick<HandoverRow, 'lineId' | 'businessDate' | 'shift'>,
  sides: readonly Side[],
): Promise<void> {
  const person = requirePerson(ctx)
  if (person.isSup) return
  // Uses the rotation, because the team of a handover is typed in.
  const own = await resolveEnteredShift(ctx, { businessDate: row.businessDate, shift: row.shift })
  const next = await resolveShift(ctx, own.endsAt)
  const teams = sides.map((side) => (side === 'own' ? own.team : next.team))
  const why = notTheirs(person, { lineId: row.lineId, teams })
  if (why === 'otherLine')
    throw refuse('handover:refusals.otherLine', { line: await findRowName(ctx, 'line', row.lineId) })
  if (why) throw refuse('handover:refusals.otherShift', { team: teams.join(', '), own: person.team ?? '' })
}
const sign =
  (sides: readonly Side[], more: (step: Step) => Promise<Partial<HandoverRow>> = async () => ({})) =>
  async (step: Step): Promise<HandoverRow> => {
    const { ctx, row, patch: change } = step
    if (!row) throw new Error('a handover is signed that was never opened')
    if (sides.length) await mustBeTheirs(ctx, row, sides)
    return ctx.rows.update(handover, row.id, { ...change, ...(await more(step)) })
  }
const label = (ctx: Context, row: AnyRow): string => labelOf(ctx, row as HandoverRow)
/** A signature carries the version that the person has read; nobody signs a version that was changed since. */
function mustBeUnchanged(ctx: Context, row: AnyRow, { version }: { version?: number | null }): void {
  if (version != null && version !== row['version'])
    throw refuse('handover:refusals.changedMeanwhile', { name: label(ctx, row) })
}
const signing = { label, guard: mustBeUnchanged }
/** Handlers of all handover commands. */
export const handoverHandlers: HandlerEntry[] = [
  ...handoverWrites.map(({ kind, endpoint }) => handleCommand(endpoint, write(kind), { label })),
  handleCommand(
    giveHandover,
    sign(['own'], async ({ ctx, nextRow: after, occurredAt: at }) => {
      await assertRecordShiftPlausible(ctx, after)
      return { facts: await factsNow(ctx, after, at) }
    }),
    signing,
  ),
  handleCommand(takeHandover, sign(['next']), signing),
  handleCommand(returnHandover, sign(['own', 'next']), signing),
  // Revoking is not limited to the two shifts.
  handleCommand(unsignHandover, sign([]), signing),
]
/** DELETE /production_form/delete_post_handover: deletes a draft; signed handovers stay. */
export async function remove(ctx: Context, input: EndpointInput<typeof removeHandover>): Promise<null> {
  const row = await ctx.rows.lock(handover, input.id)
  const of = { area: 'handover', resource: 'handover', label: labelOf(ctx, row), state: row.state }
  resolveTransition(ctx, of, 'remove', decideTransition(machine, row.state, 'remove'))
  await ctx.rows.remove(handover, row.id, { version: input.version ?? null })
  return null
}

const labelOf = (ctx: Context, row: HandoverRow): string =>
  [kindWord(ctx, row.kind), row.businessDate, formatShift(ctx, row.shift)].filter(Boolean).join(' ')
/** Returns the translated name of a kind. */
export const kindWord = (ctx: Context, kind: HandoverKind): string => ctx.t(`handover:handover.options.kind.${kind}`)
const stateWord = (ctx: Context, state: HandoverState): string => ctx.t(`handover:handover.options.state.${state}`)
