/** Which lines make a product: spunbond beams alone, meltblown beams alone, or both, one web upon the other. */
import type { LineKind } from '@/plant/rules/line'

/**
 * By the family of its web, the usual line first. A composite line makes plain spunbond with its meltblown beams off; what a
 * laminate is made of says nothing of the line. A family of nobody's is none to judge.
 */
const kinds: Readonly<Record<string, readonly LineKind[]>> = {
  spunbond: ['spunbond', 'composite'],
  meltblown: ['meltblown'],
  sms: ['composite'],
  ssmms: ['composite'],
}
interface Line {
  readonly id: string
  readonly kind: LineKind
}
/** Whether lines of a kind make webs of a family; true where nothing is known. */
export const makesFamily = (kind: LineKind, family: string): boolean => kinds[family]?.includes(kind) ?? true

/** The line that a product is planned on unless somebody says otherwise; the first one where none of them makes it. */
export const usualLine = (lines: readonly Line[], family: string | null): string | null => {
  for (const kind of (family && kinds[family]) || []) {
    const found = lines.find((line) => line.kind === kind)
    if (found) return found.id
  }
  return lines[0]?.id ?? null
}
