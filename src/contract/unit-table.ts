/**
 * Units as people write them in both languages, and their conversion. The only such table: imports, the store,
 * laboratory devices and prices use it. Units without a common zero (°C and °F) are never converted.
 */

import type { DecimalSign } from './decimal-sign'

/** Exponents of the base quantities of a unit, e.g. g/m²: mass 1, length −2. */
type Dimensions = Readonly<Record<string, number>>
interface Unit {
  readonly factor: number
  readonly dimensions: Dimensions
}
const createUnit = (factor: number, dimensions: Dimensions): Unit => ({ factor, dimensions })
const power = (factor: number) => createUnit(factor, { power: 1 })
const energy = (factor: number) => createUnit(factor, { power: 1, time: 1 })
const force = (factor: number) => createUnit(factor, { force: 1 })
const pressure = (factor: number) => createUnit(factor, { force: 1, length: -2 })
const mass = (factor: number) => createUnit(factor, { mass: 1 })
const length = (factor: number) => createUnit(factor, { length: 1 })
const area = (factor: number) => createUnit(factor, { length: 2 })
const volume = (factor: number) => createUnit(factor, { length: 3 })
const time = (factor: number) => createUnit(factor, { time: 1 })
const ratio = (factor: number) => createUnit(factor, {})
const pieces = (factor: number) => createUnit(factor, { piece: 1 })
const money = (factor: number) => createUnit(factor, { yuan: 1 })
const fineness = (factor: number) => createUnit(factor, { mass: 1, length: -1 })
/** A unit that cannot be converted into other quantities. */
const createStandaloneUnit = (name: string, factor = 1) => createUnit(factor, { [name]: 1 })

