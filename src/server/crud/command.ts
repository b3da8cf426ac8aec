import { mayCreate, type Affects, type Command } from '@/contract/command'
import { affected, firstMoment, joined, missingOf, outcome } from '@/contract/command-outcome'
import { barred } from '@/contract/command-rights'
import { mayCall } from '@/contract/endpoint'
import { errno, Refusal, refuse, type OfRow } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { blankRow, type AnyRow, type Resource, type Row } from '@/contract/resource'
import type { HandlerEntry } from '../area'
import type { Context, Person } from '../context'
import { resolveOccurredAt } from '../entered-moments'
import { conflict } from './merge'
import type { KitContext } from './operations'
import { lastChange } from './last-change'
import { happens } from './written-rows'

/** Everything a command is about to write, after all rules of the contract have been applied. */
export interface Carried<R, In, Held = unknown> {
  readonly ctx: Context
  /** The locked row; null if the command creates it. */
  readonly row: Row<R> | null
  readonly input: In
  /** The row as it will be, followed by its changed fields. For a new row these are all initial values, with the id. */
  readonly after: Row<R>
  readonly change: Partial<Row<R>>
  /** The moment it happened, ISO 8601. */
  readonly at: string
  readonly person: Person
  /** The result of `CommandHandlerOptions.first`: rows locked before this one. */
  readonly held: Held
}
/**
 * Writes the outcome of a command with server-only parts such as numbers, stock, notices and events. Returns the row.
 */
export type Save<R, In, Held = unknown> = (carried: Carried<R, In, Held>) => Promise<Row<R>>
export interface Handling<R, In, Held> {
  /** Locks other rows that must be locked before this one. */
  first?: (ctx: Context, input: In) => Promise<Held>
  /** Returns the row if `first` has already locked it. */
  row?: (held: Held) => Row<R> | null
  /** Returns the earliest plausible moment if the row does not determine it. */
  since?: (held: Held, input: In) => string | null
  /** Refuses cases the contract cannot check. Runs before inputs are merged with other people's changes. */
  guard?: (ctx: Context, row: AnyRow, input: In) => void
  /** Returns the name of the row in a refusal; by default its title. */
  label?: (ctx: Context, row: AnyRow) => string
}

/** Inputs common to all commands. */
type Given = Readonly<Record<string, unknown>> & { version?: number | null; occurredAt?: string | null }
/** An execution for any resource. */
type Any = Carried<Resource, Given>

/**
 * Creates the handler of a command: it locks the row, applies the contract and writes the result.
 * @param save replaces the plain write; it must also write the row that the command affects
 */
export function command<R extends Resource, In, Held = undefined>(
  of: Command<R, In>,
  save?: Save<R, In, Held>,
  handling: Handling<R, In, Held> = {},
): HandlerEntry {
  // Only `save` knows the concrete resource type.
  const plain = of as unknown as Command
  const write = (save ?? ((carried) => writeRow(plain, carried as unknown as Any))) as (
    carried: Any,
  ) => Promise<unknown>
  const run = async (ctx: Context, input: In & Given): Promise<unknown> => {
    const held = (await handling.first?.(ctx, input)) as Held
    const row = handling.row ? (handling.row(held) as Row<Resource> | null) : await rowFor(ctx, plain, input)
    const label = (known: AnyRow) => handling.label?.(ctx, known) ?? titleOf(ctx, plain.resource, known)
    const person = await mustBeOpen(ctx, plain, row, input, label)
    if (row && plain.done(row, person.id)) return join(ctx, plain, row, input, person)
    if (row) handling.guard?.(ctx, row, input)
    const first = firstMoment(plain, row)
    const since = first ?? handling.since?.(held, input) ?? null
    return write({ ...(await carry(ctx, plain, row, input, person, since)), held })
  }
  return { endpoint: of.name, run }
}
/**
 * Formats a row's title for a sentence, with choices, shifts and teams in words. References are left out: they are ids.
 */
const titleOf = (ctx: Context, resource: Resource, row: AnyRow): string =>
  resource.title
    .flatMap((name) =>
      resource.fields[name]?.kind === 'reference' ? [] : wordIn(ctx, resource, name, row[name]) || [],
    )
    .join(' ')
function wordIn(ctx: Context, { area, name: of, fields }: Resource, name: string, value: unknown): string {
  const field = fields[name]
  const said = String(value ?? '')
  if (field?.kind === 'choice') return said && ctx.t(`${area}:${of}.options.${name}.${said}`)
  const word = field && 'words' in field && field.words ? `${field.words}.${said}` : null
  return word && (ctx as KitContext).app.words.has(word, ctx.language) ? ctx.t(word) : said
}

async function rowFor(ctx: Context, of: Command, input: Given): Promise<Row<Resource> | null> {
  const id = String(input[of.key] ?? '')
  if (of.from?.every((state) => state === null)) return null
  if (!mayCreate(of) || of.needsRow(input)) return ctx.rows.lock(of.resource, id)
  const [there] = id ? await ctx.rows.find(of.resource, { where: { id }, limit: 1, lock: true }) : []
  return there ?? null
}
async function carry(
  ctx: Context,
  of: Command,
  row: Row<Resource> | null,
  input: Given,
  person: Person,
  since: string | null,
): Promise<Omit<Any, 'held'>> {
  if (row) await mustHaveBeen(ctx, of, row, input)
  const merged = row ? await mergedInput(ctx, of, input) : input
  const at = resolveOccurredAt(ctx, input.occurredAt, since)
  happens(ctx, at)
  const change = {
    ...(row ? {} : started(ctx, of, input)),
    ...outcome(of, row, merged, { at, personId: person.id }),
  } as Partial<Row<Resource>>
  return { ctx, row, input, at, person, change, after: { ...row, ...change } as Row<Resource> }
}
/**
 * Returns the row of a command that has already been applied, merged with the patch of `mergeWhenDone` if there is one.
 */
