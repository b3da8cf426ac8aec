/** Rules that map a person of the plant's own directory to an account and a role. */

/** Maps the directory's claims to a user name and a role. */
export interface ClaimMapping {
  /** Claim that holds the user name. */
  readonly nameClaim: string
  /** Claim that lists the person's groups. */
  readonly groupsClaim: string
  /** Role codes by group; the first match wins. Empty if the plant assigns the roles itself. */
  readonly roles: readonly { readonly group: string; readonly role: string }[]
}
/** Statements of the directory about a person, by claim name. */
export type Claims = Readonly<Record<string, unknown>>

/** A person as the directory describes them. */
export interface DirectoryPerson {
  /** Permanent identifier in the directory; unlike the user name it never changes. */
  readonly subject: string
  readonly userName: string
  readonly fullName: string
  /** Code of the role that the person's groups map to; null if no group matches or the plant assigns the roles. */
  readonly role: string | null
}
/**
 * True if the user name provably belongs to the person. Anybody can enter somebody else's e-mail address, so the
 * directory must have verified it (OpenID Connect Core 1.0, section 5.7). Some directories send `email_verified` as
 * text.
 */
export const isNameVerified = (claims: Claims, { nameClaim }: Pick<ClaimMapping, 'nameClaim'>): boolean =>
  nameClaim !== 'email' || claims['email_verified'] === true || claims['email_verified'] === 'true'

/** Parses the claims into a person; null without a subject or a user name. */
export function parseDirectoryPerson(claims: Claims, mapping: ClaimMapping): DirectoryPerson | null {
  const { sub } = claims
  const userName = claims[mapping.nameClaim]
  if (typeof sub !== 'string' || !sub || typeof userName !== 'string' || !userName.trim()) return null
  const groups = claims[mapping.groupsClaim]
  const groupNames = new Set(Array.isArray(groups) ? groups : [groups])
  const { name } = claims
  return {
    subject: sub,
    userName: userName.trim(),
    fullName: typeof name === 'string' && name.trim() ? name.trim() : userName.trim(),
    role: mapping.roles.find(({ group }) => groupNames.has(group))?.role ?? null,
  }
}

export type AccountStatus = { readonly state: string; readonly userType: string | null; readonly isSup: boolean }
/** Signs in to the existing account or creates one; the other values are reasons for a refusal. */
export type DirectoryAdmission = 'signIn' | 'createAccount' | 'noAccount' | 'noRole' | 'suspended' | 'notFromDirectory'

/**
 * Decides if a person of the directory may sign in. Service accounts are refused, and so are super users, whose rights
 * must not depend on the operator of the directory. If the directory assigns roles, people without a role are refused
 * and new people get an account.
 */
export function decideAdmission(
  person: DirectoryPerson,
  account: AccountStatus | null,
  mapping: ClaimMapping,
): DirectoryAdmission {
  if (account?.isSup || account?.userType === 'service') return 'notFromDirectory'
  if (account && account.state !== 'active') return 'suspended'
  if (mapping.roles.length > 0 && !person.role) return 'noRole'
  if (account) return 'signIn'
  return person.role ? 'createAccount' : 'noAccount'
}
