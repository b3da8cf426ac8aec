/** The key of removing people. A call that removes somebody, or brings somebody back, needs it besides its own. */
export const REMOVE_PEOPLE = 'usersDelete'

/** Who holds which permission keys: a person, or a role, which counts as a super user's when one has it. */
export interface Holder {
  readonly isSup: boolean
  readonly keys: ReadonlySet<string>
}
/** What somebody wants to do to a person or a role. */
export interface Deed {
  /** Whom it is done to, as they are before it; null for what comes into being. */
  readonly to: Holder | null
  /** Keys that are held after it: those of another role, or of the role itself. */
  readonly gives?: Iterable<string>
  /** It removes a person or brings one back, see `isRemoval`. */
  readonly removal?: boolean
}
export type RankRefusal = 'superUser' | 'above' | 'grantBeyond' | 'removal'
/** Under which name of `access:refusals` each reason is told of a person … */
export const toldOfPerson = {
  superUser: 'superUser',
  above: 'personAbove',
  grantBeyond: 'grantBeyond',
  removal: 'removal',
} as const satisfies Record<RankRefusal, string>
/** … and of a role. */
export const toldOfRole = { ...toldOfPerson, superUser: 'superUserRole', above: 'roleAbove' } as const

/**
 * Why somebody may not do this; null when they may. It is asked besides the permission key of the call, which says
 * nothing about whom the call is made on: nobody without all rights changes a super user, nobody changes what holds keys
 * that they lack, nobody gives keys that they lack.
 */
export function rankRefusal(actor: Holder, { to, gives = [], removal = false }: Deed): RankRefusal | null {
  if (actor.isSup) return null
  if (to?.isSup) return 'superUser'
  if (to && exceeds(to.keys, actor.keys)) return 'above'
  if (exceeds(gives, actor.keys)) return 'grantBeyond'
  return removal && !actor.keys.has(REMOVE_PEOPLE) ? 'removal' : null
}
const exceeds = (keys: Iterable<string>, own: ReadonlySet<string>): boolean => [...keys].some((key) => !own.has(key))

/** Whether a change of a person's state removes them or brings them back. A suspension is neither: it is an edit. */
export const isRemoval = (from: string, to: string): boolean => (from === 'removed') !== (to === 'removed')
