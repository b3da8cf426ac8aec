import { getUnitFactor, isUnit, isUnitLike, splitHeading } from '@/contract/unit-table'

/** Roles of worksheet columns. They are guessed from the headings, and a person confirms them before an import. */
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
const removeTrailingNumber = (heading: string): string => heading.replace(/[ #-]*\d+$/, '').trim()

/** Terms that laboratories and testers use, each with the term of the standards (GB/T 24218, ISO 9073). */
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
/** True if a heading names the index and nothing else but its unit: no number or side that tells samples apart. */
export function isBareIndexName(header: string, { name, nameEn }: Pick<CandidateIndex, 'name' | 'nameEn'>): boolean {
  const terms = [name, nameEn].flatMap((label) => (label ? toStandardTerm(normalizeHeading(label)) : []))
  const [heading, , headingWithoutUnit = heading] = listHeadingVariants(normalizeHeading(header))
  return [heading, headingWithoutUnit].some((variant) => terms.includes(toStandardTerm(variant ?? '')))
}
/** Lists a heading, the heading without its trailing number, and the heading without an unbracketed unit: `横向强力 N`. */
function listHeadingVariants(heading: string): string[] {
  const tokens = heading.split(' ')
  const unitStart = tokens.findIndex((_, i) => i > 0 && UNIT_PATTERN.test(tokens.slice(i).join(' ')))
  return [heading, removeTrailingNumber(heading), ...(unitStart > 0 ? [tokens.slice(0, unitStart).join(' ')] : [])]
}
/**
 * A unit after a heading: `n`, `n/50 mm`, `g/m2`, `%`. Any other word after a heading makes it a different quantity.
 */
const UNIT_PATTERN = /^(%|[ck]?n|[mk]?g|[μu]m|[cm]?m|m?s|k?pa|mbar|gsm|[cm]mh2o|l)(\/\S*)?( mm)?$/

/**
 * Proposes a role for each column. Several columns of one index are its samples: `克重1`, `克重2`. Columns of statistics or
 * limits and ambiguous headings get the role `ignore`, which a person can change.
 */
export function proposeColumns(
  header: readonly string[],
  indexes: readonly CandidateIndex[],
  examples: readonly (string | null)[],
): MappedColumn[] {
  const indexIdByName = new Map<string, string>()
  // Null for a term that several indexes share.
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
  const columns = header.map((text, i): MappedColumn => {
    const heading = normalizeHeading(text)
    const role = rolePatterns.find(([, pattern]) => pattern.test(heading))?.[0]
    const indexId = indexIdByName.get(heading) ?? (role ? null : findIndexId(heading))
    return {
      column: i + 1,
      header: text,
      role: indexId ? 'index' : (role ?? 'ignore'),
      indexId,
      example: examples[i] ?? null,
    }
  })
  return ignoreColumnsWithUnclearRemark(
    ignoreStatisticColumns(columns, new Map(indexes.map((index) => [index.id, index]))),
  )
}
/**
 * Gives the role `ignore` to columns with a remark in the heading if another column of the same index has no remark:
 * 克重（上次） beside 克重 is hardly another sample. If all columns have a remark, as in 克重（左） and 克重（右）, they are samples.
 */
function ignoreColumnsWithUnclearRemark(columns: readonly MappedColumn[]): MappedColumn[] {
  const plainIndexIds = new Set(
    columns.flatMap(({ header, indexId }) => (indexId && !hasUnclearRemark(header) ? [indexId] : [])),
  )
  return columns.map((column) =>
    column.indexId && plainIndexIds.has(column.indexId) && hasUnclearRemark(column.header)
      ? { ...column, role: 'ignore', indexId: null }
      : column,
  )
}
/** True if a heading has a Chinese remark in brackets that is neither a unit nor a known description of the sample. */
const hasUnclearRemark = (header: string): boolean =>
  splitBrackets(header).remarks.some(
    (remark) =>
      /\p{Script=Han}/u.test(remark) && !isUnit(toStandardUnit(remark)) && !SAMPLE_REMARK_PATTERN.test(remark),
  )
/** Returns the key of a layout: worksheets with the same headings in the same order share it. */
export const toLayoutKey = (header: readonly string[]): string =>
  header.map(normalizeHeading).join(' | ').slice(0, 4000)

/** Kind of a column that contains statistics or limits of an index instead of single values. */
export type ColumnStatistic = 'mean' | 'statistic' | 'limit'
const STATISTIC_PATTERNS: readonly (readonly [ColumnStatistic, RegExp])[] = [
  ['mean', /^(平均值?|均值|平均数|avg\.?|average|mean|x̄|xbar)$/],
  [
    'statistic',
    /^(cv ?%?|变异系数|离散系数|不匀率|sd|s\.d\.|std\.?( ?dev\.?)?|stdev\.?|standard deviation|标准偏?差|偏差|方差|极差|range|max(imum)?\.?|min(imum)?\.?|最大值?|最小值?|最高值?|最低值?|median|中位数|中值|合计|总和|sum|total|cpk?|ppk?|合格率|判定|结果判定|结论)$/,
  ],
  [
    'limit',
    /^(标准值?|标称值?|目标值?|指标值?|要求值?|设定值?|规格值?|公差|允差|控制限|(规格|控制)?[上下]限值?|standard|target|nominal|spec(ification)?|set ?point|setting|tolerance|limits?|(upper|lower)( (spec(ification)?|control))?( limit)?|usl|lsl|ucl|lcl)$/,
  ],
]
/** Statistics that follow an unbracketed heading: 克重平均值, `GSM mean`. */
const STATISTIC_ENDING =
  /(?:平均值?|均值|变异系数|标准偏?差|极差|最大值|最小值|中位数|标准值|标称值|目标值|[上下]限值?|[\s_-](?:avg|average|mean|cv|sd|std|stdev|standard deviation|max|min|maximum|minimum|median|target|nominal|usl|lsl|ucl|lcl))$/
const toStatistic = (text: string): ColumnStatistic | null =>
  STATISTIC_PATTERNS.find(([, pattern]) => pattern.test(text.toLowerCase()))?.[0] ?? null
/** Splits a heading into its label and the texts in its brackets: `克重 (平均值, g/m²)` has two. */
function splitBrackets(header: string): { label: string; remarks: string[] } {
  const text = header.normalize('NFKC').trim()
  // A unit may contain brackets: `L/(m²·s)`.
  const bracketPattern = /[([{【〔]((?:[^()[\]{}【】〔〕]|\([^()]*\))*)[)\]}】〕]/g
  const remarks = [...text.matchAll(bracketPattern)].flatMap(([, content = '']) => content.split(/[,;、]/))
  return {
    label: text.replace(bracketPattern, ' ').trim(),
    remarks: remarks.map((remark) => remark.trim()).filter(Boolean),
  }
}
const isTimeUnit = (unit: string | null | undefined): boolean =>
  typeof unit === 'string' && unit !== '' && getUnitFactor('min', unit) !== null
const isMinute = (text: string, indexUnit: string | null): boolean => /^(min|分)$/i.test(text) && isTimeUnit(indexUnit)
/**
 * Returns the statistic or limit that a heading names; null for a column of single values. `（min）` is a unit if the
 * index is a time.
 */
export function findStatistic(header: string, indexUnit: string | null = null): ColumnStatistic | null {
  const { label, remarks } = splitBrackets(header)
  for (const remark of remarks) {
    const statistic = isMinute(remark, indexUnit) ? null : toStatistic(remark)
    if (statistic) return statistic
  }
  const ending = STATISTIC_ENDING.exec(label.toLowerCase())?.[0].replace(/^[\s_-]/, '')
  return ending === undefined || isMinute(ending, indexUnit) ? null : toStatistic(ending)
}

/** Text in brackets that describes the sample and is not a unit: direction, sample number or standard. */
const SAMPLE_REMARK_PATTERN =
  /^(md|cd|n ?=.*|no\.? ?\d*|#?\d+|\*|required|optional|(iso|gb|gb\/t|astm|edana|nwsp|wsp|din|fz\/t)[ /\d].*)$/i
/** Spellings of units that only laboratories use. */
const LABORATORY_UNITS: Readonly<Record<string, string>> = { 公斤力: 'kgf', 千克力: 'kgf', 克力: 'gf' }
/** Converts a unit in a laboratory's spelling to the spelling of the unit table. Returns other text unchanged. */
export const toStandardUnit = (unit: string): string => LABORATORY_UNITS[unit] ?? unit
/** Removes the word before a unit in a heading: `单位：丝` becomes 丝. */
const removeUnitWord = (text: string): string =>
  text.replace(/^(?:(?:计量)?单位|units?)\s*[:=]?\s*/i, '').trim() || text
/**
 * Returns the unit that stands in brackets or at the end of a heading: `克重 (kg/m²)`, `横向强力 cN`; null without one.
 * Several different units are joined to one text, which cannot be converted and is reported as a problem.
 * @param indexUnit unit of the index; if it is a time, `min` means minutes
 */
export function parseHeadingUnit(header: string, indexUnit: string | null = null): string | null {
  const { label, remarks } = splitBrackets(header)
  const units = remarks.flatMap((remark) => {
    if (isMinute(remark, indexUnit)) return ['min']
    if (SAMPLE_REMARK_PATTERN.test(remark) || toStatistic(remark)) return []
    const unit = toStandardUnit(removeUnitWord(remark))
    // A Chinese remark that resembles no unit describes the sample: 正面, 第一次.
    return isUnitLike(unit) || !/\p{Script=Han}/u.test(unit) ? [unit] : []
  })
  if (units.length > 0) return [...new Set(units)].join(', ')
  if (remarks.length === 0) {
    const { unit } = splitHeading(header)
    if (unit !== null) return unit
  }
  const tokens = label.split(/\s+/)
  const unitStart = tokens.findIndex((_, i) => i > 0 && isTrailingUnit(tokens.slice(i).join(' '), indexUnit))
  if (unitStart > 0) return tokens.slice(unitStart).join(' ')
  return findUnbracketedUnit(label) ?? findAttachedHanUnit(label, indexUnit)
}
/**
 * Returns the Chinese unit at the end of a heading, attached to its words: `静水压千帕`. Only a unit of the quantity of
 * the index counts, because words end in the same characters: 得分, 单重克.
 */
function findAttachedHanUnit(label: string, indexUnit: string | null): string | null {
  const [characters = ''] = /\p{Script=Han}+$/u.exec(label.trim()) ?? []
  if (!indexUnit) return null
  const endings = [...characters].map((_, i, all) => all.slice(i + 1).join('')).filter(Boolean)
  return (
    endings.map(toStandardUnit).find((ending) => isUnit(ending) && getUnitFactor(ending, indexUnit) !== null) ?? null
  )
}
/** Words of headings that are spelled like units. */
const WORDS_SPELLED_LIKE_UNITS =
  /^(?:in|time|times|each|set|sets|case|can|cans|roll|rolls|box|pack|pair|piece|pieces|day|a|d|h|k|r|t|v|w)$/i
/**
 * Returns the unit, known or not, that follows a heading without brackets: `厚度um`, `静水压 毫米水柱`, `厚度_丝`, `HYD, Pa`; null
 * without one.
 */
function findUnbracketedUnit(label: string): string | null {
  const [, separatedText = ''] = /[\s_/,;、:-]\s*([^\s_,;、:]+)$/.exec(label) ?? []
  const [, attachedText = ''] = /\p{Script=Han}([a-zµμ%‰°][a-z\d%‰°/^.·²³]*)$/iu.exec(label) ?? []
  const unit = [separatedText, attachedText].find(
    (text) => text !== '' && !WORDS_SPELLED_LIKE_UNITS.test(text) && isUnitLike(toStandardUnit(text)),
  )
  return unit === undefined || toStatistic(unit) || SAMPLE_REMARK_PATTERN.test(unit) ? null : toStandardUnit(unit)
}
const isTrailingUnit = (text: string, indexUnit: string | null): boolean =>
  UNIT_PATTERN.test(text.toLowerCase()) ||
  (!/^\d/.test(text) && Boolean(indexUnit) && getUnitFactor(text, indexUnit!) !== null)

/**
 * True if `min` in a heading may mean minimum or minutes: the index is a time, and other columns have the same heading
 * without `min`.
 */
export function isMinuteHeadingUnclear(
  column: Pick<MappedColumn, 'header'>,
  columns: readonly Pick<MappedColumn, 'header'>[],
  indexUnit: string | null,
): boolean {
  const namesMinutes = (header: string) => /(^|[^a-z])min([^a-z]|$)/.test(header.normalize('NFKC').toLowerCase())
  const toQuantity = (header: string) => removeTrailingNumber(normalizeHeading(header).replace(/[\s/]min$/, '')).trim()
  return (
    isTimeUnit(indexUnit) &&
    namesMinutes(column.header) &&
    columns.some(({ header }) => !namesMinutes(header) && toQuantity(header) === toQuantity(column.header))
  )
}

type StatisticIndex = Pick<CandidateIndex, 'name' | 'nameEn' | 'unit'>
/**
 * Returns the statistic or limit in a column that is mapped to an index; null for single values. An index may be a
 * statistic itself, such as 克重均匀性 CV.
 */
export function findMappedStatistic(header: string, { name, nameEn, unit }: StatisticIndex): ColumnStatistic | null {
  const statistic = findStatistic(header, unit)
  return [name, nameEn ?? ''].some((indexName) => findStatistic(indexName, unit) === statistic) ? null : statistic
}
/**
 * Gives the role `ignore` to columns without single values of their index: statistics, limits, and columns whose
 * heading has an unclear `min`.
 */
export function ignoreStatisticColumns(
  columns: readonly MappedColumn[],
  indexById: ReadonlyMap<string, CandidateIndex>,
): MappedColumn[] {
  return columns.map((column) => {
    const index = indexById.get(column.indexId ?? '')
    const isIgnored =
      index && (findMappedStatistic(column.header, index) ?? isMinuteHeadingUnclear(column, columns, index.unit))
    return isIgnored ? { ...column, role: 'ignore', indexId: null } : column
  })
}
