import { barred, firstMoment, outcome, type Command } from '@/contract/command'
import { errno, Refusal, refuse } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { blankRow, type Resource, type Row } from '@/contract/resource'
import type { HandlerEntry } from '../area'
import { happenedAt } from '../moments'
import type { Context } from '../context'

/** What a command is about to write, when everything the contract says has been decided. */
export interface Carried<R, In> {
  readonly ctx: Context
  /** The row, locked; null for one that the command makes. */
  readonly row: Row<R> | null
  readonly input: In
  /** The row as it will be, and the fields of it that change. */
  readonly after: Row<R>
  readonly change: Partial<Row<R>>
  /** When it happened. */
  readonly at: string
}
/** Writes what a command decided, with what only a server can add: numbers, stock, notices, events. Answers the row. */
export type Save<R, In> = (carried: Carried<R, In>) => Promise<Row<R>>

/** Answers a command: loads and locks the row, asks the contract, writes. `save` where more is to be done than writing the row. */
export function command<R extends Resource, In>(of: Command<R, In>, save?: Save<R, In>): HandlerEntry {
  const run = async (ctx: Context, input: In & Given): Promise<Row<R>> => {
    const carried = await carry(ctx, of, input)
    if (save) return save(carried)
    return carried.row
      ? ctx.rows.update(of.resource as R, carried.row.id, carried.change)
      : ctx.rows.insert(of.resource as R, carried.change)
  }
  return { endpoint: of.name, run: run as HandlerEntry['run'] }
}

/** What every command is given, besides its own inputs; `id` may be missing of one that makes the row. */
interface Given {
  id?: string | null
  version?: number | null
  occurredAt?: string | null
}
async function carry<R extends Resource, In>(
  ctx: Context,
  of: Command<R, In>,
  input: In & Given,
): Promise<Carried<R, In>> {
  const any = of as Command
  const makes = of.machine?.actions[of.action]?.from.includes(null) ?? false
  const row = makes ? null : ((await ctx.rows.lock(of.resource, input.id ?? '')) as Row<R> & Record<string, unknown>)
  mustBeOpen(ctx, any, row)
  const merged = row ? await mergedInput(ctx, any, input) : input
  const at = happenedAt(ctx, input.occurredAt, firstMoment(any, row))
  const change = {
    ...(makes ? started(ctx, any, input) : {}),
    ...outcome(any, row, merged as Record<string, unknown>, { at, personId: ctx.person?.id ?? '' }),
  }
  return { ctx, row, input, at, change: change as Partial<Row<R>>, after: { ...row, ...change } as Row<R> }
}
/** What a new row begins with: its id, the phone's or ours, and the fields' defaults. */
const started = (ctx: Context, of: Command, input: Given): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(blankRow(of.resource)).filter(([, value]) => value !== null)),
  id: input.id ?? uuid7(ctx.now.getTime()),
})
/** Inputs that are fields of the row, joined with what others wrote into them since the person saw it. @throws 6000 with both versions */
async function mergedInput(ctx: Context, of: Command, input: Given): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = { ...input }
  if (of.writes.length === 0) return given
  const mine = Object.fromEntries(
    of.writes.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  )
  const seen = input.version ?? ctx.origin.baseVersion
  return { ...given, ...(await ctx.rows.merge(of.resource, input.id ?? '', mine as Partial<Row<Resource>>, seen)) }
}
/** @throws 401 without the key, 6000 with a sentence when it may not happen from the state of the row */
function mustBeOpen(ctx: Context, of: Command, row: Record<string, unknown> | null): void {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  const why = barred(of, row, ctx.person)
  if (why === 'key') {
    const key = of.machine?.actions[of.action]?.permission ?? String(of.access)
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key } })
  }
  if (why === 'state' && row) throw stepRefused(ctx, of, row)
}
function stepRefused(ctx: Context, { resource, name }: Command, row: Record<string, unknown>): Refusal {
  const label = resource.title.map((field) => row[field]).join(' ')
  return refuse('contract:errors.stepRefused', {
    name: `${ctx.t(`${resource.area}:${resource.name}.name`)} ${label}`.trim(),
    state: ctx.t(`${resource.area}:${resource.name}.options.state.${String(row['state'])}`),
    action: ctx.t(`${resource.area}:actions.${name.replaceAll('.', '_')}`),
  })
}
