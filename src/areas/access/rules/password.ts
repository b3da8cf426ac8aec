/** Minimum length in UTF-16 code units. */
export const PASSWORD_MINIMUM = 8
/**
 * Guesses that a password must withstand, as a power of ten, against a throttled sign-in (zxcvbn calls less "very
 * guessable"). NIST SP 800-63B 5.1.1.2 requires that commonly used passwords are refused.
 */
export const GUESSES_LOG10 = 6

/** Common substitutions in passwords. Lookalikes map to one letter, e.g. `1`, `!`, `|` and `l` to `i`. */
const alike: Readonly<Record<string, string>> = {
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
const plainOf = (text: string): string[] =>
  [...text].map((sign) => {
    const small = sign.toLowerCase()
    return alike[small] ?? ([...small].length === 1 ? small : sign)
  })
/** Two Chinese characters are a name. In other scripts, parts of fewer than three characters occur in many words. */
const isName = (part: string): boolean => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3)
/**
 * Splits a name into the whole, the whole without separators, and its parts: the same for `Zhang Wei`, `ZhangWei` and
 * `zhang.wei88`.
 */
const partsOf = (name: string): string[] => [
  name,
  name.replace(/[^\p{L}\p{N}]+/gu, ''),
  ...name.split(/[^\p{L}\p{N}]+/u),
  ...name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u),
]
const placeOf = (signs: readonly string[], name: readonly string[]): number =>
  signs.findIndex((_, at) => name.every((sign, i) => signs[at + i] === sign))

/**
 * Removes the owner's names from a password, whole or in parts, in either direction, ignoring case and lookalikes.
 * Names are public, so the remainder must be strong enough by itself. `Zhangwei@2026` of Zhang Wei leaves `@2026`.
 */
export function withoutNames(password: string, names: readonly string[]): string {
  const parts = [...new Set(names.flatMap(partsOf))].filter(isName).map(plainOf)
  const searched = [...parts, ...parts.map((part) => part.toReversed())].sort((a, b) => b.length - a.length)
  let left = [...password]
  for (const part of searched)
    for (let at = placeOf(plainOf(left.join('')), part); at >= 0; at = placeOf(plainOf(left.join('')), part))
      left = left.toSpliced(at, part.length)
  return left.join('')
}

/** Names of the password's owner that are known where the password is set. */
export interface Named {
  readonly userName?: string | null
  readonly accountName?: string | null
  readonly accountNameEn?: string | null
  readonly nickname?: string | null
  readonly phone?: string | null
}
/** Returns the public names of a person, which a guesser tries first. */
export const namesOf = ({ userName, accountName, accountNameEn, nickname, phone }: Named): string[] =>
  [userName, accountName, accountNameEn, nickname, phone].filter((name) => !!name) as string[]

/**
 * Returns a problem in the form of a new password: too short, too few different characters, or little more than its
 * owner's names. The server also checks how common it is.
 */
export function passwordProblem(password: string, person: Named): 'weakPassword' | 'namePassword' | null {
  if (!isSound(password)) return 'weakPassword'
  return isSound(withoutNames(password, namesOf(person))) ? null : 'namePassword'
}
const isSound = (password: string): boolean =>
  password.length >= PASSWORD_MINIMUM && new Set(password.toLowerCase()).size >= 3
