/** Minimum length in UTF-16 code units. */
export const MIN_PASSWORD_LENGTH = 8
/**
 * Guesses that a password must withstand, as a power of ten, against a throttled sign-in (zxcvbn calls less "very
 * guessable"). NIST SP 800-63B 5.1.1.2 requires that commonly used passwords are refused.
 */
export const MIN_GUESSES_LOG10 = 6

/** Common substitutions in passwords. Lookalikes map to one letter, e.g. `1`, `!`, `|` and `l` to `i`. */
const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const normalizeSigns = (text: string): string[] =>
  [...text].map((sign) => {
    const lowered = sign.toLowerCase()
    return lookalikes[lowered] ?? ([...lowered].length === 1 ? lowered : sign)
  })
/** Two Chinese characters are a name. In other scripts, parts of fewer than three characters occur in many words. */
const isNamePart = (part: string): boolean => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3)
/**
 * Splits a name into the whole, the whole without separators, and its parts: the same for `Zhang Wei`, `ZhangWei` and
 * `zhang.wei88`.
 */
const splitName = (name: string): string[] => [
  name,
  name.replace(/[^\p{L}\p{N}]+/gu, ''),
  ...name.split(/[^\p{L}\p{N}]+/u),
  ...name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u),
]
const findNameIndex = (signs: readonly string[], name: readonly string[]): number =>
  signs.findIndex((_, start) => name.every((sign, i) => signs[start + i] === sign))

/**
 * Removes the owner's names from a password, whole or in parts, in either direction, ignoring case and lookalikes.
 * Names are public, so the remainder must be strong enough by itself. `Zhangwei@2026` of Zhang Wei leaves `@2026`.
 */
export function stripNames(password: string, names: readonly string[]): string {
  const parts = [...new Set(names.flatMap(splitName))].filter(isNamePart).map(normalizeSigns)
  const searchedParts = [...parts, ...parts.map((part) => part.toReversed())].sort((a, b) => b.length - a.length)
  let remaining = [...password]
  for (const part of searchedParts)
    for (
      let index = findNameIndex(normalizeSigns(remaining.join('')), part);
      index >= 0;
      index = findNameIndex(normalizeSigns(remaining.join('')), part)
    )
      remaining = remaining.toSpliced(index, part.length)
  return remaining.join('')
}

/** Names of the password's owner that are known where the password is set. */
export interface PasswordOwner {
  readonly userName?: string | null
  readonly accountName?: string | null
  readonly accountNameEn?: string | null
  readonly nickname?: string | null
  readonly phone?: string | null
}
/** Returns the public names of a person, which a guesser tries first. */
export const getKnownNames = ({ userName, accountName, accountNameEn, nickname, phone }: PasswordOwner): string[] =>
  [userName, accountName, accountNameEn, nickname, phone].filter((name) => !!name) as string[]

/**
 * Returns a problem in the form of a new password: too short, too few different characters, or little more than its
 * owner's names. The server also checks how common it is.
 */
export function findPasswordProblem(password: string, person: PasswordOwner): 'weakPassword' | 'namePassword' | null {
  if (!isSound(password)) return 'weakPassword'
  return isSound(stripNames(password, getKnownNames(person))) ? null : 'namePassword'
}
const isSound = (password: string): boolean =>
  password.length >= MIN_PASSWORD_LENGTH && new Set(password.toLowerCase()).size >= 3
