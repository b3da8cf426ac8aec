import type { AffectedResource, Command } from './command'
import type { AnyRow, ActionContext } from './resource'
import { createBlankRow, withDerivedFields } from './build-row'
import { findMissingInputs } from './state-machine'

/** A moment, ISO 8601 in UTC. */
type Moment = string

/** Returns the earliest plausible moment of a command on this row; null if there is none. */
export const getEarliestMoment = (command: Pick<Command, 'getNotBefore'>, row: AnyRow | null): Moment | null =>
  row ? command.getNotBefore(row as never) : null
/** Returns the entered moment, or the earliest plausible one if that is later. */
export function clampToEarliestMoment(
  command: Pick<Command, 'getNotBefore'>,
  row: AnyRow | null,
  enteredMoment: Moment,
): Moment {
  const earliest = getEarliestMoment(command, row)
  return earliest !== null && Date.parse(earliest) > Date.parse(enteredMoment) ? earliest : enteredMoment
}
/** Returns the inputs that the state machine requires for this action and that are missing. */
export function findMissingCommandInputs(
  command: Pick<Command, 'lifecycle'>,
  lifecycleAction: string | null,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const rule = lifecycleAction === null ? undefined : command.lifecycle?.actions[lifecycleAction]
  return rule ? findMissingInputs(rule, input) : []
}
/**
 * Applies a command to a row (null if it creates one) and returns the changed fields: merged inputs, the result of
 * `apply`, derived fields and the new state. Does not check permissions or states; see `getBarredReason`.
 */
export function applyCommand(
  command: Command,
  row: AnyRow | null,
  input: Readonly<Record<string, unknown>>,
  context: ActionContext,
): Record<string, unknown> {
  const previousRow = row ?? createBlankRow(command.resource)
  // On an existing row, null clears the field. A new row keeps its initial value instead.
  const enteredInputs = command.writes.filter((name) =>
    row && !command.appendOnly ? input[name] !== undefined : isEntered(input[name], command.appendOnly),
  )
  const writtenFields = {
    ...(row ? {} : command.initialValues(input, context)),
    ...Object.fromEntries(enteredInputs.map((name) => [name, input[name]])),
  }
  // `never`: only the definition of the command knows its row type.
  const lifecycleAction = command.selectLifecycleAction(row as never, input)
  const nextState = lifecycleAction === null ? undefined : command.lifecycle?.actions[lifecycleAction]?.to
  const change = {
    ...writtenFields,
    // `never`: only the definition of the command knows its row type.
    ...command.apply({ ...previousRow, ...writtenFields } as never, input, context, row as never),
    ...(nextState ? { state: nextState } : {}),
  }
  return withDerivedFields(command.resource, change, row ?? undefined)
}
/** Returns the patch of a repeated command on a row to which it has already been applied; null for none. */
export function buildRepetitionPatch(
  command: Command,
  row: AnyRow,
  input: Readonly<Record<string, unknown>>,
  context: ActionContext,
): Record<string, unknown> | null {
  // `never`: only the definition of the command knows its row type.
  const change = command.mergeWhenDone(row as never, input, context)
  return change && withDerivedFields(command.resource, { ...change }, row)
}
/** True if the input has a value. An empty list adds nothing, so it does not count for an append-only command. */
const isEntered = (value: unknown, appendOnly: boolean): boolean =>
  value !== undefined && value !== null && !(appendOnly && Array.isArray(value) && value.length === 0)
/** Returns the changed fields of the other row that a command affects. */
export const applyToAffectedRow = (
  { resource, apply }: AffectedResource,
  row: AnyRow,
  input: Readonly<Record<string, unknown>>,
  context: ActionContext,
): Record<string, unknown> =>
  // `never`: only the definition of the command knows its row type.
  withDerivedFields(resource, { ...apply(row as never, input, context) }, row)
