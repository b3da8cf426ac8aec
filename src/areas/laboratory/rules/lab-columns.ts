import { isUnit, splitHeading } from '@/contract/unit-table'

/**
 * Roles of the columns of a laboratory worksheet, guessed from headings. A person confirms them before anything is
 * stored.
 */
export const columnRoles = ['roll', 'lane', 'sample', 'testedAt', 'batch', 'retest', 'index', 'ignore'] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface CandidateIndex {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  readonly unit: string | null
}
export interface MappedColumn {
  column: number
  header: string
  role: ColumnRole
  indexId: string | null
  example: string | null
}
const rolePatterns: readonly (readonly [ColumnRole, RegExp])[] = [
  ['roll', /^(母?卷号|子卷号|卷|条码|roll( ?(no|number|id))?|jumbo( ?roll)?|barcode)$/],
  ['lane', /^(位置|幅|道|分幅|lane|position|pos)$/],
  ['sample', /^(样(品|本)?号?|试样号?|序号|编号|(sample|specimen)( ?no)?|no|#)$/],
  ['testedAt', /^(检测日期|检测时间|测试日期|测试时间|日期|时间|date|tested( at)?|time|test date)$/],
  ['batch', /^(批号|批次|检测批号|batch( ?no)?|lot)$/],
  ['retest', /^(复测|复检|retest)$/],
]
/** Removes units in brackets and punctuation: `克重 (g/m²)` becomes 克重. */
export const normalizeHeading = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{].*$/, '')
    .replace(/[_\s.:-]+/g, ' ')
    .trim()
const removeNumber = (heading: string): string => heading.replace(/[ #-]*\d+$/, '').trim()

/** Terms of laboratories and testers with the term of the standards (GB/T 24218, ISO 9073). */
const tradeTerms: readonly (readonly [RegExp, string])[] = [
  [/克重|定量|^gsm$|basis weight|grammage/g, '单位面积质量'],
  [/mass per unit area/g, '单位面积质量'],
  [/断裂|拉伸/g, ''],
  [/伸长率|延伸率/g, '伸长'],
  [/透气(率|量)/g, '透气性'],
  [/耐静水压|静水压力/g, '静水压'],
  [/tensile strength|breaking strength|strength at break/g, 'strength'],
  [/elongation at break/g, 'elongation'],
  [/hydrohead/g, 'hydrostatic head'],
]
const toStandardTerm = (heading: string): string =>
  tradeTerms.reduce((text, [pattern, term]) => text.replace(pattern, term), heading)
/** Returns a heading, the heading without its number, and without a unit that follows it unbracketed: `横向强力 N`. */
function listHeadingVariants(heading: string): string[] {
  const tokens = heading.split(' ')
  const unitStart = tokens.findIndex((_, i) => i > 0 && UNIT_PATTERN.test(tokens.slice(i).join(' ')))
  return [heading, removeNumber(heading), ...(unitStart > 0 ? [tokens.slice(0, unitStart).join(' ')] : [])]
}
/**
 * A unit after a heading: `n`, `n/50 mm`, `g/m2`, `%`. Any other word after a heading makes it a different quantity.
 */
const UNIT_PATTERN = /^(%|[ck]?n|[mk]?g|[μu]m|[cm]?m|m?s|k?pa|mbar|gsm|[cm]mh2o|l)(\/\S*)?( mm)?$/

/**
 * Proposes a role for each column. Several columns of one index are its samples: `克重1`, `克重2`. Ambiguous headings are
 * left to the person.
 */
export function proposeColumns(
  header: readonly string[],
  indexes: readonly CandidateIndex[],
  examples: readonly (string | null)[],
): MappedColumn[] {
  const indexIdByName = new Map<string, string>()
  const indexIdByTerm = new Map<string, string | null>()
  for (const { id, code, name, nameEn } of indexes)
    for (const label of [code, name, nameEn]) {
      if (!label) continue
      const normalized = normalizeHeading(label)
      indexIdByName.set(normalized, id)
      const termIndexId = indexIdByTerm.get(toStandardTerm(normalized))
      indexIdByTerm.set(toStandardTerm(normalized), termIndexId === undefined || termIndexId === id ? id : null)
    }
  const findIndexId = (heading: string): string | null => {
    for (const variant of listHeadingVariants(heading)) {
      const id = indexIdByName.get(variant) ?? indexIdByTerm.get(toStandardTerm(variant))
      if (id) return id
    }
    return null
  }
  return header.map((text, i) => {
    const heading = normalizeHeading(text)
    const role = rolePatterns.find(([, pattern]) => pattern.test(heading))?.[0]
    const indexId = indexIdByName.get(heading) ?? (role ? null : findIndexId(heading))
    return {
      column: i + 1,
      header: text,
      role: indexId ? ('index' as const) : (role ?? ('ignore' as const)),
      indexId,
      example: examples[i] ?? null,
    }
  })
}
/** Returns the key of a layout: worksheets with the same headings in the same order share it. */
export const toLayoutKey = (header: readonly string[]): string =>
  header.map(normalizeHeading).join(' | ').slice(0, 4000)

/** Text in brackets that is not a unit: direction, statistic, sample number or standard. */
const REMARK_PATTERN =
  /^(md|cd|avg|mean|average|max|min|median|cv|sd|n ?=.*|no\.? ?\d*|#?\d+|(iso|gb|gb\/t|astm|edana|nwsp|wsp|din|fz\/t)[ /\d].*)$/i
/** Returns the unit of a heading, in brackets or after it: `克重 (kg/m²)`, `横向强力 cN`; null without one. */
export function parseHeadingUnit(header: string): string | null {
  const { label, unit } = splitHeading(header)
  if (unit !== null) return REMARK_PATTERN.test(unit) || (/\p{Script=Han}/u.test(unit) && !isUnit(unit)) ? null : unit
  const tokens = label.toLowerCase().split(/\s+/)
  const unitStart = tokens.findIndex((_, i) => i > 0 && UNIT_PATTERN.test(tokens.slice(i).join(' ')))
  return unitStart > 0 ? label.split(/\s+/).slice(unitStart).join(' ') : null
}
