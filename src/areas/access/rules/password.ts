export const PASSWORD_MINIMUM = 8
/**
 * Guesses that a password has to withstand, as a power of ten: what is tried against a sign-in that slows down (zxcvbn calls
 * less "very guessable"). NIST SP 800-63B 5.1.1.2 asks that commonly used passwords are refused.
 */
export const GUESSES_LOG10 = 6

/** Whether a new password is of a form that may be good enough: long enough, not the user name. How common it is, the server judges. */
export function passwordFine(password: string, userName: string): boolean {
  const plain = password.toLowerCase()
  return password.length >= PASSWORD_MINIMUM && plain !== userName.toLowerCase() && new Set(plain).size >= 3
}
