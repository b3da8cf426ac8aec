import { canCreate, type AffectedResource, type Command } from '@/contract/command'
import {
  applyToAffectedRow,
  getEarliestMoment,
  buildRepetitionPatch,
  findMissingCommandInputs,
  applyCommand,
} from '@/contract/command-outcome'
import { getBarredReason } from '@/contract/command-rights'
import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse, type RowRefusal } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { AnyRow, Resource, Row } from '@/contract/resource'
import { createBlankRow } from '@/contract/build-row'
import type { HandlerEntry } from '../area'
import type { Context, Person } from '../context'
import { resolveOccurredAt } from '../entered-moments'
import { buildConflictRefusal } from './merge-edit'
import type { AppContext } from './operations'
import { buildStateRefusal } from './state-refusal'
import { setWriteTime } from './written-rows'

/** A command after all rules of the contract have been applied, with the values that are about to be written. */
export interface CommandExecution<R, In, Preloaded = unknown> {
  readonly ctx: Context
  /** The locked row; null if the command creates it. */
  readonly row: Row<R> | null
  readonly input: In
  /** The row after the command. */
  readonly nextRow: Row<R>
  /** The changed fields; for a new row all initial values, including the id. */
  readonly patch: Partial<Row<R>>
  /** Moment of the event, ISO 8601. */
  readonly occurredAt: string
  readonly person: Person
  /** The result of `CommandHandlerOptions.preload`: rows that were locked before the command's row. */
  readonly preloaded: Preloaded
}
/**
 * Writes the outcome of a command with server-only parts such as numbers, stock, notices and events. Returns the row.
 */
export type SaveCommand<R, In, Preloaded = unknown> = (execution: CommandExecution<R, In, Preloaded>) => Promise<Row<R>>
/** Hooks of `handleCommand`; all are optional. */
export interface CommandHandlerOptions<R, In, Preloaded> {
  /** Locks other rows that must be locked before the command's row. */
  preload?: (ctx: Context, input: In) => Promise<Preloaded>
  /** Returns the command's row if `preload` has already locked it. */
  getPreloadedRow?: (preloaded: Preloaded) => Row<R> | null
  /** Returns the earliest plausible moment of the event if the row does not determine it. */
  getEarliestMoment?: (preloaded: Preloaded, input: In) => string | null
  /** Refuses cases that the contract cannot check. Runs before inputs are merged with other people's changes. */
  assertAllowed?: (ctx: Context, row: AnyRow, input: In) => void
  /** Returns the name of the row in a refusal; by default its title. */
  formatLabel?: (ctx: Context, row: AnyRow) => string
}

/** Inputs common to all commands. */
type CommandInput = Readonly<Record<string, unknown>> & { version?: number | null; occurredAt?: string | null }
/** An execution for any resource. */
type AnyExecution = CommandExecution<Resource, CommandInput>

/**
 * Creates the handler of a command: it locks the row, applies the contract and writes the result.
 * @param save replaces the plain write; if the command affects a second row (`affects`), it must write that row too
 */
export function handleCommand<R extends Resource, In, Preloaded = undefined>(
  typedCommand: Command<R, In>,
  save?: SaveCommand<R, In, Preloaded>,
  options: CommandHandlerOptions<R, In, Preloaded> = {},
): HandlerEntry {
  // Only `save` knows the concrete resource type.
  const definition = typedCommand as unknown as Command
  const saveRow = (save ?? ((execution) => writeRow(definition, execution as unknown as AnyExecution))) as (
    execution: AnyExecution,
  ) => Promise<unknown>
  const run = async (ctx: Context, input: In & CommandInput): Promise<unknown> => {
    const preloaded = (await options.preload?.(ctx, input)) as Preloaded
    const row = options.getPreloadedRow
      ? (options.getPreloadedRow(preloaded) as Row<Resource> | null)
      : await lockCommandRow(ctx, definition, input)
    const formatLabel = (knownRow: AnyRow) =>
      options.formatLabel?.(ctx, knownRow) ?? formatRowTitle(ctx, definition.resource, knownRow)
    const person = await assertCommandAllowed(ctx, definition, row, input, formatLabel)
    if (row && definition.isDone(row, person.id)) return mergeRepeatedCommand(ctx, definition, row, input, person)
    if (row) options.assertAllowed?.(ctx, row, input)
    const earliestFromRow = getEarliestMoment(definition, row)
    const earliestMoment = earliestFromRow ?? options.getEarliestMoment?.(preloaded, input) ?? null
    return saveRow({ ...(await prepareExecution(ctx, definition, row, input, person, earliestMoment)), preloaded })
  }
  return { endpoint: typedCommand.name, run }
}
/**
 * Formats a row's title for a sentence, with the texts of choices, shifts and teams. References are left out, because
 * they are ids.
 */
