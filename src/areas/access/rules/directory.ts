/** Which account of the plant somebody from the plant's own directory has, and with which role. */

/** How what a directory says is read. */
export interface DirectoryRule {
  /** Claim that holds the user name. */
  readonly nameClaim: string
  /** Claim that lists the person's groups. */
  readonly groupsClaim: string
  /** Code of the role by group, the first that fits; empty: roles are given in the plant. */
  readonly roles: readonly { readonly group: string; readonly role: string }[]
}
export type Claims = Readonly<Record<string, unknown>>

export interface DirectoryPerson {
  /** The directory's lasting name of the person: the user name may change, this does not. */
  readonly subject: string
  readonly userName: string
  readonly fullName: string
  /** Code of the role that the groups give; null: no group has one, or roles are given here. */
  readonly role: string | null
}
/**
 * True if the user name may be trusted to belong to the person. An e-mail address is typed in by whoever has it or not, so
 * the directory must have verified it (OpenID Connect Core 1.0, section 5.7). Some directories send the claim as text.
 */
export const isNameVerified = (claims: Claims, { nameClaim }: Pick<DirectoryRule, 'nameClaim'>): boolean =>
  nameClaim !== 'email' || claims['email_verified'] === true || claims['email_verified'] === 'true'

/** What the claims say of the person; null without a subject or a user name. */
export function personIn(claims: Claims, rule: DirectoryRule): DirectoryPerson | null {
  const { sub } = claims
  const userName = claims[rule.nameClaim]
  if (typeof sub !== 'string' || !sub || typeof userName !== 'string' || !userName.trim()) return null
  const groups = claims[rule.groupsClaim]
  const held = new Set(Array.isArray(groups) ? groups : [groups])
  const { name } = claims
  return {
    subject: sub,
    userName: userName.trim(),
    fullName: typeof name === 'string' && name.trim() ? name.trim() : userName.trim(),
    role: rule.roles.find(({ group }) => held.has(group))?.role ?? null,
  }
}

export type Found = { readonly state: string; readonly userType: string | null; readonly isSup: boolean }
/** `enter` as the account there is, `make` one, or why not. */
export type Verdict = 'enter' | 'make' | 'noAccount' | 'noRole' | 'suspended' | 'notFromDirectory'

/**
 * A directory opens accounts of people alone: never a super-user's, whose keys must not depend on who runs the directory, nor
 * a machine's. Where it gives the roles, whoever has none of them stays out, and whoever is new gets an account.
 */
export function verdictOn(person: DirectoryPerson, account: Found | null, rule: DirectoryRule): Verdict {
  if (account?.isSup || account?.userType === 'service') return 'notFromDirectory'
  if (account && account.state !== 'active') return 'suspended'
  if (rule.roles.length > 0 && !person.role) return 'noRole'
  if (account) return 'enter'
  return person.role ? 'make' : 'noAccount'
}
