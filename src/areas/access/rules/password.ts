/** Minimum length in UTF-16 code units. */
export const MIN_PASSWORD_LENGTH = 8
/**
 * Decimal logarithm of the guesses that a password must withstand (zxcvbn calls a weaker password "very guessable").
 * This number is sufficient, because sign-in is throttled. NIST SP 800-63B 5.1.1.2 requires that commonly used
 * passwords are refused.
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
const normalizeCharacters = (text: string): string[] =>
  [...text].map((character) => {
    const lowerCase = character.toLowerCase()
    // Some letters become two characters in lower case; positions must stay the same as in the password.
    return lookalikes[lowerCase] ?? ([...lowerCase].length === 1 ? lowerCase : character)
  })
/** Two Chinese characters can be a name. In other scripts, parts of fewer than three characters occur in many words. */
const isNamePart = (part: string): boolean => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3)
/**
 * Returns the name itself, the name without separators, and its parts. `Zhang Wei`, `ZhangWei` and `zhang.wei88` have
 * the same parts.
 */
const splitName = (name: string): string[] => [
  name,
  name.replace(/[^\p{L}\p{N}]+/gu, ''),
  ...name.split(/[^\p{L}\p{N}]+/u),
  ...name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u),
]
const findNameIndex = (characters: readonly string[], nameCharacters: readonly string[]): number =>
  characters.findIndex((_, start) => nameCharacters.every((character, i) => characters[start + i] === character))

/**
 * Removes the owner's names from a password, whole or in parts, in either direction, ignoring case and lookalikes.
 * Names are public, so the remainder must be strong enough by itself. `Zhangwei@2026` of Zhang Wei leaves `@2026`.
 */
export function stripNames(password: string, names: readonly string[]): string {
  const parts = [...new Set(names.flatMap(splitName))].filter(isNamePart).map(normalizeCharacters)
  const searchedParts = [...parts, ...parts.map((part) => part.toReversed())].sort((a, b) => b.length - a.length)
  let remainingCharacters = [...password]
  for (const part of searchedParts)
    for (
      let index = findNameIndex(normalizeCharacters(remainingCharacters.join('')), part);
      index >= 0;
      index = findNameIndex(normalizeCharacters(remainingCharacters.join('')), part)
    )
      remainingCharacters = remainingCharacters.toSpliced(index, part.length)
  return remainingCharacters.join('')
}

/** Names of the password's owner that are known where the password is set. */
export interface PasswordOwner {
  readonly userName?: string | null
  readonly accountName?: string | null
  readonly accountNameEn?: string | null
  readonly nickname?: string | null
  readonly phone?: string | null
}
/** Returns the known names of a person, including the phone number. An attacker tries them first. */
export const getKnownNames = ({ userName, accountName, accountNameEn, nickname, phone }: PasswordOwner): string[] =>
  [userName, accountName, accountNameEn, nickname, phone].filter((name) => !!name) as string[]

/**
 * Returns the problem of a new password: `weakPassword` if it is short or repeats few characters, `namePassword` if too
 * little remains without its owner's names; null if it is acceptable. The server also estimates the guesses.
 */
export function findPasswordProblem(password: string, person: PasswordOwner): 'weakPassword' | 'namePassword' | null {
  if (!isLongAndVaried(password)) return 'weakPassword'
  return isLongAndVaried(stripNames(password, getKnownNames(person))) ? null : 'namePassword'
}
/** True for at least `MIN_PASSWORD_LENGTH` characters, three of them different. */
const isLongAndVaried = (password: string): boolean =>
  password.length >= MIN_PASSWORD_LENGTH && new Set(password.toLowerCase()).size >= 3
