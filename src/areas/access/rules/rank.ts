/** Permission key to remove people. Endpoints that remove or restore a person need it in addition to their own key. */
export const REMOVE_PEOPLE = 'usersDelete'

/** A person or role with its permission keys. A role counts as super user if a super user has it. */
export interface Holder {
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
}
/** An action on a person or a role. */
export interface Deed {
  /** State of the target before the action; null for a new one. */
  readonly to: Holder | null
  /** Keys that the target holds afterwards: those of its new role, or of the role itself. */
  readonly gives?: Iterable<string>
  /** True if the action removes or restores a person, see `isRemoval`. */
  readonly removal?: boolean
}
export type RankRefusal = 'superUser' | 'above' | 'grantBeyond' | 'removal'
/** Keys in `access:refusals` for refused actions on a person. */
export const toldOfPerson = {
  superUser: 'superUser',
  above: 'personAbove',
  grantBeyond: 'grantBeyond',
  removal: 'removal',
} as const satisfies Record<RankRefusal, string>
/** Keys in `access:refusals` for refused actions on a role. */
export const toldOfRole = { ...toldOfPerson, superUser: 'superUserRole', above: 'roleAbove' } as const

/**
 * Returns why the actor may not perform the action; null if they may. Needed in addition to the endpoint's permission
 * key, which does not depend on the target: only a super user may change a super user, and nobody may change somebody
 * with keys that they lack themselves, or grant such keys.
 */
export function rankRefusal(actor: Holder, { to, gives = [], removal = false }: Deed): RankRefusal | null {
  if (actor.isSup) return null
  if (to?.isSup) return 'superUser'
  if (to && exceeds(to.keys, actor.keys)) return 'above'
  if (exceeds(gives, actor.keys)) return 'grantBeyond'
  return removal && !actor.keys.has(REMOVE_PEOPLE) ? 'removal' : null
}
const exceeds = (keys: Iterable<string>, own: ReadonlySet<string>): boolean => [...keys].some((key) => !own.has(key))

/** True if a change of a person's state removes or restores them. A suspension is neither: it is an edit. */
export const isRemoval = (from: string, to: string): boolean => (from === 'removed') !== (to === 'removed')
