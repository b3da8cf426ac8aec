import { keysOf, there, type Command } from './command'
import { mayCall } from './endpoint'
import type { AnyRow } from './resource'
import type { ActionRule } from './state-machine'

/** The person who acts, from the session of the server or the client. */
export interface Doer {
  readonly id: string
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
  /** Moment of the action, ISO 8601. */
  readonly now: string
}
/** The parts of a command that decide who may perform it. */
export type Guarded = Pick<Command, 'machine' | 'steps' | 'from' | 'access' | 'hindered'>
export type Barred = 'key' | 'state'

/**
 * Returns why this person may not perform this action now; null if allowed. The owner needs only the permission of
 * `ownerRule`.
 */
function barredFrom(rule: ActionRule | undefined, row: AnyRow | null, person: Doer): Barred | null {
  if (!rule) return 'state'
  const owns = rule.own && row && row[rule.own.field] === person.id && isFresh(rule.own, row, person.now)
  const keys = [...keysOf(rule.permission), ...(owns ? keysOf(rule.own?.permission) : [])]
  if (!mayCall(keys, person)) return 'key'
  return rule.from.includes(stateOf(row)) ? null : 'state'
}
/** True while the owner rule applies. The absolute difference tolerates phone clocks that run ahead. */
function isFresh({ within }: NonNullable<ActionRule['own']>, row: AnyRow, now: string): boolean {
  if (!within) return true
  const since = within.since.map((field) => row[field]).find((moment) => moment != null)
  return since !== undefined && Math.abs(Date.parse(now) - Date.parse(String(since))) < within.hours * 3_600_000
}
const stateOf = (row: AnyRow | null): string | null => (row === null ? null : String(row['state'] ?? there))
/**
 * Returns why this person may not perform the command on this row now: permission missing (`key`) or wrong state
 * (`state`). Null if allowed. `lifecycleAction` limits the check to one action; by default any action of the command
 * will do.
 */
export function barred(command: Guarded, row: AnyRow | null, person: Doer, step?: string | null): Barred | null {
  const steps = step ? [step] : command.steps
  if (steps.length > 0) {
    const why = steps.map((name) => barredFrom(command.machine?.actions[name], row, person))
    if (!why.includes(null)) return why.includes('state') ? 'state' : 'key'
  } else {
    if (!mayCall(command.access, person)) return 'key'
    if (command.from && !command.from.includes(stateOf(row))) return 'state'
  }
  return !step && row && hindranceOf(command, row, person.id) !== null ? 'state' : null
}
/** Returns the `forbiddenReason` of a command for a row; null if there is none. */
export const hindranceOf = (command: Guarded, row: AnyRow, personId: string) => command.hindered(row as never, personId)
/** Returns the commands that a person may perform on a row now, in the given order: the buttons to show. */
export const openTo = <C extends Guarded>(commands: readonly C[], row: AnyRow | null, person: Doer): C[] =>
  commands.filter((command) => barred(command, row, person) === null)
/** Lists the commands that only a `forbiddenReason` of the row blocks, to be shown together with that reason. */
export function hinderedTo<C extends Guarded>(commands: readonly C[], row: AnyRow, person: Doer) {
  return commands.flatMap((command) => {
    const why = hindranceOf(command, row, person.id)
    return why !== null && openTo([{ ...command, hindered: () => null }], row, person).length > 0
      ? [{ command, why }]
      : []
  })
}
/** Returns those actions of a command that a person may perform on a row now. */
export const stepsOpenTo = (command: Guarded, row: AnyRow | null, person: Doer): string[] =>
  command.steps.filter((step) => barred(command, row, person, step) === null)