/** Base units: kg, m, s, N, kW, piece, yuan. Spellings of a unit, normalized by `normalizeUnitText`, separated by blanks. */
const UNITS_WITH_SPELLINGS: readonly (readonly [spellings: string, unit: Unit])[] = [
  ['ug 微克', mass(1e-9)],
  ['mg 毫克', mass(1e-6)],
  ['g gram grams 克', mass(0.001)],
  ['kg kgs kilo kilogram kilograms kilogramme kilogrammes 公斤 千克', mass(1)],
  ['t ton tons tonne tonnes mt 吨 公吨', mass(1000)],
  ['斤 市斤', mass(0.5)],
  ['两', mass(0.05)],
  ['oz 盎司', mass(0.028349523125)],
  ['lb lbs 磅', mass(0.45359237)],
  ['um micron microns micrometre micrometer 微米', length(1e-6)],
  ['mil mils thou 密耳', length(2.54e-5)],
  // A hundredth of a millimetre, as workshops call it.
  ['丝 忽米', length(1e-5)],
  ['mm millimetre millimeter millimetres millimeters 毫米', length(0.001)],
  ['cm centimetre centimeter centimetres centimeters 厘米 公分', length(0.01)],
  ['dm 分米', length(0.1)],
  ['m metre meter metres meters 米 公尺', length(1)],
  ['km kilometre kilometer kilometres kilometers 千米 公里', length(1000)],
  ['in inch inches 英寸', length(0.0254)],
  ['ft 英尺', length(0.3048)],
  ['yd yard yards 码', length(0.9144)],
  ['m2 sqm 平方米 平米 平方', area(1)],
  ['cm2 平方厘米', area(1e-4)],
  ['mm2 平方毫米', area(1e-6)],
  ['sqyd 平方码', area(0.83612736)],
  ['sqft 平方英尺', area(0.09290304)],
  ['ml cc millilitre milliliter millilitres milliliters 毫升', volume(1e-6)],
  ['cl', volume(1e-5)],
  ['l ltr litre liter litres liters 升 公升', volume(0.001)],
  ['m3 cbm 立方米 立方 方', volume(1)],
  ['cm3 立方厘米', volume(1e-6)],
  ['ms 毫秒', time(0.001)],
  ['s sec secs second seconds 秒 秒钟', time(1)],
  ['min mins minute minutes 分钟', time(60)],
  ['h hr hrs hour hours 小时 时', time(3600)],
  ['d day days 天 日', time(86_400)],
  ['week weeks 周', time(604_800)],
  ['month months mo 月 个月', createStandaloneUnit('month')],
  ['year years a 年', createStandaloneUnit('month', 12)],
  ['mn 毫牛', force(0.001)],
  ['cn 厘牛', force(0.01)],
  ['n newton newtons 牛 牛顿', force(1)],
  ['dan 十牛', force(10)],
  ['kn 千牛', force(1000)],
  ['gf', force(0.00980665)],
  ['kgf', force(9.80665)],
  ['lbf', force(4.4482216152605)],
  ['millipascal 毫帕', pressure(0.001)],
  ['pa 帕', pressure(1)],
  ['hpa mbar 毫巴', pressure(100)],
  ['kpa 千帕', pressure(1000)],
  ['bar 巴', pressure(100_000)],
  ['mpa 兆帕', pressure(1_000_000)],
  ['psi', pressure(6894.757293168)],
  // Conventional water column at 4 °C, the unit of hydrostatic heads (GB/T 24218.16).
  ['mmh2o mmwc mmws 毫米水柱', pressure(9.80665)],
  ['cmh2o cmwc cmws 厘米水柱', pressure(98.0665)],
  ['mh2o mwc mws 米水柱', pressure(9806.65)],
  ['inh2o inwc 英寸水柱', pressure(249.08891)],
  ['mmhg torr 毫米汞柱', pressure(133.322387415)],
  ['w 瓦', power(0.001)],
  ['kw 千瓦', power(1)],
  ['mw 兆瓦', power(1000)],
  ['wh', energy(3.6)],
  ['kwh 度 千瓦时 千瓦小时', energy(3600)],
  ['mwh 兆瓦时', energy(3_600_000)],
  ['kj 千焦', energy(1)],
  ['mj 兆焦', energy(1000)],
  ['gj', energy(1_000_000)],
  ['kva', createStandaloneUnit('apparent')],
  ['mva', createStandaloneUnit('apparent', 1000)],
  ['v 伏', createStandaloneUnit('volt')],
  ['kv 千伏', createStandaloneUnit('volt', 1000)],
  ['a 安', createStandaloneUnit('ampere')],
  ['ma 毫安', createStandaloneUnit('ampere', 0.001)],
  ['milliohm milliω 毫欧', createStandaloneUnit('ohm', 0.001)],
  ['ohm ω', createStandaloneUnit('ohm')],
  ['kohm kω', createStandaloneUnit('ohm', 1000)],
  ['mohm mω 兆欧', createStandaloneUnit('ohm', 1e6)],
  ['hz 赫兹', createStandaloneUnit('hertz')],
  ['khz', createStandaloneUnit('hertz', 1000)],
  ['r rev 转 圈', createStandaloneUnit('turn')],
  ['rpm', createUnit(1 / 60, { turn: 1, time: -1 })],
  ['°c degc 摄氏度', createStandaloneUnit('celsius')],
  ['°f degf', createStandaloneUnit('fahrenheit')],
  ['k kelvin', createStandaloneUnit('kelvin')],
  ['db db(a) 分贝', createStandaloneUnit('decibel')],
  ['1', ratio(1)],
  ['% pct percent 百分比 百分率 百分之', ratio(0.01)],
  ['‰ permille 千分比 千分率 千分之', ratio(0.001)],
  ['ppm', ratio(1e-6)],
  ['tex', fineness(1e-6)],
  ['dtex', fineness(1e-7)],
  ['den denier 旦', fineness(1 / 9_000_000)],
  ['gsm', createUnit(0.001, { mass: 1, length: -2 })],
  ['kgce', createStandaloneUnit('coal')],
  ['tce', createStandaloneUnit('coal', 1000)],
  ['pc pcs pce piece pieces ea each unit units 个 只 件 支 根 条 片 块 张 台 枚 粒 颗 把 颗粒', pieces(1)],
  ['pair pairs 对 双', pieces(2)],
  ['dozen 打', pieces(12)],
  ['set sets 套 组', createStandaloneUnit('set')],
  ['roll rolls 卷', createStandaloneUnit('roll')],
  ['box boxes 盒', createStandaloneUnit('box')],
  ['carton cartons case 箱', createStandaloneUnit('carton')],
  ['drum drums barrel 桶', createStandaloneUnit('drum')],
  ['bag bags 袋 包', createStandaloneUnit('bag')],
  ['bottle bottles 瓶', createStandaloneUnit('bottle')],
  ['can cans tin 罐 听', createStandaloneUnit('can')],
  ['pack packs packet', createStandaloneUnit('pack')],
  ['shot shots', createStandaloneUnit('shot')],
  ['time times 次', createStandaloneUnit('occurrence')],
  ['cny rmb yuan ¥ 元 人民币', money(1)],
  ['fen', money(0.01)],
  ['jiao', money(0.1)],
  ['usd us$ $ 美元', createStandaloneUnit('dollar')],
  ['eur € 欧元', createStandaloneUnit('euro')],
]
const unitsBySpelling: ReadonlyMap<string, Unit> = new Map(
  UNITS_WITH_SPELLINGS.flatMap(([spellings, unit]) =>
    spellings.split(' ').map((spelling) => [spelling, unit] as const),
  ),
)

