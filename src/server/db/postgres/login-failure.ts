/** Explains why a PostgreSQL server cannot be used with the address in the settings. */
import pg from 'pg'
import { isUnavailable } from '../errors'

// The driver reports this before it sends anything, as an error without a code.
const MISSING_PASSWORD_PATTERN = /^SASL: .*client password must be a/
/** True if the server asks for a password, and the address of the database has none. */
export const isPasswordMissing = (error: unknown): boolean =>
  error instanceof Error && MISSING_PASSWORD_PATTERN.test(error.message)
/** True for errors of a server that refuses or is away, as opposed to errors of this program. */
export const isLoginFailure = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError || isUnavailable(error) || isPasswordMissing(error)

/**
 * Explains a failed login.
 * @param settingName setting with the address
 * @returns what is wrong, and what to do
 */
export function explainLoginFailure(
  error: unknown,
  settingName = 'DATABASE_URL',
): readonly [problem: string, remedy: string] {
  if (isPasswordMissing(error))
    return [
      `it asks for a password, and ${settingName} has none`,
      `Write it into the address: postgres://account:password@host:5432/name`,
    ]
  const { message, code } = error as Error & { code?: string }
  if (!(error instanceof pg.DatabaseError))
    return [
      `it cannot be reached (${message || code})`,
      `Check that the server runs, and host and port in ${settingName}.`,
    ]
  switch (code) {
    case '3D000':
      return [
        message,
        `Create it (createdb --owner <account> <name>) and restore the newest backup into it, or correct the name in ${settingName}.`,
      ]
    case '28P01':
    case '28000':
      return [message, `Check account and password in ${settingName}, and pg_hba.conf.`]
    case '57P03':
      return [message, 'Wait until the server has started; its log says what it does.']
    default:
      return [message, `Check ${settingName} (host, port, name, account, password), and pg_hba.conf.`]
  }
}
