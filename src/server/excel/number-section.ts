/** The sections of a number format and how they display a number (ECMA-376, 18.8.31). */
import { toHalfWidth } from '@/contract/unit-table'

/** The parts that a number format adds to the display of a number. */
export interface NumberDisplay {
  readonly isPercent: boolean
  /** The displayed text, if it says more than the number: `00001234`, `P-0012`, `30%`. */
  readonly text?: string
  /** The displayed words without the number, e.g. `t`, `¥/kg` or `约…吨`; usually a unit. */
  readonly word?: string
  /** Divisor of the displayed number: 1000 for `0.0,`. */
  readonly divisor: number
  /** The number is displayed as a fraction: `1/3`. */
  readonly isFraction?: boolean
  /** The number is displayed with an exponent: `1.20E+04`. */
  readonly isScientific?: boolean
}
/** One section of a number format, e.g. the section for negative numbers. */
export interface FormatSection {
  /** The section applies to these numbers only. */
  readonly condition: ((number: number) => boolean) | null
  /** Digit places and signs without literal text: `#,##0.0,%`. `G` stands for General or `@`, `E` for an exponent. */
  readonly places: string
  /** Literal texts, each with the index of the place that follows it. */
  readonly texts: readonly { readonly index: number; readonly text: string }[]
  /** The section displays nothing at all, or blanks only. */
  readonly isBlank: boolean
  /** The section displays texts: it contains `@`. */
  readonly showsText: boolean
}

const PIECE_PATTERN =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|[_*].|\[(?<bracket>[^\]]*)\]|(?<general>general|G\/通用格式|@)|(?<exponent>E[+-])|(?<place>[0#?.,%])|(?<bare>.)/giu
const SECTION_PATTERN = /(?:"[^"]*"|\\.|[_*].|\[[^\]]*\]|[^;"\\])+|(?<=^|;)(?=;|$)/gu

/** Parses the sections of a format code, which semicolons separate. */
export const parseSections = (code: string): FormatSection[] =>
  [...code.matchAll(SECTION_PATTERN)].map(([text]) => parseSection(text))
function parseSection(code: string): FormatSection {
  let condition: FormatSection['condition'] = null
  let showsText = false
  let places = ''
  const texts: { index: number; text: string }[] = []
  for (const { groups = {} } of code.matchAll(PIECE_PATTERN)) {
    const { quoted, escaped, bracket, general, exponent, place, bare } = groups
    if (bracket !== undefined) condition = parseCondition(bracket) ?? condition
    const text = bracket === undefined ? (quoted ?? escaped ?? bare) : parseCurrency(bracket)
    if (text) texts.push({ index: places.length, text })
    if (general === '@') showsText = true
    places += general ? 'G' : exponent ? 'E' : (place ?? '')
  }
  return { condition, places, texts, isBlank: code.replace(BLANK_PIECE_PATTERN, '') === '', showsText }
}
/** Pieces of a section that display a blank; colors do not hide a number. */
const BLANK_PIECE_PATTERN = /"\s*"|\\\s|[_*].|\s/gu
const comparisons: Readonly<Record<string, (number: number, limit: number) => boolean>> = {
  '<': (number, limit) => number < limit,
  '<=': (number, limit) => number <= limit,
  '>': (number, limit) => number > limit,
  '>=': (number, limit) => number >= limit,
  '=': (number, limit) => number === limit,
  '<>': (number, limit) => number !== limit,
}
function parseCondition(bracket: string): FormatSection['condition'] {
  const [, sign = '', limit = ''] = /^([<>=]{1,2})\s*(-?[\d.]+)$/.exec(bracket) ?? []
  const compare = comparisons[sign]
  return compare ? (number) => compare(number, Number(limit)) : null
}
/** Returns the currency sign of `[$€-407]`, where 407 is a locale; empty for colors and the like. */
function parseCurrency(bracket: string): string {
  const [, sign = '', locale = ''] = /^\$([^-]*)(?:-(.*))?$/.exec(bracket) ?? []
  // Japan writes the yen with the sign of the yuan.
  return /[¥￥]/.test(sign) && /411$|ja/i.test(locale) ? 'JPY' : sign
}

