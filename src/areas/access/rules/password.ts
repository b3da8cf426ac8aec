export const PASSWORD_MINIMUM = 8
/**
 * Guesses that a password has to withstand, as a power of ten: what is tried against a sign-in that slows down (zxcvbn calls
 * less "very guessable"). NIST SP 800-63B 5.1.1.2 asks that commonly used passwords are refused.
 */
export const GUESSES_LOG10 = 6

/** What stands for what in passwords, each letter of one sort as one sign: `1`, `!`, `|` and `l` as `i`. */
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
/** Shorter ones stand in many a word; two Chinese characters are a name. */
const isName = (part: string): boolean => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3)
/** A name as a whole, without what parts it, and its parts: `Zhang Wei`, `ZhangWei` and `zhang.wei88` have the same. */
const partsOf = (name: string): string[] => [
  name,
  name.replace(/[^\p{L}\p{N}]+/gu, ''),
  ...name.split(/[^\p{L}\p{N}]+/u),
  ...name.split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u),
]
const placeOf = (signs: readonly string[], name: readonly string[]): number =>
  signs.findIndex((_, at) => name.every((sign, i) => signs[at + i] === sign))

/**
 * A password without its person's names, whole or in parts, forwards or backwards, in whatever letters: what is left has to be
 * good enough by itself, for the names are known to everybody. `Zhangwei@2026` of Zhang Wei leaves `@2026`.
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

/** Who a password is for, as far as it is known where the password is set. */
export interface Named {
  readonly userName?: string | null
  readonly accountName?: string | null
  readonly accountNameEn?: string | null
  readonly nickname?: string | null
  readonly phone?: string | null
}
/** What others know of a person and a guesser would begin with. */
export const namesOf = ({ userName, accountName, accountNameEn, nickname, phone }: Named): string[] =>
  [userName, accountName, accountNameEn, nickname, phone].filter((name) => !!name) as string[]

/**
 * What is wrong with the form of a new password: too short or of too few signs, or little more than its person's names. How common it
 * is, the server judges.
 */
export function passwordProblem(password: string, person: Named): 'weakPassword' | 'namePassword' | null {
  if (!isSound(password)) return 'weakPassword'
  return isSound(withoutNames(password, namesOf(person))) ? null : 'namePassword'
}
const isSound = (password: string): boolean =>
  password.length >= PASSWORD_MINIMUM && new Set(password.toLowerCase()).size >= 3
