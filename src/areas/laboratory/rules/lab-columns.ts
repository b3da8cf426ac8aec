/** What the columns of a laboratory sheet are, guessed from their headings; a person looks at it before anything is stored. */
export const columnRoles = ['roll', 'lane', 'sample', 'testedAt', 'batch', 'retest', 'index', 'ignore'] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface KnownIndex {
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
const words: readonly (readonly [ColumnRole, RegExp])[] = [
  ['roll', /^(母?卷号|子卷号|卷|条码|roll( ?(no|number|id))?|jumbo( ?roll)?|barcode)$/],
  ['lane', /^(位置|幅|道|分幅|lane|position|pos)$/],
  ['sample', /^(样品号?|试样号?|序号|编号|sample( ?no)?|no|#)$/],
  ['testedAt', /^(检测日期|检测时间|测试日期|测试时间|日期|时间|date|tested( at)?|time|test date)$/],
  ['batch', /^(批号|批次|检测批号|batch( ?no)?|lot)$/],
  ['retest', /^(复测|复检|retest)$/],
]
/** Without units and marks: `克重 (g/m²)` and `克重1` are both 克重. */
export const plainHeading = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[([{].*$/, '')
    .replace(/[_\s.:-]+/g, ' ')
    .trim()
const withoutNumber = (heading: string): string => heading.replace(/[ #-]*\d+$/, '').trim()

/** Which column is what. Several columns of one index are its samples: `克重1`, `克重2`. */
export function proposeColumns(
  header: readonly string[],
  indexes: readonly KnownIndex[],
  examples: readonly (string | null)[],
): MappedColumn[] {
  const byWord = new Map<string, string>()
  for (const { id, code, name, nameEn } of indexes)
    for (const word of [code, name, nameEn]) if (word) byWord.set(plainHeading(word), id)
  return header.map((text, i) => {
    const heading = plainHeading(text)
    const indexId = byWord.get(heading) ?? byWord.get(withoutNumber(heading)) ?? null
    const role = indexId ? 'index' : (words.find(([, of]) => of.test(heading))?.[0] ?? 'ignore')
    return { column: i + 1, header: text, role, indexId, example: examples[i] ?? null }
  })
}
/** What makes two sheets one layout: their headings, in their order. */
export const layoutOf = (header: readonly string[]): string => header.map(plainHeading).join(' | ').slice(0, 4000)

const shapes: readonly [RegExp, (p: string[]) => string][] = [
  [
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2}))?/,
    ([, y, m, d, h, min]) => stamp(y, m, d, h, min),
  ],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, y, m, d]) => stamp(y, m, d)],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[ T](\d{1,2}):(\d{2}))?/, ([, d, m, y, h, min]) => stamp(y, m, d, h, min)],
]
const two = (text = '0'): string => text.padStart(2, '0')
const stamp = (y = '', m = '', d = '', h = '0', min = '0'): string => `${y}-${two(m)}-${two(d)}T${two(h)}:${two(min)}`

/** A date written as text, on the plant's wall clock: `2026-11-20T08:30`; null for what is no date, or could be two. */
export function wallTimeOf(text: string): string | null {
  const folded = text.normalize('NFKC').trim()
  for (const [shape, make] of shapes) {
    const found = shape.exec(folded)
    if (!found) continue
    const made = make([...found])
    const read = new Date(`${made}:00Z`)
    return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(made) ? made : null
  }
  return null
}
