/** Text of a certificate for PDF and Excel: labels in both languages, values with the decimals of their index. */
import { roundTo } from '@/plant/rules/rounding'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { Translate } from '@/server/translations'
import type { Row } from '@/contract/resource'
import type { certificateAnnex } from '../contract/certificate'
import type { CertificateRow } from './compute'

/** Translate functions of both languages. */
export interface Words {
  readonly zh: Translate
  readonly en: Translate
}
export type Annex = Row<typeof certificateAnnex>
export type Line = CertificateRow['lines'][number]
/** Returns a text in both languages, one after the other: `规格 Specification`. */
export const both = ({ zh, en }: Words, key: string, params: Record<string, string | number> = {}): string =>
  `${zh(`certificates:document.${key}`, params)} ${en(`certificates:document.${key}`, params)}`
/** Joins the Chinese and English name by a line break; one name if they are equal or one is missing. */
export const twice = (zh: string | null, en: string | null): string =>
  zh && en && zh !== en ? `${zh}\n${en}` : (zh ?? en ?? '')

/** Formats a value with the decimals of its index, rounded by GB/T 8170; a dash for null. */
export const figure = (value: number | null, digits: number): string =>
  value === null ? '—' : roundTo(value, digits).toFixed(digits)
/** Formats with thousands separators, which both languages share. */
const kilograms = (kg: number): string => kg.toLocaleString('en-US', { maximumFractionDigits: 3 })
/** Formats a limit with the decimals of the standard. */
const limit = (value: number | null): string => (value === null ? '' : String(value))
/** Formats limits: `14.2 – 15.8`, `≥ 25`, `≤ 3`. */
export function range({ lsl, usl }: Pick<Line, 'lsl' | 'usl'>): string {
  if (lsl !== null && usl !== null) return `${limit(lsl)} – ${limit(usl)}`
  return lsl !== null ? `≥ ${limit(lsl)}` : usl !== null ? `≤ ${limit(usl)}` : '—'
}

const seasonKey = (season: string): string => `standards:season.options.season.${season}`
/** Returns the plant day of issue; null for drafts. */
export const issuedOn = (ctx: Context, { issuedAt }: CertificateRow): string | null =>
  issuedAt ? toPlantDay(ctx, issuedAt) : null
/** Builds the names and values of the head, in the order of the document. `issueDay` is a day of the plant. */
export function headPairs(row: CertificateRow, issuedOn: string | null, words: Words): [string, string][] {
  const days = (from: string | null, to: string | null) => (from === to ? (from ?? '') : `${from ?? ''} – ${to ?? ''}`)
  const pairs: [string, string][] = [
    ['number', row.number],
    ['issued', issuedOn ?? ''],
    ['customer', twice(row.customer, row.customerEn)],
    ['purchaseOrder', row.purchaseOrder ?? ''],
    ['product', twice(row.product, row.productEn)],
    ['specification', twice(row.specification, row.specificationEn)],
    ['order', row.orderNumber],
    ['batch', row.batch ?? ''],
    ['quantity', `${row.rollCount} ${both(words, 'rollsUnit')} / ${kilograms(row.quantityKg ?? 0)} kg`],
    [
      'standard',
      [row.standard, ...(row.season ? [words.zh(seasonKey(row.season)), words.en(seasonKey(row.season))] : [])]
        .filter(Boolean)
        .join(' '),
    ],
    ['made', days(row.madeFrom, row.madeTo)],
    ['tested', days(row.testedFrom, row.testedTo)],
  ]
  return pairs.map(([key, value]) => [both(words, key), value])
}
export const columns = ['item', 'method', 'unit', 'limits', 'n', 'mean', 'min', 'max', 'deviation', 'result'] as const
/** Builds the cells of one index, in the order of `certificateColumns`. */
export const cellsOf = (line: Line, words: Words): string[] => [
  twice(line.name, line.nameEn),
  line.method ?? '',
  line.unit ?? '',
  range(line),
  `${line.n}${line.below > 0 ? ` (+${line.below} < DL)` : ''}`,
  figure(line.mean, line.digits),
  figure(line.min, line.digits),
  figure(line.max, line.digits),
  figure(line.deviation, line.digits + 1),
  both(words, line.judgement),
]
/** Builds the statements below the results: judgement, sampling, remarks, and conformity. */
export function statements(row: CertificateRow, rolls: Annex['rolls'], words: Words): string[] {
  const passes = row.lines.length > 0 && row.lines.every(({ judgement }) => judgement === 'pass')
  const worse = rolls.filter(({ grade }) => grade === 'downgraded').map(({ number }) => number)
  return [
    both(words, 'judgedByRolls'),
    ...(row.sampling || row.samplingEn ? [`${both(words, 'sampling')}: ${twice(row.sampling, row.samplingEn)}`] : []),
    ...row.remarks.map(({ text, textEn }) => twice(text, textEn)),
    passes ? both(words, 'conforms') : both(words, 'withGaps'),
    ...(worse.length > 0 ? [both(words, 'downgraded', { numbers: worse.join(', ') })] : []),
    ...(row.concession ? [`${both(words, 'concession')}: ${row.concession}`] : []),
  ]
}
