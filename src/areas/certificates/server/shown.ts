/** A certificate as it is read: words in both languages, figures with the decimals of their index. */
import { roundTo } from '@/plant/rules/rounding'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { Translate } from '@/server/translations'
import type { Row } from '@/contract/resource'
import type { certificateAnnex } from '../contract/certificate'
import type { CertificateRow } from './compute'

/** The words of both languages, one after the other: `规格 Specification`. */
export interface Words {
  readonly zh: Translate
  readonly en: Translate
}
export type Annex = Row<typeof certificateAnnex>
export type Line = CertificateRow['lines'][number]
export const both = ({ zh, en }: Words, key: string, params: Record<string, string | number> = {}): string =>
  `${zh(`certificates:document.${key}`, params)} ${en(`certificates:document.${key}`, params)}`
/** Two names of one thing; one where they are alike or one is missing. */
export const twice = (zh: string | null, en: string | null): string =>
  zh && en && zh !== en ? `${zh}\n${en}` : (zh ?? en ?? '')

/** A value with the decimals of its index, by GB/T 8170; a dash where there is none. */
export const figure = (value: number | null, digits: number): string =>
  value === null ? '—' : roundTo(value, digits).toFixed(digits)
/** Grouped as both languages do. */
const kilograms = (kg: number): string => kg.toLocaleString('en-US', { maximumFractionDigits: 3 })
/** A limit as the standard writes it. */
const limit = (value: number | null): string => (value === null ? '' : String(value))
/** `14.2 – 15.8`, `≥ 25`, `≤ 3`. */
export function range({ lsl, usl }: Pick<Line, 'lsl' | 'usl'>): string {
  if (lsl !== null && usl !== null) return `${limit(lsl)} – ${limit(usl)}`
  return lsl !== null ? `≥ ${limit(lsl)}` : usl !== null ? `≤ ${limit(usl)}` : '—'
}

const seasonKey = (season: string): string => `standards:season.options.season.${season}`
/** The plant's day on which it was issued; null before. */
export const issuedOn = (ctx: Context, { issuedAt }: CertificateRow): string | null =>
  issuedAt ? toPlantDay(ctx, issuedAt) : null
/** Names and values of the head, in the order of the document. `issuedOn`: the plant's day of it. */
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
/** One index as cells, in the order of `columns`. */
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
/** What stands under the results: how it was judged and sampled, remarks, and what the whole says. */
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
