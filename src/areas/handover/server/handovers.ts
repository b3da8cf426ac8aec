import type { InOf } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import {
  handover,
  type giveHandover,
  type handoverWrites,
  type removeHandover,
  type returnHandover,
  type takeHandover,
} from '../contract/handover'
import { decideHandover, type HandoverKind, type HandoverState } from '../rules/handover'
import type { Context } from '@/server/context'
import { happenedAt, nameOf, personOf } from '@/plant/server/plant'
import { steppedTo } from '@/server/step'
import { shiftNamed, shiftWord } from './sheet-head'
import { factsOf } from './shift-facts'

export type HandoverRow = Row<typeof handover>
type Written = InOf<(typeof handoverWrites)[number]['endpoint']>

/** POST of a kind's path: opens the draft of a shift, or fills one in; what the system knows is read anew. */
export const write =
  (kind: HandoverKind) =>
  async (ctx: Context, input: Written): Promise<HandoverRow> => {
    const known = input.id ? await lockIfThere(ctx, input.id) : null
    return known ? edit(ctx, kind, known, input) : open(ctx, kind, input)
  }
async function lockIfThere(ctx: Context, id: string): Promise<HandoverRow | null> {
  const [row] = await ctx.rows.find(handover, { where: { id }, limit: 1 })
  return row ? ctx.rows.lock(handover, id) : null
}

async function open(
  ctx: Context,
  kind: HandoverKind,
  { version: _version, occurredAt, ...input }: Written,
): Promise<HandoverRow> {
  // Any part may be sent to fill one in; a new one needs its line.
  if (!input.lineId) throw refuseInput([{ path: ['lineId'], code: 'missing' }])
  decided(ctx, null, 'open', { kind, lineId: input.lineId })
  const shift = await shiftNamed(ctx, input, happenedAt(ctx, occurredAt))
  const { businessDate, shift: key } = shift
  const [there] = await ctx.rows.find(handover, {
    where: { kind, lineId: input.lineId, businessDate, shift: key },
    limit: 1,
  })
  if (there) {
    throw refuse(
      'handover:refusals.handoverThere',
      {
        kind: kindWord(ctx, kind),
        line: await nameOf(ctx, 'line', there.lineId),
        day: businessDate,
        shift: shiftWord(ctx, key),
        by: there.createdBy ? await nameOf(ctx, 'user', there.createdBy) : '',
        state: stateWord(ctx, there.state),
      },
      { id: there.id },
    )
  }
  return ctx.rows.insert(handover, {
    ...input,
    kind,
    businessDate,
    shift: key,
    team: input.team ?? shift.team,
    people: input.people ?? [personOf(ctx).id],
    facts: [await factsOf(ctx, input.lineId, shift)],
  })
}

/** Where and when a handover is of was settled when it was opened. */
const settled = ['lineId', 'businessDate', 'shift'] as const
async function edit(
  ctx: Context,
  kind: HandoverKind,
  row: HandoverRow,
  { id: _id, version, occurredAt: _at, ...patch }: Written,
): Promise<HandoverRow> {
  if (row.kind !== kind)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: kindWord(ctx, kind) },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  decided(ctx, row, 'edit', patch)
  const moved = settled.filter((name) => patch[name] != null && patch[name] !== row[name])
  if (moved.length) throw refuseInput(moved.map((name) => ({ path: [name], code: 'notAllowed' })))
  const { lineId: _line, businessDate: _day, shift: _shift, ...told } = patch
  const mine = await ctx.rows.merge(handover, row.id, told as Partial<HandoverRow>, version ?? ctx.origin.baseVersion)
  return ctx.rows.update(handover, row.id, { ...mine, facts: await factsNow(ctx, row) })
}
/** What the system knows now of the shift a handover is of. */
export const factsNow = async (
  ctx: Context,
  row: Pick<HandoverRow, 'lineId' | 'businessDate' | 'shift'>,
): Promise<HandoverRow['facts']> => [await factsOf(ctx, row.lineId, await shiftNamed(ctx, row))]

/** POST /production_form/handover_give. The same signature again changes nothing. */
export async function give(ctx: Context, input: InOf<typeof giveHandover>): Promise<HandoverRow> {
  const row = await ctx.rows.lock(handover, input.id)
  const state = signed(ctx, row, 'give', input)
  if (!state) return row
  return ctx.rows.update(handover, row.id, {
    state,
    giverId: personOf(ctx).id,
    givenAt: happenedAt(ctx, input.occurredAt),
    facts: await factsNow(ctx, row),
  })
}
/** POST /production_form/handover_take. Locked from here on. */
export async function take(ctx: Context, input: InOf<typeof takeHandover>): Promise<HandoverRow> {
  const row = await ctx.rows.lock(handover, input.id)
  const state = signed(ctx, row, 'take', input)
  if (!state) return row
  return ctx.rows.update(handover, row.id, {
    state,
    takerId: personOf(ctx).id,
    takenAt: happenedAt(ctx, input.occurredAt, row.givenAt),
    reason: null,
  })
}
/** POST /production_form/handover_return: the giver's signature is taken back with it. */
export async function returnIt(ctx: Context, input: InOf<typeof returnHandover>): Promise<HandoverRow> {
  const row = await ctx.rows.lock(handover, input.id)
  const state = signed(ctx, row, 'returnIt', input)
  if (!state) return row
  return ctx.rows.update(handover, row.id, {
    state,
    reason: input.reason,
    returns: row.returns + 1,
    giverId: null,
    givenAt: null,
  })
}
/** DELETE /production_form/delete_post_handover: a draft is gone; what was signed stays. */
export async function remove(ctx: Context, input: InOf<typeof removeHandover>): Promise<null> {
  const row = await ctx.rows.lock(handover, input.id)
  decided(ctx, row, 'remove', input)
  await ctx.rows.remove(handover, row.id, { version: input.version ?? null })
  return null
}
/** Where a signature leads; null when it stands already. It names the version its person read: nobody signs what was changed meanwhile. @throws 6000 with a sentence */
function signed(
  ctx: Context,
  row: HandoverRow,
  action: string,
  given: { version?: number | null },
): HandoverState | null {
  const state = decided(ctx, row, action, given)
  if (state && given.version != null && given.version !== row.version)
    throw refuse('handover:refusals.changedMeanwhile', { name: labelOf(ctx, row) })
  return state
}

/** Where a step leads; null when this person has taken it before. @throws 6000 with a sentence */
function decided(ctx: Context, row: HandoverRow | null, action: string, given: object): HandoverState | null {
  const decision = decideHandover(row, action, personOf(ctx).id, given as Record<string, unknown>)
  if (decision.ok) return decision.to
  const { code } = decision.reason
  if (code === 'alreadySigned') return null
  if (code === 'ownHandover') throw refuse('handover:refusals.ownHandover')
  return steppedTo(
    ctx,
    { area: 'handover', resource: 'handover', label: row ? labelOf(ctx, row) : '', state: row?.state ?? null },
    action,
    { ok: false, reason: { ...decision.reason, code } },
  )
}
const labelOf = (ctx: Context, row: HandoverRow): string =>
  [kindWord(ctx, row.kind), row.businessDate, shiftWord(ctx, row.shift)].filter(Boolean).join(' ')
export const kindWord = (ctx: Context, kind: HandoverKind): string => ctx.t(`handover:handover.options.kind.${kind}`)
const stateWord = (ctx: Context, state: HandoverState): string => ctx.t(`handover:handover.options.state.${state}`)