/** Selects the section that displays a number: by its condition, else by the sign of the number. */
export function selectSection(sections: readonly FormatSection[], number: number): FormatSection | undefined {
  const numberSections = sections.slice(0, 3).filter(({ showsText }, i) => i === 0 || !showsText)
  if (numberSections.some(({ condition }) => condition)) {
    const remainingSections = numberSections.filter(({ condition }) => !condition)
    return (
      numberSections.find(({ condition }) => condition?.(number)) ??
      (number < 0 ? remainingSections[0] : remainingSections.at(-1))
    )
  }
  const [positive, negative, zero] = numberSections
  return number < 0 ? (negative ?? positive) : number === 0 ? (zero ?? positive) : positive
}

/**
 * True if a format displays nothing for a number, as `;;;` does. Formats that leave zeros empty are common, and a zero
 * hides no information.
 */
export const isNumberHidden = (sections: readonly FormatSection[], number: number): boolean =>
  number !== 0 && sections.length > 1 && (selectSection(sections, number)?.isBlank ?? false)
/** Returns the section for texts: the fourth, or in a shorter format the last if it contains `@`. */
function findTextSection(sections: readonly FormatSection[]): FormatSection | undefined {
  const lastSection = sections.at(-1)
  return sections[3] ?? (lastSection?.showsText ? lastSection : undefined)
}
/**
 * True if a format does not display a text: its section for texts is blank or has only words of its own. In the fourth
 * section, `General` displays texts like `@`.
 */
export function isTextHidden(sections: readonly FormatSection[]): boolean {
  const section = findTextSection(sections)
  return section !== undefined && !section.places.includes('G')
}
/** Returns a text as the format displays it: `"RM-"@` displays 001 as RM-001. */
export function formatText(sections: readonly FormatSection[], text: string): string {
  const section = findTextSection(sections)
  if (!section || section.texts.every((literal) => literal.text.trim() === '')) return text
  const { places, texts } = section
  const toTextBefore = (index: number) =>
    texts
      .filter((literal) => literal.index === index)
      .map((literal) => literal.text)
      .join('')
  return [...places].map((_, index) => toTextBefore(index) + text).join('') + toTextBefore(places.length)
}

