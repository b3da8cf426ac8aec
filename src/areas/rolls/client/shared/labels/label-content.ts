import type { ResourceKey } from 'i18next'
import { buildLabelText } from '@/plant/rules/label'

export type RollLabelKind = 'jumboRoll' | 'slitRoll' | 'package'
export type LabelSize = 'roll' | 'a6'
/** Paper sizes, mm. */
export const paperSizes: Readonly<Record<LabelSize, { width: number; height: number }>> = {
  roll: { width: 100, height: 60 },
  a6: { width: 105, height: 148 },
}

/** Data of a roll or package for its label. */
export interface LabelData {
  readonly kind: RollLabelKind
  readonly number: string
  readonly copy: boolean
  readonly product: string
  /** Product names; each is printed on its own line. */
  readonly names: readonly string[]
  readonly order: string
  readonly line: string
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
  readonly kg: number | null
  /** False if `kg` is the expected mass; the label then prints the word for expected mass. */
  readonly weighed: boolean
  readonly grade: string
  /** Formatted day, time, shift and team. */
  readonly made: string
  /** Lane and metres in the jumbo; slit rolls only. */
  readonly place: string | null
  /** Customer and number of rolls; packages only. */
  readonly customer?: string
  readonly rolls?: number
  /** Number of rolls that are not good; packages only. */
  readonly notGood?: number
}
/** Words of a label in both languages, because readers outside the plant cannot choose a language. */
export interface LabelWords {
  word(key: string): string
  grade(key: string): string
}

/** Content of a label: code, heading, and lines of a word and a value. */
export interface LabelText {
  qr: string
  number: string
  kind: string
  copy: string | null
  lines: readonly { word: string; value: string; big?: boolean }[]
}

/** Builds the content of a label. Omits empty lines. */
export function composeLabelText(roll: LabelData, words: LabelWords): LabelText {
  const specification = [
    roll.gsm !== null && `${roll.gsm} g/m²`,
    roll.widthMm !== null && `${roll.widthMm} mm`,
    roll.lengthM !== null && `${roll.lengthM} m`,
  ]
    .filter(Boolean)
    .join(' × ')
  const lines = [
    { word: words.word('product'), value: roll.product },
    ...roll.names.map((name) => ({ word: '', value: name })),
    { word: words.word('customer'), value: roll.customer ?? '' },
    { word: words.word('spec'), value: specification },
    { word: words.word('rolls'), value: roll.rolls === undefined ? '' : String(roll.rolls), big: true },
    {
      word: words.word(roll.weighed ? 'net' : 'expected'),
      value: roll.kg === null ? '–' : `${roll.kg.toFixed(1)} kg`,
      big: true,
    },
    { word: words.word('order'), value: roll.order },
    { word: words.word('line'), value: roll.line },
    { word: words.word('made'), value: roll.made },
    roll.notGood
      ? { word: words.word('grade'), value: `${words.grade('downgraded')} × ${roll.notGood}`, big: true }
      : { word: words.word('grade'), value: words.grade(roll.grade) },
    ...(roll.place ? [{ word: words.word('place'), value: roll.place }] : []),
  ]
  return {
    qr: buildLabelText(roll.kind, roll.number),
    number: roll.number,
    kind: words.word(roll.kind),
    copy: roll.copy ? words.word('copy') : null,
    lines: lines.filter((line) => line.value !== ''),
  }
}

/** Texts of one language: those of the area `rolls`, and those of the contract, which contain the grades. */
export interface LabelTexts {
  readonly rolls: ResourceKey
  readonly contract: ResourceKey
}
/** Builds label words from the texts of the two languages. */
export function buildLabelWords(zh: LabelTexts, en: LabelTexts): LabelWords {
  const getBilingualText = (namespace: keyof LabelTexts, path: readonly string[]): string =>
    [...new Set([getText(zh[namespace], path), getText(en[namespace], path)])].filter(Boolean).join(' ')
  return {
    word: (key) => getBilingualText('rolls', ['pages', 'labels', 'words', key]),
    grade: (key) => getBilingualText('contract', ['options', 'grade', key]),
  }
}
function getText(texts: unknown, path: readonly string[]): string {
  const text = path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined),
    texts,
  )
  return typeof text === 'string' ? text : ''
}
