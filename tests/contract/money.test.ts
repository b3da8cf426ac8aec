/** Who may read what something costs: whoever sees costs or energy, and whom the field itself names. */
import { expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { metrics } from '@/plant/rules/metrics'
import { sumSpecs } from '@/areas/figures/rules/shift-sums'
import { getAreaEndpoints } from '@/contract/area'
import type { Output } from '@/contract/endpoint'
import type { Fields } from '@/contract/field'

/** Pages whose matter is money; with any of their keys a person sees it. */
const pages = [
  'costComparison',
  'standardCost',
  'unitPriceEntry',
  'processOptimisation',
  'energyAnalysis',
  'energyStatistics',
  'electricityAnalysis',
  'energyUnitPrice',
  'energyReport',
]
/** Calls that say it to others, and why that is right. */
const others = {
  'plantGlance.now': 'the handler leaves it out for who may not see costs',
  'plantFigure.statistics': 'the handler leaves it out for who may not see costs',
  'lobby.energy': 'a plant decides by the card whether its screens show it',
  'lobby.screen': 'a plant decides by the card whether its screens show it',
}

const openMoney = (of: Fields): string[] =>
  Object.entries(of).flatMap(([name, field]) => {
    if (field.viewPermissions) return []
    if (field.kind === 'list') return openMoney(field.of).map((inner) => `${name}.${inner}`)
    return field.kind === 'amount' && /^CNY|元/.test(field.unit) ? [name] : []
  })
const openIn = ({ fields: of, parts }: Output): string[] => [
  ...openMoney(of),
  ...Object.values(parts ?? {}).flatMap(openIn),
]

test('no call tells money to people who have nothing to do with it', () => {
  const told = areaContracts.flatMap(getAreaEndpoints).filter(({ access, output }) => {
    const keys = [access].flat()
    return openIn(output).length > 0 && !keys.every((key) => pages.some((page) => key.startsWith(page)))
  })
  expect(told.map(({ name }) => name).sort()).toEqual(Object.keys(others).sort())
})

/** Names under which something that costs is told, with the unit it has. */
const named: Readonly<Record<string, { unit: string } | undefined>> = { ...sumSpecs, ...metrics }
const unitOf = (name: string): string => named[name]?.unit ?? ''
const isMoney = (name: string): boolean => unitOf(name).startsWith('CNY')
/** Choices of a figure or a sum by its name that let everybody choose, and read the amounts beside, what is money. */
const openNames = (of: Fields): string[] =>
  Object.entries(of).flatMap(([name, field]) => {
    if (field.kind === 'list') return openNames(field.of).map((inner) => `${name}.${inner}`)
    // Of figures, not of cards that happen to be called as one.
    if (field.kind !== 'choice' || !field.options.every((option) => named[option])) return []
    const { options: kept = [], by = [] } = field.guarded ?? {}
    const open = field.options.filter((option) => isMoney(option) && !kept.includes(option))
    const toOthers = field.guarded && !COST_METRIC_PERMISSIONS.every((key) => by.includes(key))
    return open.length || toOthers ? [name] : []
  })
const namesIn = ({ fields: of, parts }: Output): string[] => [
  ...openNames(of),
  ...Object.values(parts ?? {}).flatMap(namesIn),
]

test('a figure of costs that is named by its name is chosen and read by who may see costs alone', () => {
  const open = areaContracts
    .flatMap(getAreaEndpoints)
    .flatMap(({ name, access, input, output }) =>
      [access].flat().every((key) => (COST_METRIC_PERMISSIONS as readonly string[]).includes(key))
        ? []
        : [...openNames(input), ...namesIn(output)].map((field) => `${name}: ${field}`),
    )
  const stored = areaContracts
    .flatMap(({ resources }) => resources)
    .flatMap((r) => openNames(r.fields).map((field) => `${r.name}: ${field}`))
  expect([...open, ...stored]).toEqual([])
  expect(openNames({ item: { kind: 'choice', options: ['outputKg', 'costPerKg'] } })).toEqual(['item'])
})
