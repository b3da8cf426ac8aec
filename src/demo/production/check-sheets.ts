/** Templates of roll checks: one per family, one per product, and one for the widths of a code. */
import type { tableTemplate } from '@/areas/quality/contract/table-template'
import { webFamilies } from '@/areas/standards/contract/product'
import { DAY_MS } from '@/plant/rules/plant-time'
import { stamps, type Draft } from '../draft'
import { rounded } from '../random'
import type { Made } from './masters'
import type { Floor } from './orders'

export type Template = Draft<typeof tableTemplate>
type Items = NonNullable<Template['items']>

const item = (name: string, nameEn: string, more: Partial<Items[number]> = {}): Items[number] => ({
  item: name,
  itemEn: nameEn,
  kind: 'okNotOk',
  unit: null,
  low: null,
  target: null,
  high: null,
  required: false,
  readings: 1,
  ...more,
})
const looks = [item('布面外观', 'Web appearance'), item('端面', 'Roll edges'), item('标签', 'Label')]
const gsmOf = ({ gsm }: Pick<Made, 'gsm'>): Items[number] =>
  item('克重', 'Basis weight', {
    kind: 'number',
    unit: 'g/m²',
    low: rounded(gsm * 0.95, 1),
    target: gsm,
    high: rounded(gsm * 1.05, 1),
    readings: 3,
  })
const familyNames: Record<(typeof webFamilies)[number], readonly [string, string]> = {
  spunbond: ['纺粘', 'spunbond'],
  meltblown: ['熔喷', 'meltblown'],
  sms: ['SMS', 'SMS'],
  ssmms: ['SSMMS', 'SSMMS'],
  laminate: ['复合', 'laminate'],
}

export interface CheckSheets {
  readonly templates: readonly Template[]
  /** Template of each product, by product id. */
  readonly own: ReadonlyMap<string, Template>
  /** Template for measuring the widths of a code. */
  readonly coded: Template
}
/** Builds the templates of a place; only the first place has those of families. */
export function checkSheets({ dice, era, masters, staff }: Floor, tail: string): CheckSheets {
  const made = era.from - 30 * DAY_MS
  const template = (more: Omit<Template, 'id'>): Template => ({
    id: dice.id(made),
    active: true,
    ...more,
    ...stamps(made, staff.lead('qualityLead').id),
  })
  const templates: Template[] = []
  if (tail === '')
    for (const family of webFamilies) {
      const [zh, en] = familyNames[family]
      templates.push(
        template({ name: `${zh}检验表`, nameEn: `Check sheet, ${en}`, use: 'check', family, items: looks }),
      )
    }
  const own = new Map<string, Template>()
  for (const one of masters.products) {
    const sheet = template({
      name: `${one.code} 检验表`,
      nameEn: `Check sheet, ${one.code}`,
      use: 'check',
      productId: one.id,
      items: [gsmOf(one), ...looks],
    })
    own.set(one.id, sheet)
    templates.push(sheet)
  }
  const code = masters.products.find(({ treatment }) => treatment === 'hydrophilic') ?? masters.products[0]!
  const coded = template({
    name: `C0355S 门幅${tail}`,
    nameEn: `C0355S width${tail}`,
    use: 'codeWidth',
    productId: code.id,
    items: [item('门幅', 'Width', { kind: 'number', unit: 'mm', low: 3195, target: 3200, high: 3206 })],
  })
  templates.push(coded)
  return { templates, own, coded }
}
