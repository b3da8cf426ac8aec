/** Rank rules: nobody may change a person or role with permissions that they lack themselves, or grant such permissions. */

/** Permission key to remove people. Endpoints that remove or restore a person need it in addition to their own key. */
export const REMOVE_PEOPLE_KEY = 'usersDelete'

/** A person or role with its permission keys. A role counts as super user if one of its people is a super user. */
export interface PermissionHolder {
  /** True for a super user, who has every permission. Named like the stored field of a person. */
  readonly isSup: boolean
  /** Permission keys, e.g. `usersView`. */
  readonly keys: ReadonlySet<string>
}
/** A change of a person or a role, as far as `getRankRefusal` needs it. */
export interface RankedAction {
  /** State of the target before the action; null for a new one. */
  readonly target: PermissionHolder | null
  /** Permission keys that the target holds after the action: the keys of a person's new role, or of the changed role. */
  readonly grantedKeys?: Iterable<string>
  /** True if the action removes or restores a person, see `isRemoval`. */
  readonly removesOrRestores?: boolean
}
export type RankRefusal = 'superUser' | 'above' | 'grantBeyond' | 'removal'
/** Text keys in `access:refusals` for refused actions on a person. */
export const personRefusalKeys = {
  superUser: 'superUser',
  above: 'personAbove',
  grantBeyond: 'grantBeyond',
  removal: 'removal',
} as const satisfies Record<RankRefusal, string>
/** Text keys in `access:refusals` for refused actions on a role. */
export const roleRefusalKeys = { ...personRefusalKeys, superUser: 'superUserRole', above: 'roleAbove' } as const

/**
 * Returns the reason why the actor may not perform the action; null if allowed. Only a super user may change a super
 * user. Nobody may change a person or role that holds permission keys which the actor lacks, or grant such keys. The
 * permission key of the endpoint is checked separately, because it does not depend on the target.
 */
export function getRankRefusal(
  actor: PermissionHolder,
  { target, grantedKeys = [], removesOrRestores = false }: RankedAction,
): RankRefusal | null {
  if (actor.isSup) return null
  if (target?.isSup) return 'superUser'
  if (target && exceedsKeys(target.keys, actor.keys)) return 'above'
  if (exceedsKeys(grantedKeys, actor.keys)) return 'grantBeyond'
  return removesOrRestores && !actor.keys.has(REMOVE_PEOPLE_KEY) ? 'removal' : null
}
/** True if `keys` contains a key that the actor lacks. */
const exceedsKeys = (keys: Iterable<string>, actorKeys: ReadonlySet<string>): boolean =>
  [...keys].some((key) => !actorKeys.has(key))

/** True if a change of an account's state removes or restores the person. A suspension counts as an edit. */
export const isRemoval = (stateBefore: string, stateAfter: string): boolean =>
  (stateBefore === 'removed') !== (stateAfter === 'removed')
