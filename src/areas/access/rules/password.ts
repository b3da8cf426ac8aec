export const PASSWORD_MINIMUM = 8
/**
 * Guesses that a password has to withstand, as a power of ten. zxcvbn calls 6 "somewhat guessable", which one short word and a year
 * reach; a sign-in that slows down is safe above. NIST SP 800-63B 5.1.1.2 asks that commonly used passwords are refused.
 */
export const GUESSES_LOG10 = 7

/** A text without its signs: what a guesser tries does not become another password by a dash or a mark at its end. */
export const withoutSigns = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a password is the user name, once or several times, and nothing but digits and signs besides. */
function madeOfName(password: string, userName: string): boolean {
  const name = withoutSigns(userName.toLowerCase())
  const plain = withoutSigns(password.toLowerCase())
  return name !== '' && plain.includes(name) && !/\p{L}/u.test(plain.replaceAll(name, ''))
}
/**
 * Whether a new password is of a form that may be good enough: long enough, not made of the user name. How common it is, the
 * server judges.
 */
export const passwordFine = (password: string, userName: string): boolean =>
  password.length >= PASSWORD_MINIMUM && new Set(password.toLowerCase()).size >= 3 && !madeOfName(password, userName)
