/** Texts of a certificate for PDF and Excel: labels in both languages, values with the decimals of their test index. */
import { roundTo } from '@/plant/rules/rounding'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { Translate } from '@/server/translations'
import type { Row } from '@/contract/resource'
import type { certificateAnnex } from '../contract/certificate'
import type { CertificateRow } from './compute-certificate'

/** Translate functions of both languages. */
export interface BilingualTranslate {
  readonly zh: Translate
  readonly en: Translate
}
export type CertificateAnnexRow = Row<typeof certificateAnnex>
export type CertificateLine = CertificateRow['lines'][number]
/** Returns a text in both languages, one after the other: `规格 Specification`. */
export const translateBoth = (
  { zh, en }: BilingualTranslate,
  key: string,
  params: Record<string, string | number> = {},
): string => `${zh(`certificates:document.${key}`, params)} ${en(`certificates:document.${key}`, params)}`
/** Joins the Chinese and English name by a line break; one name if they are equal or one is missing. */
export const joinBilingual = (zh: string | null, en: string | null): string =>
  zh && en && zh !== en ? `${zh}\n${en}` : (zh ?? en ?? '')

/** Formats a value with the decimals of its index, rounded by GB/T 8170; a dash for null. */
export const formatLineValue = (value: number | null, digits: number): string =>
  value === null ? '—' : roundTo(value, digits).toFixed(digits)
/** Formats kilograms with thousands separators, which both languages share. */
const formatKilograms = (kg: number): string => kg.toLocaleString('en-US', { maximumFractionDigits: 3 })
/** Formats a limit without rounding, i.e. with the decimals that the standard gives. */
const formatLimit = (value: number | null): string => (value === null ? '' : String(value))
/** Formats limits: `14.2 – 15.8`, `≥ 25`, `≤ 3`. */
export function formatLimitRange({ lsl, usl }: Pick<CertificateLine, 'lsl' | 'usl'>): string {
  if (lsl !== null && usl !== null) return `${formatLimit(lsl)} – ${formatLimit(usl)}`
  if (lsl !== null) return `≥ ${formatLimit(lsl)}`
  return usl !== null ? `≤ ${formatLimit(usl)}` : '—'
}

const getSeasonTextKey = (season: string): string => `standards:season.options.season.${season}`
/** Returns the plant day of issue; null for drafts. */
export const getIssueDay = (ctx: Context, { issuedAt }: CertificateRow): string | null =>
  issuedAt ? toPlantDay(ctx, issuedAt) : null
/** Builds the names and values of the head, in the order of the document. `issueDay` is a day of the plant. */
export function buildHeadPairs(
  row: CertificateRow,
  issueDay: string | null,
  translate: BilingualTranslate,
): [string, string][] {
  const formatDays = (from: string | null, to: string | null) =>
    from === to ? (from ?? '') : `${from ?? ''} – ${to ?? ''}`
  const pairs: [string, string][] = [
    ['number', row.number],
    ['issued', issueDay ?? ''],
    ['customer', joinBilingual(row.customer, row.customerEn)],
    ['purchaseOrder', row.purchaseOrder ?? ''],
    ['product', joinBilingual(row.product, row.productEn)],
    ['specification', joinBilingual(row.specification, row.specificationEn)],
    ['order', row.orderNumber],
    ['batch', row.batch ?? ''],
    [
      'quantity',
      `${row.rollCount} ${translateBoth(translate, 'rollsUnit')} / ${formatKilograms(row.quantityKg ?? 0)} kg`,
    ],
    [
      'standard',
      [
        row.standard,
        ...(row.season ? [translate.zh(getSeasonTextKey(row.season)), translate.en(getSeasonTextKey(row.season))] : []),
      ]
        .filter(Boolean)
        .join(' '),
    ],
    ['made', formatDays(row.madeFrom, row.madeTo)],
    ['tested', formatDays(row.testedFrom, row.testedTo)],
  ]
  return pairs.map(([key, value]) => [translateBoth(translate, key), value])
}
export const certificateColumns = [
  'item',
  'method',
  'unit',
  'limits',
  'n',
  'mean',
  'min',
  'max',
  'deviation',
  'result',
] as const
/** Builds the cells of one index, in the order of `certificateColumns`. */
export const buildLineCells = (line: CertificateLine, translate: BilingualTranslate): string[] => [
  joinBilingual(line.name, line.nameEn),
  line.method ?? '',
  line.unit ?? '',
  formatLimitRange(line),
  // DL: limit of detection.
  `${line.n}${line.below > 0 ? ` (+${line.below} < DL)` : ''}`,
  formatLineValue(line.mean, line.digits),
  formatLineValue(line.min, line.digits),
  formatLineValue(line.max, line.digits),
  formatLineValue(line.deviation, line.digits + 1),
  translateBoth(translate, line.judgement),
]
/** Builds the statements below the results: judgement, sampling, remarks, and conformity. */
export function buildStatements(
  row: CertificateRow,
  rolls: CertificateAnnexRow['rolls'],
  translate: BilingualTranslate,
): string[] {
  const conformsToStandard = row.lines.length > 0 && row.lines.every(({ judgement }) => judgement === 'pass')
  const downgradedNumbers = rolls.filter(({ grade }) => grade === 'downgraded').map(({ number }) => number)
  return [
    translateBoth(translate, 'judgedByRolls'),
    ...(row.sampling || row.samplingEn
      ? [`${translateBoth(translate, 'sampling')}: ${joinBilingual(row.sampling, row.samplingEn)}`]
      : []),
    ...row.remarks.map(({ text, textEn }) => joinBilingual(text, textEn)),
    conformsToStandard ? translateBoth(translate, 'conforms') : translateBoth(translate, 'withGaps'),
    ...(downgradedNumbers.length > 0
      ? [translateBoth(translate, 'downgraded', { numbers: downgradedNumbers.join(', ') })]
      : []),
    ...(row.concession ? [`${translateBoth(translate, 'concession')}: ${row.concession}`] : []),
  ]
}
