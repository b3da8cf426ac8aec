/** Templates of roll checks: one per family, one per product, and one for the web widths of the product code C0355S. */
import type { tableTemplate } from '@/areas/quality/contract/table-template'
import { webFamilies } from '@/areas/standards/contract/product'
import { DAY_MS } from '@/plant/rules/plant-time'
import texts from '../data/texts.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from '../draft'
import { roundDecimals } from '../random'
import type { DemoProduct } from './master-data'
import type { ShopFloor } from './orders'

export type CheckTemplate = RowDraft<typeof tableTemplate>
type TemplateItems = NonNullable<CheckTemplate['items']>

const defineItem = (
  name: string,
  nameEn: string,
  overrides: Partial<TemplateItems[number]> = {},
): TemplateItems[number] => ({
  item: name,
  itemEn: nameEn,
  kind: 'okNotOk',
  unit: null,
  low: null,
  target: null,
  high: null,
  required: false,
  readings: 1,
  ...overrides,
})
const visualItems = texts.rollCheckItems.map(({ zh, en }) => defineItem(zh, en))
const buildGsmItem = ({ gsm }: Pick<DemoProduct, 'gsm'>): TemplateItems[number] =>
  defineItem('克重', 'Basis weight', {
    kind: 'number',
    unit: 'g/m²',
    low: roundDecimals(gsm * 0.95, 1),
    target: gsm,
    high: roundDecimals(gsm * 1.05, 1),
    readings: 3,
  })

export interface CheckTemplates {
  readonly templates: readonly CheckTemplate[]
  readonly templateByProduct: ReadonlyMap<string, CheckTemplate>
  /** Template for measuring the web widths of the product code C0355S. */
  readonly codeWidthTemplate: CheckTemplate
}
/** Builds the templates of a place; only the first place has the templates of families. */
export function buildCheckTemplates({ dice, era, masters, staff }: ShopFloor, codeSuffix: string): CheckTemplates {
  const createdMs = era.from - 30 * DAY_MS
  const buildTemplate = (fields: Omit<CheckTemplate, 'id'>): CheckTemplate => ({
    id: dice.id(createdMs),
    active: true,
    ...fields,
    ...buildAuditFields(createdMs, staff.getPersonOfTrade('qualityLead').id),
  })
  const templates: CheckTemplate[] = []
  if (codeSuffix === '')
    for (const family of webFamilies) {
      const { zh, en } = texts.webFamilies[family]
      templates.push(
        buildTemplate({ name: `${zh}检验表`, nameEn: `Check sheet, ${en}`, use: 'check', family, items: visualItems }),
      )
    }
  const templateByProduct = new Map<string, CheckTemplate>()
  for (const product of masters.products) {
    const productTemplate = buildTemplate({
      name: `${product.code} 检验表`,
      nameEn: `Check sheet, ${product.code}`,
      use: 'check',
      productId: product.id,
      items: [buildGsmItem(product), ...visualItems],
    })
    templateByProduct.set(product.id, productTemplate)
    templates.push(productTemplate)
  }
  const codedProduct = masters.products.find(({ treatment }) => treatment === 'hydrophilic') ?? masters.products[0]!
  const codeWidthTemplate = buildTemplate({
    name: `C0355S 门幅${codeSuffix}`,
    nameEn: `C0355S width${codeSuffix}`,
    use: 'codeWidth',
    productId: codedProduct.id,
    items: [defineItem('门幅', 'Width', { kind: 'number', unit: 'mm', low: 3195, target: 3200, high: 3206 })],
  })
  templates.push(codeWidthTemplate)
  return { templates, templateByProduct, codeWidthTemplate }
}
