/** Permission key to remove people. Endpoints that remove or restore a person need it in addition to their own key. */
export const REMOVE_PEOPLE_KEY = 'usersDelete'

/** A person or role with its permission keys. A role counts as super user if a super user has it. */
export interface KeyHolder {
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
}
/** An action on a person or a role. */
export interface RankedAction {
  /** State of the target before the action; null for a new one. */
  readonly to: KeyHolder | null
  /** Keys that the target holds afterwards: those of its new role, or of the role itself. */
  readonly grantedKeys?: Iterable<string>
  /** True if the action removes or restores a person, see `isRemoval`. */
  readonly removesOrRestores?: boolean
}
export type RankRefusal = 'superUser' | 'above' | 'grantBeyond' | 'removal'
/** Keys in `access:refusals` for refused actions on a person. */
export const personRefusalKeys = {
  superUser: 'superUser',
  above: 'personAbove',
  grantBeyond: 'grantBeyond',
  removal: 'removal',
} as const satisfies Record<RankRefusal, string>
/** Keys in `access:refusals` for refused actions on a role. */
export const roleRefusalKeys = { ...personRefusalKeys, superUser: 'superUserRole', above: 'roleAbove' } as const

/**
 * Returns why the actor may not perform the action; null if they may. Needed in addition to the endpoint's permission
 * key, which does not depend on the target: only a super user may change a super user, and nobody may change somebody
 * with keys that they lack themselves, or grant such keys.
 */
export function getRankRefusal(
  actor: KeyHolder,
  { to, grantedKeys = [], removesOrRestores = false }: RankedAction,
): RankRefusal | null {
  if (actor.isSup) return null
  if (to?.isSup) return 'superUser'
  if (to && exceedsKeys(to.keys, actor.keys)) return 'above'
  if (exceedsKeys(grantedKeys, actor.keys)) return 'grantBeyond'
  return removesOrRestores && !actor.keys.has(REMOVE_PEOPLE_KEY) ? 'removal' : null
}
const exceedsKeys = (keys: Iterable<string>, actorKeys: ReadonlySet<string>): boolean =>
  [...keys].some((key) => !actorKeys.has(key))

/** True if a change of a person's state removes or restores them. A suspension is neither: it is an edit. */
export const isRemoval = (from: string, to: string): boolean => (from === 'removed') !== (to === 'removed')