/** Marks raised and circled digits, so that 10³ and ②, which NFKC would turn into 103 and 2, match no unit. */
const markRaisedDigits = (text: string): string => text.replace(/(\d)([⁰¹²³⁴-⁹])/g, '$1^$2').replace(/[①-⑳]/g, '?')
/** Spellings whose prefix may be milli or mega, because people write mPa for MPa and MPa·s for mPa·s. */
const UNCLEAR_PREFIX_PATTERN =
  /(?<![A-Za-z])(?:(?:m(?:Pa|Wh?|J|VA|ohm)|M[Nng])(?![A-Za-z])|M[Pp][Aa](?=[·⋅*×.\s]*[Ss](?![A-Za-z])))/g
/** Spells milli out and marks unclear prefixes with `¿`, because lower case hides them. A marked unit only equals itself. */
export const markUnitPrefixes = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/(?<![A-Za-z])m[Pp][Aa][·⋅*×.\s]*[Ss](?![A-Za-z])/g, 'millipascal·s')
    .replace(/(?<![A-Za-z])m(?=Ohm|[Ωω])/g, 'milli')
    .replace(UNCLEAR_PREFIX_PATTERN, '$&¿')
/** Normalizes a unit: full width to half width, ² to 2, lower case, 每 to `/`, no blanks. */
const normalizeUnitText = (text: string): string =>
  markUnitPrefixes(markRaisedDigits(text))
    .toLowerCase()
    .replace(/[μµ]/g, 'u')
    .replace(/Ω|ω/g, 'ω')
    .replace(/[−–]/g, '-')
    .replaceAll('每', '/')
    .replace(/\s+/g, '')
/** Reads one term: a unit with an optional leading number or Chinese numeral (`50mm`, `万元`) and exponent (`m2`). */
function readUnitTerm(text: string): Unit | null {
  const knownUnit = unitsBySpelling.get(text)
  if (knownUnit) return knownUnit
  const [, multiplier, unitText] = /^(\d+(?:\.\d+)?|[万亿千百十])([^\d.].*)$/.exec(text) ?? []
  if (multiplier && unitText)
    return scaleUnit(
      readUnitTerm(unitText),
      { 十: 10, 百: 100, 千: 1000, 万: 1e4, 亿: 1e8 }[multiplier] ?? Number(multiplier),
    )
  const [, baseText, exponent] = /^([^\d^]+)\^?(-?[123])$/.exec(text) ?? []
  const baseUnit = baseText ? unitsBySpelling.get(baseText) : undefined
  return baseUnit ? raiseUnit(baseUnit, Number(exponent)) : null
}
const scaleUnit = (unit: Unit | null, factor: number): Unit | null =>
  unit && createUnit(unit.factor * factor, unit.dimensions)
const raiseUnit = ({ factor, dimensions }: Unit, outerExponent: number): Unit =>
  createUnit(
    factor ** outerExponent,
    Object.fromEntries(Object.entries(dimensions).map(([name, exponent]) => [name, exponent * outerExponent])),
  )
function multiplyUnits(left: Unit, right: Unit): Unit {
  const dimensions: Record<string, number> = { ...left.dimensions }
  for (const [name, exponent] of Object.entries(right.dimensions)) dimensions[name] = (dimensions[name] ?? 0) + exponent
  return createUnit(left.factor * right.factor, dimensions)
}
/** Reads products and quotients of units: `L/(m²·s)`, `g/10 min`, `kW·h`. */
const readUnit = (text: string): Unit | null => readNormalizedUnit(normalizeUnitText(text))
function readNormalizedUnit(normalizedText: string): Unit | null {
  if (normalizedText === '') return ratio(1)
  const wholeUnit = readUnitTerm(normalizedText)
  if (wholeUnit) return wholeUnit
  let unitProduct = ratio(1)
  for (const [i, termsText] of normalizedText.split('/').entries())
    for (const term of termsText.replace(/^\((.*)\)$/, '$1').split(/[·⋅*×.]/)) {
      const termUnit = readUnitTerm(term)
      if (!termUnit) return null
      unitProduct = multiplyUnits(unitProduct, i === 0 ? termUnit : raiseUnit(termUnit, -1))
    }
  return unitProduct
}