/** Describes how a section displays a number; null if it adds nothing but thousands separators and rounding. */
export function describeNumber(section: FormatSection, number: number): NumberDisplay | null {
  const { places, texts } = section
  const [integerPlaces = '', decimalPlaces = ''] = places.split('.')
  const divisor = 1000 ** (countEndCommas(integerPlaces) + countEndCommas(decimalPlaces))
  const isPercent = places.includes('%')
  if (hasFractionBar(section))
    return Number.isInteger(number) ? null : { isPercent: false, divisor: 1, isFraction: true }
  const word = joinWords(section, number)
  const isScientific = places.includes('E')
  const isPadded =
    !isScientific && (countZeros(integerPlaces) > 1 || (countZeros(decimalPlaces) > 0 && !integerPlaces.includes(',')))
  if (!word && !isPercent && divisor === 1 && !isPadded && !isScientific) return null
  const text = divisor === 1 && number >= 0 && texts.length + places.length > 0 ? formatNumber(section, number) : null
  return {
    isPercent,
    divisor,
    ...(text ? { text } : {}),
    ...(word ? { word } : {}),
    ...(isScientific ? { isScientific } : {}),
  }
}
/** True for a slash between places of digits: `# ?/?`, `# ??/16`. */
const hasFractionBar = ({ places, texts }: FormatSection): boolean =>
  texts.some(({ index, text }) => /^\s*\/[\s\d]*$/.test(text) && /[0#?]/.test(places.slice(0, index)))
const countZeros = (places: string): number => places.split('0').length - 1
const countEndCommas = (places: string): number => /,*(?=%*$)/.exec(places)![0].length

/** Returns the characters that only show the sign of the number. */
function getPlainSigns(number: number): string {
  if (number > 0) return '+'
  return number < 0 ? '-−+()' : '-−+'
}
/** Joins the words around the number. `…` replaces the number if the words before and after it do not form one unit. */
function joinWords({ places, texts }: FormatSection, number: number): string {
  const firstDigit = places.search(/[0#?G]/)
  const endOfDigits = places.search(/[^0#?G]*$/)
  const join = (isWanted: (index: number) => boolean) =>
    toHalfWidth(
      texts
        .filter(({ index }) => isWanted(index))
        .map(({ text }) => text)
        .join(''),
    )
  const plainSigns = getPlainSigns(number)
  const isPlain = (character: string) => character === ' ' || plainSigns.includes(character)
  const trim = (text: string) => {
    const characters = [...text]
    const first = characters.findIndex((character) => !isPlain(character))
    const last = characters.findLastIndex((character) => !isPlain(character))
    return first < 0 ? '' : characters.slice(first, last + 1).join('')
  }
  if (firstDigit < 0) return trim(join(() => true))
  const prefix = trim(join((index) => index <= firstDigit))
  const suffix = trim(join((index) => index >= endOfDigits))
  const middle = join((index) => index > firstDigit && index < endOfDigits).trim()
  // A slash in the middle belongs to a fraction: 2 3/4.
  if (middle && middle !== '/') return [prefix, middle, suffix].filter(Boolean).join('…')
  return prefix && suffix && !suffix.startsWith('/') ? `${prefix}…${suffix}` : prefix + suffix
}

/** Formats a number that is not negative as the section displays it; null if the section is not understood. */
function formatNumber({ places, texts }: FormatSection, number: number): string | null {
  if (places.includes('E')) return null
  const [integerPlaces = '', decimalPlaces = ''] = places.split('.')
  const digits = formatFixed(places.includes('%') ? number * 100 : number, countZeros(decimalPlaces))
  if (!/^[\d.]+$/.test(digits)) return null
  const [integerDigits = '', decimals] = digits.split('.')
  const isGrouped = /,[0#?]/.test(integerPlaces) && !places.includes('%')
  const remainingDigits = [...(isGrouped ? integerDigits.replace(/\B(?=(\d{3})+$)/g, ',') : integerDigits)]
  const firstPlace = integerPlaces.search(/[0#?]/)
  const lastPlace = integerPlaces.search(/[0#?][^0#?]*$/)
  const placeTexts = [...places]
    .map((place, i) => ({ place, i }))
    .toReversed()
    .map(({ place, i }) => {
      if (place === '%') return '%'
      if (place === 'G') return digits
      if (i >= integerPlaces.length || !/[0#?]/.test(place)) return ''
      // The first place takes all remaining digits; the number may have more digits than the format has places.
      const placeDigits =
        i === firstPlace || isGrouped ? remainingDigits.splice(0).join('') : (remainingDigits.pop() ?? '')
      const paddedDigits = placeDigits || (place === '0' && !isGrouped ? '0' : '')
      return i === lastPlace && decimals !== undefined ? `${paddedDigits}.${decimals}` : paddedDigits
    })
    .toReversed()
  const textsBefore = (index: number) =>
    texts
      .filter((text) => text.index === index)
      .map(({ text }) => text)
      .join('')
  return [...placeTexts.map((text, i) => textsBefore(i) + text), textsBefore(places.length)].join('').trim()
}
/** Formats a number with this many decimals, or with all its decimals if there are more. */
function formatFixed(number: number, places: number): string {
  const text = String(Number(number.toPrecision(15)))
  return (text.split('.')[1]?.length ?? 0) > places ? text : Number(text).toFixed(places)
}