const formatRowTitle = (ctx: Context, resource: Resource, row: AnyRow): string =>
  resource.title
    .flatMap((name) =>
      resource.fields[name]?.kind === 'reference' ? [] : formatFieldValue(ctx, resource, name, row[name]) || [],
    )
    .join(' ')
function formatFieldValue(
  ctx: Context,
  { area, name: resourceName, fields }: Resource,
  name: string,
  value: unknown,
): string {
  const field = fields[name]
  const text = String(value ?? '')
  if (field?.kind === 'choice') return text && ctx.t(`${area}:${resourceName}.options.${name}.${text}`)
  const textKey = field && 'vocabulary' in field && field.vocabulary ? `${field.vocabulary}.${text}` : null
  return textKey && (ctx as AppContext).app.translations.has(textKey, ctx.language) ? ctx.t(textKey) : text
}

async function lockCommandRow(ctx: Context, definition: Command, input: CommandInput): Promise<Row<Resource> | null> {
  const id = String(input[definition.idInput] ?? '')
  if (definition.fromStates?.every((state) => state === null)) return null
  if (!canCreate(definition) || definition.needsRow(input)) return ctx.rows.lock(definition.resource, id)
  const [existingRow] = id ? await ctx.rows.find(definition.resource, { where: { id }, limit: 1, lock: true }) : []
  return existingRow ?? null
}
async function prepareExecution(
  ctx: Context,
  definition: Command,
  row: Row<Resource> | null,
  input: CommandInput,
  person: Person,
  earliestMoment: string | null,
): Promise<Omit<AnyExecution, 'preloaded'>> {
  if (row) await assertVersionExists(ctx, definition, row, input)
  const mergedInput = row ? await mergeInput(ctx, definition, input) : input
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt, earliestMoment)
  setWriteTime(ctx, occurredAt)
  const patch = {
    ...(row ? {} : buildInitialValues(ctx, definition, input)),
    ...applyCommand(definition, row, mergedInput, { at: occurredAt, personId: person.id }),
  } as Partial<Row<Resource>>
  return { ctx, row, input, occurredAt, person, patch, nextRow: { ...row, ...patch } as Row<Resource> }
}
/**
 * Returns the row of a command that has already been applied. If the command has a patch for repetitions, writes it first.
 */