/** Replaces the coins 分 and 角 at the beginning of a price by `fen` and `jiao`. Elsewhere 分 means minute. */
const replaceCoinWords = (text: string): string =>
  text
    .trim()
    .replace(/^分(?!钟)/, 'fen')
    .replace(/^角/, 'jiao')

/** Words of headings that contain a character of a unit but name none: 克重, 第 2 道, 尺寸. */
const WORDS_WITHOUT_UNIT =
  /第.*|克重|[纺喷拉断并]丝|丝[束网]|[通幅管轨频渠赛过]道|[标直卡刻]尺|尺[寸码]|[条号编代数密]码|(?:两|双)[侧面边端次头者]|十字|[高低]倍|加倍|毫无|千层|[一二三四五六七八九十百千\d]+[次遍层道组]/g
const UNIT_CHARACTERS = /[米牛帕克毫微千百十两斤吨寸尺码磅柱丝道盎司倍‰%²³°℃℉]/
const UNIT_TOKENS =
  /(?<![a-z])(?:[uµμ]m|nm|mm|cm|dm|km|mils?|thou|oz|lbs?|ft|yd|inch(?:es)?|(?:mm|cm|m|in)?(?:ws|wc|aq|hg|h2o)|k?gf|lbf|[mcdk]n|dan|[hkm]?pa|m?bar|psi|torr|gsm|d?tex|den(?:ier)?|cfm|fpm|[mu]g|kg|m[ls]|ppm)(?![a-z])/i
/**
 * True for a text that seems to name a unit, even an unknown one, because it contains a character or word of unit names.
 * A number under such a heading must not be stored unconverted.
 */
export function isUnitLike(text: string): boolean {
  const normalized = text.normalize('NFKC').trim()
  return (
    isUnit(normalized) ||
    UNIT_CHARACTERS.test(normalized.replace(WORDS_WITHOUT_UNIT, '')) ||
    UNIT_TOKENS.test(normalized)
  )
}
/** True if the text is a known unit, even with an unclear prefix. */
export const isUnit = (text: string): boolean =>
  text.trim() !== '' && readNormalizedUnit(normalizeUnitText(text).replaceAll('¿', '')) !== null
/**
 * Returns the factor that converts amounts in `from` into `to`; null if a unit is unknown or their quantities differ.
 * `公斤` → `g`: 1000, `L/m²/s` → `mm/s`: 1, `只` → `g`: null.
 */
export function getUnitFactor(from: string, to: string): number | null {
  if (normalizeUnitText(from) === normalizeUnitText(to)) return 1
  const toUnit = readUnit(to)
  const fromUnit = readUnit(toUnit?.dimensions['yuan'] ? replaceCoinWords(from) : from)
  if (!fromUnit || !toUnit) return null
  const dimensionNames = new Set([...Object.keys(fromUnit.dimensions), ...Object.keys(toUnit.dimensions)])
  if ([...dimensionNames].some((name) => (fromUnit.dimensions[name] ?? 0) !== (toUnit.dimensions[name] ?? 0)))
    return null
  return Number((fromUnit.factor / toUnit.factor).toPrecision(14))
}
/** True if the unit is only a sign or a word for yuan, such as ¥ or 元. */
export const isYuan = (unit: string): boolean => unit !== '' && getUnitFactor(unit, 'CNY') === 1
/** True for prices such as 元/吨 and CNY/kWh. */
export const isYuanPrice = (unit: string): boolean => {
  const [currency = '', ...quantityUnits] = toHalfWidth(unit).split('/')
  return quantityUnits.length > 0 && isYuan(currency)
}
/** Converts an amount into another unit, without binary rounding noise; null as for `getUnitFactor`. */
export function convertUnit(amount: number, from: string, to: string): number | null {
  const factor = getUnitFactor(from, to)
  return factor === null ? null : multiplyRounded(amount, factor)
}
/** Multiplies without binary rounding noise (14 significant digits). */
export const multiplyRounded = (amount: number, factor: number): number =>
  factor === 1 ? amount : Number((amount * factor).toPrecision(14))

