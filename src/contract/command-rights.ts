import { keysOf, there, type Command } from './command'
import { mayCall } from './endpoint'
import type { AnyRow } from './resource'
import type { ActionRule } from './state-machine'

/** Who wants to do something: the session on either side. */
export interface Doer {
  readonly id: string
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
  /** When it is done, ISO. */
  readonly now: string
}
/** What the question who may do it needs of a command. */
export type Guarded = Pick<Command, 'machine' | 'steps' | 'from' | 'access' | 'hindered'>
export type Barred = 'key' | 'state'

/** Why this person may not take this step of the life cycle with this row now. A row's owner needs only the key that it names for owners. */
function barredFrom(rule: ActionRule | undefined, row: AnyRow | null, person: Doer): Barred | null {
  if (!rule) return 'state'
  const owns = rule.own && row && row[rule.own.field] === person.id && isFresh(rule.own, row, person.now)
  const keys = [...keysOf(rule.permission), ...(owns ? keysOf(rule.own?.permission) : [])]
  if (!mayCall(keys, person)) return 'key'
  return rule.from.includes(stateOf(row)) ? null : 'state'
}
/** Whether one's own is young enough; a phone ahead of the clock counts as fresh as one behind it. */
function isFresh({ within }: NonNullable<ActionRule['own']>, row: AnyRow, now: string): boolean {
  if (!within) return true
  const since = within.since.map((field) => row[field]).find((moment) => moment != null)
  return since !== undefined && Math.abs(Date.parse(now) - Date.parse(String(since))) < within.hours * 3_600_000
}
const stateOf = (row: AnyRow | null): string | null => (row === null ? null : String(row['state'] ?? there))
/**
 * Why this person may not do it with this row now: they lack the key (and do not own it), or it is not the time. Null when
 * they may. `step`: which step of the life cycle it is, any that it may be unless told.
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
/** What about a row hinders a command of it; null for nothing. Which resource a command is of, its definition alone knows. */
export const hindranceOf = (command: Guarded, row: AnyRow, personId: string) => command.hindered(row as never, personId)
/** The commands of these that a person may do with a row now, in their order: the buttons to show. */
export const openTo = <C extends Guarded>(commands: readonly C[], row: AnyRow | null, person: Doer): C[] =>
  commands.filter((command) => barred(command, row, person) === null)
/** The commands that it is time for and this person holds the key of, but which something about the row hinders: to be shown with why. */
export function hinderedTo<C extends Guarded>(commands: readonly C[], row: AnyRow, person: Doer) {
  return commands.flatMap((command) => {
    const why = hindranceOf(command, row, person.id)
    return why !== null && openTo([{ ...command, hindered: () => null }], row, person).length > 0
      ? [{ command, why }]
      : []
  })
}
/** The steps of one command that is several that a person may take with a row now. */
export const stepsOpenTo = (command: Guarded, row: AnyRow | null, person: Doer): string[] =>
  command.steps.filter((step) => barred(command, row, person, step) === null)
