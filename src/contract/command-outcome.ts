import type { Affects, Command } from './command'
import { blankRow, withDerived, type AnyRow, type Doing } from './resource'
import { missingInputs } from './state-machine'

/** A moment, ISO 8601 in UTC. */
type Moment = string

/** Returns the earliest plausible moment of a command on this row; null if there is none. */
export const firstMoment = (command: Pick<Command, 'after'>, row: AnyRow | null): Moment | null =>
  row ? command.after(row as never) : null
/** Returns the entered moment, or the earliest plausible one if that is later. */
export function momentOf(command: Pick<Command, 'after'>, row: AnyRow | null, said: Moment): Moment {
  const first = firstMoment(command, row)
  return first !== null && Date.parse(first) > Date.parse(said) ? first : said
}
/** Returns the inputs that the state machine requires for this action and that are missing. */
export function missingOf(
  command: Pick<Command, 'machine'>,
  step: string | null,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const rule = step === null ? undefined : command.machine?.actions[step]
  return rule ? missingInputs(rule, input) : []
}
/**
 * Applies a command to a row (null if it creates one) and returns the changed fields: merged inputs, the result of
 * `apply`, derived fields and the new state. Does not check permissions or states; see `getBarredReason`.
 */
export function outcome(
  command: Command,
  row: AnyRow | null,
  input: Readonly<Record<string, unknown>>,
  doing: Doing,
): Record<string, unknown> {
  const before = row ?? blankRow(command.resource)
  const entered = command.writes.filter((name) =>
    row && !command.adds ? input[name] !== undefined : isSaid(input[name], command.adds),
  )
  const written = {
    ...(row ? {} : command.opens(input, doing)),
    ...Object.fromEntries(entered.map((name) => [name, input[name]])),
  }
  // `never`: only the definition of the command knows its row type.
  const step = command.step(row as never, input)
  const to = step === null ? undefined : command.machine?.actions[step]?.to
  const change = {
    ...written,
    // `never`: only the definition of the command knows its row type.
    ...command.apply({ ...before, ...written } as never, input, doing, row as never),
    ...(to ? { state: to } : {}),
  }
  return withDerived(command.resource, change, row ?? undefined)
}
/** Returns the patch of a repeated command on a row to which it has already been applied; null for none. */
export function joined(
  command: Command,
  row: AnyRow,
  input: Readonly<Record<string, unknown>>,
  doing: Doing,
): Record<string, unknown> | null {
  // `never`: only the definition of the command knows its row type.
  const change = command.joins(row as never, input, doing)
  return change && withDerived(command.resource, { ...change }, row)
}
const isSaid = (value: unknown, adds: boolean): boolean =>
  value !== undefined && value !== null && !(adds && Array.isArray(value) && value.length === 0)
/** Returns the changed fields of the other row that a command affects. */
export const affected = (
  { resource, apply }: Affects,
  row: AnyRow,
  input: Readonly<Record<string, unknown>>,
  doing: Doing,
): Record<string, unknown> =>
  // `never`: only the definition of the command knows its row type.
  withDerived(resource, { ...apply(row as never, input, doing) }, row)
