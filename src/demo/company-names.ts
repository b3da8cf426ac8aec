import companies from './data/companies.json' with { type: 'json' }
import { toBilingualText, type BilingualText } from './bilingual-text'

/** English names of makers and suppliers by their Chinese names. */
const englishNames: Readonly<Record<string, string>> = companies

/**
 * Returns a company's name in both languages; a name without Chinese characters is the same in each.
 *
 * @throws Error if a Chinese name has no English name
 */
export function toCompanyName(name: string): BilingualText {
  const english = englishNames[name] ?? (/[\u3400-\u9fff]/.test(name) ? null : name)
  if (english === null) throw new Error(`${name} has no English name`)
  return toBilingualText(name, english)
}
/** Maps a supplier's name to the fields of a row. */
export const toSupplierFields = ({ zh, en }: BilingualText) => ({ supplier: zh, supplierEn: en })
/** Maps a maker's Chinese name to the fields of a row. */
export function toMakerFields(name: string) {
  const { zh, en } = toCompanyName(name)
  return { maker: zh, makerEn: en }
}
/** Builds the name of the dealer that sells a maker's parts. */
export function toDealerName(maker: string): BilingualText {
  const { zh, en } = toCompanyName(maker)
  return toBilingualText(`${zh}经销`, `${en} dealer`)
}
