import type { Affects, Command } from './command'
import { blankRow, withDerived, type AnyRow, type Doing } from './resource'
import { missingInputs } from './state-machine'

/** A moment, ISO 8601 in UTC. */
type Moment = string

/** Earliest moment that makes sense for a command on this row; null when nothing must have come first. */
export const firstMoment = (command: Pick<Command, 'after'>, row: AnyRow | null): Moment | null =>
  row ? command.after(row as never) : null
/** When it happened: as said, never before what must have come first. */
export function momentOf(command: Pick<Command, 'after'>, row: AnyRow | null, said: Moment): Moment {
  const first = firstMoment(command, row)
  return first !== null && Date.parse(first) > Date.parse(said) ? first : said
}
/** The inputs that the life cycle requires of this step and that are not there. */
export function missingOf(
  command: Pick<Command, 'machine'>,
  step: string | null,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const rule = step === null ? undefined : command.machine?.actions[step]
  return rule ? missingInputs(rule, input) : []
}
/**
 * What a command makes of a row (null for one it creates): the merged inputs, what `apply` says, what follows from them,
 * and the new state. Does not ask who or whether: `barred` does.
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
  // Which resource a command is of, its definition alone knows.
  const step = command.step(row as never, input)
  const to = step === null ? undefined : command.machine?.actions[step]?.to
  const change = {
    ...written,
    // Which resource a command is of, its definition alone knows.
    ...command.apply({ ...before, ...written } as never, input, doing, row as never),
    ...(to ? { state: to } : {}),
  }
  return withDerived(command.resource, change, row ?? undefined)
}
/** What a command adds to a row for which it is done already; null: nothing. */
export function joined(
  command: Command,
  row: AnyRow,
  input: Readonly<Record<string, unknown>>,
  doing: Doing,
): Record<string, unknown> | null {
  // Which resource a command is of, its definition alone knows.
  const change = command.joins(row as never, input, doing)
  return change && withDerived(command.resource, { ...change }, row)
}
const isSaid = (value: unknown, adds: boolean): boolean =>
  value !== undefined && value !== null && !(adds && Array.isArray(value) && value.length === 0)
/** What a command makes of the other row that it affects. */
export const affected = (
  { resource, apply }: Affects,
  row: AnyRow,
  input: Readonly<Record<string, unknown>>,
  doing: Doing,
): Record<string, unknown> =>
  // Which resource a command is of, its definition alone knows.
  withDerived(resource, { ...apply(row as never, input, doing) }, row)
