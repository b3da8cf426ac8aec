export const PASSWORD_MINIMUM = 8

// The passwords that guessing starts with; a longer list would refuse little more (NIST SP 800-63B 5.1.1.2 asks for such a check).
const common = new Set([
  '12345678',
  '123456789',
  '1234567890',
  'password',
  'password1',
  'qwertyui',
  '11111111',
  '00000000',
  '88888888',
  'abc12345',
  'a1234567',
  'admin123',
  'woaini1314',
  'qwerty123',
  'iloveyou',
])

/** Whether a new password is good enough: long enough, not among the first guesses, not the user name. */
export function passwordFine(password: string, userName: string): boolean {
  const plain = password.toLowerCase()
  return (
    password.length >= PASSWORD_MINIMUM &&
    !common.has(plain) &&
    plain !== userName.toLowerCase() &&
    new Set(plain).size >= 3
  )
}