/** Converts full-width characters to half width, but leaves `10²` and `②`, which NFKC would read as 102 and 2. */
export const toHalfWidth = (text: string): string =>
  text
    .replace(/[！-～]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('￥', '¥')
    .replace(/[\s\u3000]/g, ' ')

/** A number whose groups of three digits follow no-break or thin spaces. */
const NARROW_GROUPS_PATTERN =
  /(?<![\d.,])(?<!\d[\u00a0\u2007\u2009\u202f])[1-9]\d?(?:[\u00a0\u2007\u2009\u202f]\d{3})+(?!\d)/g
/**
 * Joins groups of three digits after no-break or thin spaces, for texts that may hold several readings. A number whose
 * first group has three digits stays, because it may be a list: 120 118 121.
 */
export const joinNarrowGroups = (text: string): string =>
  text.replace(NARROW_GROUPS_PATTERN, (digits) => digits.replace(/\s/g, ''))
/** Joins the groups of three digits (ISO 80000-1) of the number with which a half-width text begins: `1 250.5 kg`. */
export const joinLeadingGroups = (text: string): string =>
  text.replace(/^[+-]?[1-9]\d{0,2}(?: \d{3})+(?!\d)/, (digits) => digits.replaceAll(' ', ''))

/** Remarks such as 必填 (required) that stand in the brackets of a heading in place of a unit. */
const HEADING_REMARKS = /^(必填|选填|可选|必填项|required|optional|mandatory|\*|yyyy.*|hh?:mm.*)$/i
/**
 * Splits a heading into label and unit. The unit stands in brackets of any kind or after a slash behind one word:
 * `重量（吨）`, `Weight [t]`, `重量/吨`. The unit is null if the heading has none, or has a remark such as 必填 in its place.
 * After a slash only known units count.
 */
export function splitHeading(heading: string): { label: string; unit: string | null } {
  const text = markRaisedDigits(heading)
    .normalize('NFKC')
    .trim()
    .replace(/\s*\*$/, '')
  const [, label = '', bracketText = ''] =
    /^(.*?)\s*[([{【〔]\s*([^()[\]{}【】〔〕]*(?:\([^()]*\)[^()]*)?)\s*[)\]}】〕]$/.exec(text) ?? []
  if (label) {
    const unitText = bracketText.replace(/^(?:(?:计量)?单位|units?)\s*[:=]\s*/i, '')
    return { label, unit: HEADING_REMARKS.test(unitText) || unitText === '' ? null : unitText }
  }
  const [, labelText = '', unitText = ''] = /^([^/]+)\/([^\d].*)$/.exec(text) ?? []
  // `Force N/cm` is a force per width: the text before the slash already ends with a unit.
  if (isUnit(unitText) && !/\s/.test(labelText.trim())) return { label: labelText.trim(), unit: unitText.trim() }
  return { label: text, unit: null }
}

/**
 * Parses a typed number. A comma is a decimal comma (`35,2`, `0,902`, `1.234,5`), or a thousands separator if a point
 * or another comma follows (`1,234.5`). Null for other text and for the ambiguous `1,234`.
 */
export function parseTypedNumber(text: string): number | null {
  const normalized = toHalfWidth(text).replace('−', '-').trim()
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(normalized)) return Number(normalized)
  // The first group of thousands never begins with 0: 0,125.5 is not a number.
  if (/^[+-]?[1-9]\d{0,2}(,\d{3})+\.\d+$/.test(normalized) || /^[+-]?[1-9]\d{0,2}(,\d{3}){2,}$/.test(normalized))
    return Number(normalized.replaceAll(',', ''))
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(normalized))
    return Number(normalized.replaceAll('.', '').replace(',', '.'))
  if (!/^[+-]?\d+,\d+$/.test(normalized) || /^[+-]?[1-9]\d{0,2},\d{3}$/.test(normalized)) return null
  return Number(normalized.replace(',', '.'))
}
/**
 * Parses a number that a file contains as text, like a typed one. With decimal commas 1.234 is 1234 and 1,234 is 1.234.
 * If the decimal sign of the file or column is unclear, both are null.
 */
export function parseFileNumber(text: string, decimals: DecimalSign | undefined): number | null {
  const halfWidthText = toHalfWidth(text).replace('−', '-').trim()
  // A line break or tab separates two values, not thousands.
  const normalized = /[\r\n\t]/.test(text.trim()) ? halfWidthText : joinLeadingGroups(halfWidthText)
  if (decimals && /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(normalized))
    return decimals === 'comma' ? Number(normalized.replaceAll('.', '')) : null
  if (decimals === 'comma' && /^[+-]?\d+,\d+$/.test(normalized)) return Number(normalized.replace(',', '.'))
  return parseTypedNumber(normalized)
}