async function mergeRepeatedCommand(
  ctx: Context,
  definition: Command,
  row: Row<Resource>,
  input: CommandInput,
  person: Person,
): Promise<Row<Resource>> {
  const occurredAt = resolveOccurredAt(ctx, input.occurredAt, getEarliestMoment(definition, row))
  const patch = buildRepetitionPatch(definition, row, input, { at: occurredAt, personId: person.id })
  return patch ? ctx.rows.update(definition.resource, row.id, patch as Partial<Row<Resource>>) : row
}
/** Writes the row and the row that the command affects. */
async function writeRow(definition: Command, execution: AnyExecution): Promise<Row<Resource>> {
  const { ctx, row, patch } = execution
  if (definition.affects) await updateAffectedRow(ctx, definition.affects, execution)
  return row ? ctx.rows.update(definition.resource, row.id, patch) : ctx.rows.insert(definition.resource, patch)
}
async function updateAffectedRow(
  ctx: Context,
  affects: AffectedResource,
  { input, occurredAt, person }: AnyExecution,
): Promise<void> {
  const row = await ctx.rows.lock(affects.resource, String(input[affects.idInput]))
  const patch = applyToAffectedRow(affects, row, input, { at: occurredAt, personId: person.id })
  await ctx.rows.update(affects.resource, row.id, patch as Partial<Row<Resource>>)
}
/** Builds the initial values of a new row: field defaults and an id, which the phone may have chosen. */
const buildInitialValues = (ctx: Context, definition: Command, input: CommandInput): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(createBlankRow(definition.resource)).filter(([, value]) => value !== null)),
  id: input[definition.idInput] ?? createUuid7(ctx.now.getTime()),
})
/** @throws errno.message with both versions if the person claims to have seen a version that does not exist yet */
async function assertVersionExists(
  ctx: Context,
  definition: Command,
  row: Row<Resource>,
  input: CommandInput,
): Promise<void> {
  const seenVersion = input.version ?? ctx.origin.baseVersion
  if (seenVersion === null || seenVersion <= row.version) return
  const ownValues = Object.fromEntries(
    definition.writes.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  )
  throw await buildConflictRefusal(ctx, definition.resource, row, ownValues)
}
/**
 * Merges inputs that are row fields with changes made by others since the person saw the row.
 * @throws errno.message with both versions
 */
async function mergeInput(ctx: Context, definition: Command, input: CommandInput): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...input }
  if (definition.writes.length === 0 || definition.appendOnly) return values
  const ownValues = Object.fromEntries(
    definition.writes.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  )
  const seenVersion = input.version ?? ctx.origin.baseVersion
  return {
    ...values,
    ...(await ctx.rows.merge(
      definition.resource,
      String(input[definition.idInput]),
      ownValues as Partial<Row<Resource>>,
      seenVersion,
    )),
  }
}
/**
 * @throws errno.forbidden without the permission; errno.message if the row's state forbids the command or a required
 * input is missing
 */
async function assertCommandAllowed(
  ctx: Context,
  definition: Command,
  row: Row<Resource> | null,
  input: CommandInput,
  formatLabel: (row: AnyRow) => string,
): Promise<Person> {
  const { person } = ctx
  if (!person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  const lifecycleAction = definition.selectLifecycleAction(row, input)
  const barredReason = getBarredReason(definition, row, { ...person, now: resolveOccurredAt(ctx) }, lifecycleAction)
  if (barredReason === 'key') {
    const rule = definition.lifecycle?.actions[lifecycleAction ?? '']
    const requiredPermission = rule?.permission ?? definition.access
    if (rule?.ownerRule?.timeLimit && canCall(rule.ownerRule.permission, person))
      throw new Refusal(errno.forbidden, `${definition.area}:refusals.notOwnSlip`, {
        params: { hours: rule.ownerRule.timeLimit.hours },
      })
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: [requiredPermission].flat().join(', ') },
    })
  }
  if (row && definition.isDone(row, person.id)) return person
  if (barredReason === 'state')
    throw await buildStateRefusal(ctx, definition, row, {
      lifecycleAction,
      label: row ? formatLabel(row) : '',
      isSettled: isOutcomeReached(definition, row, lifecycleAction, input),
    })
  const forbiddenReason = row && definition.forbiddenReason(row, person.id)
  if (forbiddenReason)
    throw refuse(`${definition.area}:refusals.${forbiddenReason}`, {}, { ofRow: true } satisfies RowRefusal)
  const missingFields = findMissingCommandInputs(definition, lifecycleAction, input)
  if (missingFields.length > 0)
    throw refuse('contract:errors.stepMissing', {
      fields: missingFields
        .map((name) => ctx.t(`${definition.area}:${definition.resource.name}.fields.${name}`))
        .join(', '),
    })
  return person
}
/**
 * True if the target state is already reached and all inputs match the row, so that refusing the command loses nothing.
 */
const isOutcomeReached = (
  definition: Command,
  row: AnyRow | null,
  lifecycleAction: string | null,
  input: CommandInput,
): boolean =>
  row !== null &&
  definition.lifecycle?.actions[lifecycleAction ?? '']?.to === row['state'] &&
  definition.writes.every((name) => (input[name] ?? row[name] ?? null) === (row[name] ?? null))