async function join(
  ctx: Context,
  of: Command,
  row: Row<Resource>,
  input: Given,
  person: Person,
): Promise<Row<Resource>> {
  const at = resolveOccurredAt(ctx, input.occurredAt, firstMoment(of, row))
  const change = joined(of, row, input, { at, personId: person.id })
  return change ? ctx.rows.update(of.resource, row.id, change as Partial<Row<Resource>>) : row
}
/** Writes the row and the row that the command affects. */
async function writeRow(of: Command, carried: Any): Promise<Row<Resource>> {
  const { ctx, row, change } = carried
  if (of.affects) await saveAffected(ctx, of.affects, carried)
  return row ? ctx.rows.update(of.resource, row.id, change) : ctx.rows.insert(of.resource, change)
}
async function saveAffected(ctx: Context, affects: Affects, { input, at, person }: Any): Promise<void> {
  const row = await ctx.rows.lock(affects.resource, String(input[affects.id]))
  const change = affected(affects, row, input, { at, personId: person.id })
  await ctx.rows.update(affects.resource, row.id, change as Partial<Row<Resource>>)
}
/** Builds the initial values of a new row: field defaults and an id, from the phone if it sent one. */
const started = (ctx: Context, of: Command, input: Given): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(blankRow(of.resource)).filter(([, value]) => value !== null)),
  id: input[of.key] ?? uuid7(ctx.now.getTime()),
})
/** @throws 6000 with both versions if the person claims to have seen a version that does not exist yet */
async function mustHaveBeen(ctx: Context, of: Command, row: Row<Resource>, input: Given): Promise<void> {
  const seen = input.version ?? ctx.origin.baseVersion
  if (seen === null || seen <= row.version) return
  const mine = Object.fromEntries(of.writes.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])))
  throw await conflict(ctx, of.resource, row, mine)
}
/**
 * Merges inputs that are row fields with changes made by others since the person saw the row.
 * @throws 6000 with both versions
 */
async function mergedInput(ctx: Context, of: Command, input: Given): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = { ...input }
  if (of.writes.length === 0 || of.adds) return given
  const mine = Object.fromEntries(
    of.writes.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  )
  const seen = input.version ?? ctx.origin.baseVersion
  return {
    ...given,
    ...(await ctx.rows.merge(of.resource, String(input[of.key]), mine as Partial<Row<Resource>>, seen)),
  }
}
/** @throws 401 without the permission; 6000 if the row's state forbids the command or a required input is missing */
async function mustBeOpen(
  ctx: Context,
  of: Command,
  row: Row<Resource> | null,
  input: Given,
  label: (row: AnyRow) => string,
): Promise<Person> {
  const { person } = ctx
  if (!person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  const step = of.step(row, input)
  const why = barred(of, row, { ...person, now: resolveOccurredAt(ctx) }, step)
  if (why === 'key') {
    const rule = of.machine?.actions[step ?? '']
    const key = rule?.permission ?? of.access
    if (rule?.own?.within && mayCall(rule.own.permission, person))
      throw new Refusal(errno.forbidden, `${of.area}:refusals.notOwnSlip`, { params: { hours: rule.own.within.hours } })
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [key].flat().join(', ') } })
  }
  if (row && of.done(row, person.id)) return person
  if (why === 'state')
    throw stepRefused(ctx, of, row, {
      step,
      label: row ? label(row) : '',
      told: {
        ofRow: true,
        ...(isSettled(of, row, step, input) ? { settled: true } : {}),
        ...(row && (await lastChange(ctx, of.resource, row.id))),
      },
    })
  const hindered = row && of.hindered(row, person.id)
  if (hindered) throw refuse(`${of.area}:refusals.${hindered}`, {}, { ofRow: true } satisfies OfRow)
  const missing = missingOf(of, step, input)
  if (missing.length > 0)
    throw refuse('contract:errors.stepMissing', {
      fields: missing.map((name) => ctx.t(`${of.area}:${of.resource.name}.fields.${name}`)).join(', '),
    })
  return person
}
/**
 * True if the target state is already reached and all inputs match the row, so that refusing the command loses nothing.
 */
const isSettled = (of: Command, row: AnyRow | null, step: string | null, input: Given): boolean =>
  row !== null &&
  of.machine?.actions[step ?? '']?.to === row['state'] &&
  of.writes.every((name) => (input[name] ?? row[name] ?? null) === (row[name] ?? null))
function stepRefused(
  ctx: Context,
  { resource, name, action }: Command,
  row: AnyRow | null,
  { step, label, told }: { step: string | null; label: string; told: OfRow },
): Refusal {
  const of = `${resource.area}:${resource.name}`
  const { words } = (ctx as KitContext).app
  // Transitions of a state machine may have shorter texts than the commands.
  const stepWord = `${of}.steps.${step ?? action}`
  const params = {
    name: `${ctx.t(`${of}.name`)} ${label}`.trim(),
    state: row ? ctx.t(`${of}.options.state.${String(row['state'])}`) : '',
    action: ctx.t(
      words.has(stepWord, ctx.language) ? stepWord : `${resource.area}:actions.${name.replaceAll('.', '_')}`,
    ),
  }
  return refuse('contract:errors.stepRefused', params, told)
}
