import { toPermissionList, STATELESS, type Command } from './command'
import { canCall } from './endpoint'
import type { AnyRow } from './resource'
import type { ActionRule } from './state-machine'

/** The person who acts, from the session of the server or the client. */
export interface Actor {
  readonly id: string
  /** The super administrator passes every permission check. */
  readonly isSup: boolean
  /** The permission keys of the person. */
  readonly keys: ReadonlySet<string>
  /** Moment of the action, ISO 8601. */
  readonly now: string
}
/** The parts of a command that decide who may perform it. */
export type CommandRights = Pick<
  Command,
  'lifecycle' | 'lifecycleActions' | 'fromStates' | 'access' | 'forbiddenReason'
>
/** `key`: the person lacks the permission key; `state`: the row's state does not allow the command. */
export type BarredReason = 'key' | 'state'

/**
 * Returns why this person may not perform this action now; null if allowed. For the owner, the permission of
 * `ownerRule` is enough.
 */
function getActionBarredReason(rule: ActionRule | undefined, row: AnyRow | null, person: Actor): BarredReason | null {
  if (!rule) return 'state'
  const isOwner =
    rule.ownerRule &&
    row &&
    row[rule.ownerRule.field] === person.id &&
    isWithinTimeLimit(rule.ownerRule, row, person.now)
  const permissions = [
    ...toPermissionList(rule.permission),
    ...(isOwner ? toPermissionList(rule.ownerRule?.permission) : []),
  ]
  if (!canCall(permissions, person)) return 'key'
  return rule.from.includes(getRowState(row)) ? null : 'state'
}
/** True while the owner rule applies. The absolute difference tolerates phone clocks that run ahead. */
function isWithinTimeLimit({ timeLimit }: NonNullable<ActionRule['ownerRule']>, row: AnyRow, now: string): boolean {
  if (!timeLimit) return true
  const startMoment = timeLimit.since.map((field) => row[field]).find((moment) => moment != null)
  return (
    startMoment !== undefined &&
    Math.abs(Date.parse(now) - Date.parse(String(startMoment))) < timeLimit.hours * 3_600_000
  )
}
const getRowState = (row: AnyRow | null): string | null => (row === null ? null : String(row['state'] ?? STATELESS))
/**
 * Returns why this person may not perform the command on this row now; null if allowed. By default one permitted action
 * of the command is enough. `lifecycleAction` limits the check to this action and skips `forbiddenReason`.
 */
export function getBarredReason(
  command: CommandRights,
  row: AnyRow | null,
  person: Actor,
  lifecycleAction?: string | null,
): BarredReason | null {
  const lifecycleActions = lifecycleAction ? [lifecycleAction] : command.lifecycleActions
  if (lifecycleActions.length > 0) {
    const reasons = lifecycleActions.map((name) => getActionBarredReason(command.lifecycle?.actions[name], row, person))
    if (!reasons.includes(null)) return reasons.includes('state') ? 'state' : 'key'
  } else {
    if (!canCall(command.access, person)) return 'key'
    if (command.fromStates && !command.fromStates.includes(getRowState(row))) return 'state'
  }
  return !lifecycleAction && row && getForbiddenReason(command, row, person.id) !== null ? 'state' : null
}
/** Returns the `forbiddenReason` of a command for a row; null if there is none. */
export const getForbiddenReason = (command: CommandRights, row: AnyRow, personId: string) =>
  command.forbiddenReason(row as never, personId)
/** Returns the commands that a person may perform on a row now, in the given order: the buttons to show. */
export const getAllowedCommands = <C extends CommandRights>(
  commands: readonly C[],
  row: AnyRow | null,
  person: Actor,
): C[] => commands.filter((command) => getBarredReason(command, row, person) === null)
/** Lists the commands that only their `forbiddenReason` blocks, so that the row can show this reason. */
export function listForbiddenCommands<C extends CommandRights>(commands: readonly C[], row: AnyRow, person: Actor) {
  return commands.flatMap((command) => {
    const reason = getForbiddenReason(command, row, person.id)
    if (reason === null) return []
    const otherReason = getBarredReason({ ...command, forbiddenReason: () => null }, row, person)
    return otherReason === null ? [{ command, reason }] : []
  })
}
/** Returns the actions of a command that a person may perform on a row now. */
export const getAllowedCommandActions = (command: CommandRights, row: AnyRow | null, person: Actor): string[] =>
  command.lifecycleActions.filter((lifecycleAction) => getBarredReason(command, row, person, lifecycleAction) === null)
